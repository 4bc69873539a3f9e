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
    @exclusivity(unchecked) @usableFromInline var ordered: [Entry<ActionType>] = []

    /// Lists that were replaced while the entries are being called, which goes on with the first.
    @exclusivity(unchecked) @usableFromInline var former: [[Entry<ActionType>]] = []

    /// Which entries are the last of their stores is to be found.
    @exclusivity(unchecked) @usableFromInline var isOrderNew = false

    /// The registrants that some entry declares to come after.
    @exclusivity(unchecked) private var preceding: Set<ObjectIdentifier> = []

    /// What is being dispatched.
    @exclusivity(unchecked) @usableFromInline var action: ActionType?

    /// The number of the dispatch in which several entries are being called; nil where none or one is.
    @exclusivity(unchecked) @usableFromInline var runningDispatch: Int?

    /// The list that is being called.
    var called: [Entry<ActionType>] { former.first ?? ordered }

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
        // Kept until all have been called, since the call borrows it.
        if action != nil { former.append(ordered) }
        isOrderNew = true
        change(&ordered)
    }

    /// Calls the entries, in order. One that is added meanwhile is not called, nor one that is removed meanwhile.
    @inlinable
    @inline(__always)
    func call(with action: ActionType, in dispatch: Int, _ turn: Turn) {
        self.action = action
        if ordered.count > 1 {
            callShared(in: dispatch) { $0.call(with: action, in: dispatch, turn) }
        } else if !ordered.isEmpty {
            // Borrowed: counting references would take longer than all the rest.
            Unmanaged.passUnretained(ordered[0])._withUnsafeGuaranteedRef { entry in
                if !entry.isRemoved { entry.call(with: action, in: dispatch, turn) }
            }
        }
        self.action = nil
    }

    /// Calls several entries, in order. The state of a store that has one to come is not to be read meanwhile.
    @inlinable
    func callShared(in dispatch: Int, _ call: (Entry<ActionType>) -> Void) {
        if isOrderNew { findLast() }
        runningDispatch = dispatch
        defer { runningDispatch = nil }
        let called = ordered
        // From here on no state is read whose store has a handler to come: reading would give the old one.
        for index in called.indices {
            Unmanaged.passUnretained(called[index])._withUnsafeGuaranteedRef { $0.setAwaited(true) }
        }
        for index in called.indices {
            Unmanaged.passUnretained(called[index])._withUnsafeGuaranteedRef { entry in
                if entry.startedIn == dispatch || entry.isRemoved {
                    if entry.isLast { entry.setAwaited(false) }
                    return
                }
                entry.setAwaited(false)
                call(entry)
                if !entry.isLast { entry.setAwaited(true) }
            }
        }
    }

    /// Finds which entries are the last of their stores. Not while entries are called: they go on as they began.
    @usableFromInline
    func findLast() {
        isOrderNew = false
        var seen: Set<ObjectIdentifier> = []
        for entry in ordered.reversed() {
            entry.isLast = entry.registrant.cell.map { seen.insert(ObjectIdentifier($0)).inserted } ?? false
        }
    }

    /// Calls the entries as the other form does, and has each watched.
    func call(with action: ActionType, in dispatch: Int, _ turn: Turn, watchedBy watch: HandlerWatch) {
        self.action = action
        self.watch = watch
        callShared(in: dispatch) { entry in
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
        for entry in ordered where entry.registrant === registrant { call(entry, with: action, in: dispatch) }
    }

    /// Calls an entry earlier than its turn comes, and before it those that it declares to come after.
    private func call(_ entry: Entry<ActionType>, with action: ActionType, in dispatch: Int) {
        if entry.finishedIn == dispatch || entry.isRemoved { return }
        if entry.startedIn == dispatch { stopWaiting(for: entry.registrant) }
        entry.startedIn = dispatch
        for registrant in entry.after {
            for other in ordered where other.registrant === registrant && other.addedIn != dispatch {
                call(other, with: action, in: dispatch)
            }
        }
        if entry.isRemoved { return }
        entry.setAwaited(false)
        // Waiting calls as deep as it is long, so all that stands on the stack meanwhile is small.
        let turn = currentTurn().takeUnretainedValue()
        if let watch {
            watch.watch(entry.registrant) { entry.call(with: action, in: dispatch, turn) }
        } else {
            entry.call(with: action, in: dispatch, turn)
        }
        if awaits(entry.registrant, in: dispatch) { entry.setAwaited(true) }
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
