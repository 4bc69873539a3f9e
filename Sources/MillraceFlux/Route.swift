import MillraceSignals

/// The way of the actions of one type, as far as it does not depend on the type.
@usableFromInline
class AnyRoute: HandlingOrder {
    /// Whether it leads to one store alone: the way of addressed actions.
    final let isOfOneStore: Bool

    /// Notes who is called, where somebody wants to know.
    @exclusivity(unchecked) fileprivate(set) final var watch: HandlerWatch?

    init(isOfOneStore: Bool = false) { self.isOfOneStore = isOfOneStore }

    var actionName: String { "" }
    func add(_ callback: Callback, addedIn: Int) {}
    func dropRemoved(into dropped: inout [AnyObject], before dispatch: Int) {}
    func call(_ registrant: Registrant, in dispatch: Int) {}
    #if DEBUG
    @usableFromInline func reportLost() {}
    #endif
    @usableFromInline func allowsReading(_ cell: Cell) -> Bool { false }
}

/// The way of the actions of one type: the entries that are called, in their order.
@usableFromInline
final class Route<ActionType: Action>: AnyRoute {
    /// In the order in which they were added.
    @exclusivity(unchecked) private(set) var entries: [Entry<ActionType>] = []

    /// In the order in which they are called: as added, but each after those that it declares to come after.
    @exclusivity(unchecked) @usableFromInline var ordered = Ordered<ActionType>([])

    /// Lists that were replaced while the entries are being called, which goes on with the list as it was.
    @exclusivity(unchecked) @usableFromInline var former: [Ordered<ActionType>] = []

    /// The registrants that some entry declares to come after.
    @exclusivity(unchecked) private var preceding: Set<ObjectIdentifier> = []

    /// What is being dispatched.
    @exclusivity(unchecked) @usableFromInline var action: ActionType?

    /// The order that is being called, and the number of that dispatch, where several are. Borrowed: it is kept
    /// meanwhile, by `ordered` or `former`.
    @exclusivity(unchecked) @usableFromInline var running: (order: Unmanaged<Ordered<ActionType>>, dispatch: Int)?

    override var actionName: String { "\(ActionType.self)" }

    #if DEBUG
    /// A store that handles the actions and was released before anything was dispatched.
    private var lost: String?

    override func reportLost() {
        guard let name = lost, entries.isEmpty else { return }
        lost = nil
        writeToStandardError(
            """
            Dispatcher.dispatch: nobody handles \(actionName): \(name), which does, was released before anything was \
            dispatched. To fix: keep the store for as long as it is used; one made with `_ =` is released at once.
            """
        )
    }
    #endif

    override func add(_ callback: Callback, addedIn: Int) {
        add(Entry(callback.registrant, after: [], addedIn: addedIn) { action, _ in callback.call(action) })
    }

    func add(_ entry: Entry<ActionType>, at place: CallPlace = CallPlace()) {
        entries.append(entry)
        for registrant in entry.after { preceding.insert(ObjectIdentifier(registrant)) }
        if preceding.contains(ObjectIdentifier(entry.registrant)) {
            setOrder { $0 = sorted(for: place) }
        } else {
            // Nothing has to come after it, so it comes last.
            setOrder { $0.append(entry) }
        }
    }

    /// Takes out the entries of those who have left, and hands over what it held: what they have captured is released
    /// when all lists are in order. Others may be leaving meanwhile, on other threads.
    ///
    /// - Parameters:
    ///   - dropped: What is released when all lists are in order.
    ///   - dispatch: The number of the dispatch to come.
    override func dropRemoved(into dropped: inout [AnyObject], before dispatch: Int) {
        guard entries.contains(where: \.isRemoved) else { return }
        let staying = entries.filter { !$0.isRemoved }
        #if DEBUG
        let unused = entries.last { $0.isRemoved && $0.addedBefore == dispatch && $0.registrant.cell != nil }
        if let unused { lost = unused.registrant.label }
        #endif
        dropped.append(contentsOf: entries)
        entries = staying
        setOrder { $0.removeAll(where: \.isRemoved) }
        preceding = Set(staying.lazy.flatMap(\.after).map { ObjectIdentifier($0) })
    }

    /// Changes the order in which entries are called, from the next call on.
    private func setOrder(_ change: (inout [Entry<ActionType>]) -> Void) {
        if action != nil {
            former.append(ordered)
            ordered = Ordered(ordered.entries)
        }
        ordered.places = []
        change(&ordered.entries)
    }

    /// Calls the entries, in order. One that is added meanwhile is not called, nor one that is removed meanwhile.
    @inlinable
    @inline(__always)
    func call(with action: ActionType, in dispatch: Int, _ turn: Turn) {
        self.action = action
        // Borrowed, the list and each entry: counting references would take longer than all the rest.
        Unmanaged.passUnretained(ordered)._withUnsafeGuaranteedRef { ordered in
            if ordered.entries.count > 1 {
                return callShared(ordered, in: dispatch) { $0.call(with: action, in: dispatch, turn) }
            }
            for index in ordered.entries.indices {
                Unmanaged.passUnretained(ordered.entries[index])._withUnsafeGuaranteedRef { entry in
                    if entry.startedIn == dispatch || entry.isRemoved { return }
                    entry.call(with: action, in: dispatch, turn)
                }
            }
        }
        self.action = nil
    }

    /// Calls several entries, in order. The state of a store that has one to come is not to be read meanwhile.
    @inlinable
    func callShared(_ ordered: Ordered<ActionType>, in dispatch: Int, _ call: (Entry<ActionType>) -> Void) {
        running = (.passUnretained(ordered), dispatch)
        defer { running = nil }
        ordered.beginAwaiting()
        for index in ordered.entries.indices {
            Unmanaged.passUnretained(ordered.entries[index])._withUnsafeGuaranteedRef { entry in
                let place = ordered.places[index]
                if entry.startedIn == dispatch || entry.isRemoved {
                    if place.isLast { place.setAwaited(false) }
                    return
                }
                place.setAwaited(false)
                call(entry)
                if !place.isLast { place.setAwaited(true) }
            }
        }
    }

    /// Calls the entries as the other form does, and has each watched.
    func call(with action: ActionType, in dispatch: Int, _ turn: Turn, watchedBy watch: HandlerWatch) {
        self.action = action
        self.watch = watch
        callShared(ordered, in: dispatch) { entry in
            watch.watch(entry.registrant) { entry.call(with: action, in: dispatch, turn) }
        }
        self.watch = nil
        self.action = nil
    }

    /// Lets the lists go that were replaced meanwhile, and with them what was captured by who has left.
    @usableFromInline
    @inline(never)
    func dropFormer() {
        let dropped = former
        former = []
        withExtendedLifetime(dropped) {}
    }

    override func allowsReading(_ cell: Cell) -> Bool { isReadable(cell) }

    /// Calls the entries of a registrant that have not been called in this dispatch.
    override func call(_ registrant: Registrant, in dispatch: Int) {
        guard let action else { return }
        for entry in ordered.entries where entry.registrant === registrant { call(entry, with: action, in: dispatch) }
    }

    /// Calls an entry earlier than its turn comes, and before it those that it declares to come after.
    private func call(_ entry: Entry<ActionType>, with action: ActionType, in dispatch: Int) {
        if entry.finishedIn == dispatch || entry.isRemoved { return }
        if entry.startedIn == dispatch { stopWaiting(for: entry.registrant) }
        entry.startedIn = dispatch
        for registrant in entry.after {
            for other in ordered.entries where other.registrant === registrant && other.addedIn != dispatch {
                call(other, with: action, in: dispatch)
            }
        }
        if entry.isRemoved { return }
        entry.registrant.cell?.setAwaited(false)
        // Waiting calls as deep as it is long, so all that stands on the stack meanwhile is small.
        let turn = currentTurn().takeUnretainedValue()
        if let watch {
            watch.watch(entry.registrant) { entry.call(with: action, in: dispatch, turn) }
        } else {
            entry.call(with: action, in: dispatch, turn)
        }
        if ordered.awaits(entry.registrant, in: dispatch) { entry.registrant.cell?.setAwaited(true) }
    }

    private func stopWaiting(for registrant: Registrant) -> Never {
        stop(
            """
            Dispatcher.waitFor: \(registrant.label) is waited for while it is waiting itself, in \(actionName). \
            To fix: break the circle; of two callbacks only one can wait for the other.
            """
        )
    }
}
