import MillraceBase
import MillraceSignals

/// The handlers for one type of actions, in the order in which they are called.
final class Route: HandlingOrder {
    let actionType: any Action.Type

    /// Whether the handlers are those of one store: the route of addressed actions.
    let isOfOneStore: Bool

    /// The handlers as they are called: as registered, but each after those that it declares to come after.
    @exclusivity(unchecked) private var ordered: HandlerList

    /// The handlers as they were registered. Nil while that is the order in which they are called.
    @exclusivity(unchecked) private var registered: [Handler]?

    /// Orders that were replaced while handlers are being called, which goes on with the first of them.
    @exclusivity(unchecked) private var formerOrders: [HandlerList] = []

    /// Which handlers are the last of their stores is to be found.
    @exclusivity(unchecked) private var isOrderNew = false

    /// The action whose handlers are being called.
    @exclusivity(unchecked) private var action: ActionAddress?

    /// The number of the dispatch in which several handlers are being called; nil where none or one is.
    @exclusivity(unchecked) private var runningDispatch: Int?

    /// Notes who is called, where middleware wants to know. The caller of the handlers keeps it.
    @exclusivity(unchecked) private var notedIn: Unmanaged<HandlingRecord>?

    /// What notes who is called, where middleware wants to know.
    var record: HandlingRecord? { notedIn?.takeUnretainedValue() }

    /// The name of a store that handles the actions and was released before anything was dispatched.
    private var lostStore: String?

    init(of actionType: any Action.Type, isOfOneStore: Bool) {
        self.actionType = actionType
        self.isOfOneStore = isOfOneStore
        ordered = HandlerList(isOfOneStore: isOfOneStore)
    }

    var actionName: String { "\(actionType)" }
}

// MARK: - Calling

extension Route {
    /// Calls the handlers, in order. Handlers that are registered or removed during the dispatch are not called.
    ///
    /// - Parameters:
    ///   - action: The action, of this route's type.
    ///   - dispatch: The number of the dispatch.
    ///   - record: Notes who is called, if that is wanted.
    func callHandlers(
        with action: ActionAddress,
        in dispatch: Int,
        _ runner: TurnRunner,
        notedIn record: HandlingRecord?
    ) {
        self.action = action
        if let record { notedIn = .passUnretained(record) }
        if ordered.places.count > 1 {
            callSeveral(with: action, in: dispatch, runner)
        } else if !ordered.isEmpty {
            // Borrowed: counting references would take longer than all the rest.
            ordered.borrowed(at: 0)?._withUnsafeGuaranteedRef { handler in
                if !handler.isUnregistered { call(handler, with: action, in: dispatch, runner) }
            }
        } else if lostStore != nil {
            reportLostStore()
        }
        notedIn = nil
        self.action = nil
    }

    /// Releases the orders that were replaced while handlers were called, and with them what removed handlers had
    /// captured.
    func releaseFormerOrders() {
        if !formerOrders.isEmpty { letGo(exchange(&formerOrders, with: [])) }
    }

    /// Calls several handlers, in order. While the handler of a store is still to come, reading its state traps, since
    /// the result would be out of date.
    private func callSeveral(with action: ActionAddress, in dispatch: Int, _ runner: TurnRunner) {
        if isOrderNew { findLast() }
        runningDispatch = dispatch
        defer { runningDispatch = nil }
        let called = ordered
        for index in called.places.indices {
            called.borrowed(at: index)?._withUnsafeGuaranteedRef { $0.setAwaited(true) }
        }
        for index in called.places.indices {
            called.borrowed(at: index)?._withUnsafeGuaranteedRef { handler in
                if handler.hasStarted(in: dispatch) || handler.isUnregistered {
                    if handler.isLast { handler.setAwaited(false) }
                    return
                }
                handler.setAwaited(false)
                call(handler, with: action, in: dispatch, runner)
                if !handler.isLast { handler.setAwaited(true) }
            }
        }
    }

    @inline(__always)
    private func call(_ handler: Handler, with action: ActionAddress, in dispatch: Int, _ runner: TurnRunner) {
        if let notedIn, notedIn._withUnsafeGuaranteedRef({ $0.keepsDetails }) {
            notedIn._withUnsafeGuaranteedRef { record in
                record.noteDetails(handler.registrant) { handler.call(with: action, in: dispatch, runner) }
            }
        } else {
            handler.call(with: action, in: dispatch, runner)
            notedIn?._withUnsafeGuaranteedRef { $0.note(handler.registrant) }
        }
    }

    /// Finds which handlers are the last of their stores. Not while handlers are called: they go on as they began.
    private func findLast() {
        isOrderNew = false
        for handler in ordered.places { handler?.registrant.hasLaterHandler = false }
        for case let handler? in ordered.places.reversed() {
            handler.isLast = handler.registrant.cell != nil && !handler.registrant.hasLaterHandler
            handler.registrant.hasLaterHandler = true
        }
    }
}

// MARK: - Waiting

extension Route {
    /// Calls the handlers of a registrant that have not been called in this dispatch.
    func call(_ registrant: Registrant, in dispatch: Int) {
        guard let action else { return }
        for case let handler? in ordered.places where handler.registrant === registrant {
            callEarly(handler, with: action, in: dispatch)
        }
    }

    /// Calls a handler before its turn comes, and before it those that it declares to come after.
    private func callEarly(_ handler: Handler, with action: ActionAddress, in dispatch: Int) {
        if handler.hasReturned(in: dispatch) || handler.isUnregistered { return }
        if handler.hasStarted(in: dispatch) { stopWaiting(for: handler.registrant) }
        handler.start(in: dispatch)
        for registrant in handler.after {
            for case let other? in ordered.places where other.registrant === registrant && !other.wasAdded(in: dispatch)
            {
                callEarly(other, with: action, in: dispatch)
            }
        }
        if handler.isUnregistered { return }
        handler.setAwaited(false)
        // Each waiting handler adds to the depth of the stack, so the frame is kept small.
        call(handler, with: action, in: dispatch, currentRunner().takeUnretainedValue())
        if awaits(handler.registrant, in: dispatch) { handler.setAwaited(true) }
    }

    private func stopWaiting(for registrant: Registrant) -> Never {
        stop(
            """
            Dispatcher.waitFor: \(registrant.label) is waited for while it is waiting itself, in \(actionName). \
            To fix: break the cycle; of two callbacks only one can wait for the other.
            """
        )
    }
}

// MARK: - Reading

extension Route {
    /// The order that is being called.
    private var called: [Handler] { (formerOrders.first ?? ordered).handlers }

    /// Whether a registrant has a handler to come.
    private func awaits(_ registrant: Registrant, in dispatch: Int) -> Bool {
        called.contains { $0.registrant === registrant && $0.isAwaited(in: dispatch) }
    }

    /// Whether a handler may read the state of a store. Ends the process where the store has a handler to come.
    func allowsReading(_ cell: Cell) -> Bool {
        guard let dispatch = runningDispatch else { return false }
        let own = called.filter { $0.registrant.cell === cell }
        guard let registrant = own.first?.registrant, !own.contains(where: { $0.isRunning(in: dispatch) }) else {
            return false
        }
        if awaits(registrant, in: dispatch) {
            stopReading(of: registrant, by: called.filter { $0.isRunning(in: dispatch) })
        }
        return true
    }

    private func stopReading(of other: Registrant, by running: [Handler]) -> Never {
        // Who waits for another runs too; a store does not wait.
        let handler = running.first { $0.registrant.cell != nil } ?? running.first
        let reader = handler?.registrant
        let mend =
            reader?.cell == nil
            ? "call waitFor(_:) with its registration first"
            : "register the handler of \(reader?.label ?? "") with `after: [\(other.label)]`"
        stop(
            """
            Observable.value: \(reader?.label ?? "a handler") read the state of \(other.label) while \(actionName) is \
            being handled, and \(other.label) has not handled it yet. \
            To fix: \(mend), so that it reads the new state.
            """,
            at: handler?.site
        )
    }

    /// Where the handler that is changing a state was registered, which only a debug build knows.
    func site(changing cell: Cell?) -> CallSite? {
        called.first { $0.registrant.cell === cell && $0.isRunning }?.site
    }

    func place(changing cell: Cell) -> (file: StaticString, line: UInt)? {
        site(changing: cell).map { ($0.file, $0.line) }
    }
}

// MARK: - Changing

extension Route {
    /// Adds a handler. A cycle of handlers that come after each other ends the process with a message.
    ///
    /// - Parameters:
    ///   - handler: The handler.
    ///   - site: Where the user's code registers it.
    func add(_ handler: Handler, registeredAt site: CallSite) {
        if handler.isFirst { return addFirst(handler) }
        registered?.append(handler)
        if !isOfOneStore { for other in handler.after { other.precedeOthers(in: ObjectIdentifier(self)) } }
        if !isOfOneStore, handler.registrant.precedesOthers(in: ObjectIdentifier(self)) {
            let all = registered ?? ordered.handlers + [handler]
            registered = all
            setOrder { $0 = HandlerList(sorted(all, registeredAt: site), isOfOneStore: false) }
        } else {
            // Nothing has to come after it, so it comes last.
            setOrder { $0.append(handler) }
        }
    }

    /// Adds a handler before all that are not first. It comes after none, so the others keep their order.
    private func addFirst(_ handler: Handler) {
        func adding(to handlers: [Handler]) -> [Handler] {
            handlers.prefix { $0.isFirst } + [handler] + handlers.drop { $0.isFirst }
        }
        registered = registered.map(adding)
        setOrder { $0 = HandlerList(adding(to: $0.handlers), isOfOneStore: isOfOneStore) }
    }

    /// Removes a handler whose registration has ended, which is in this route. The caller releases it, with all that it
    /// captured, when all lists are consistent. O(1), amortised, unless handlers declare to come after others.
    ///
    /// - Parameters:
    ///   - handler: The handler.
    ///   - dispatch: The number of the dispatch to come.
    func remove(_ handler: Handler, before dispatch: Int) {
        let registrant = handler.registrant
        if handler.firstDispatch == dispatch, registrant.cell != nil, registrant.membership == nil {
            lostStore = registrant.label
        }
        registered?.removeAll { $0 === handler }
        setOrder { $0.remove(handler) }
    }

    /// Removes the handlers of ended registrations and passes them to the caller, which releases them, with all that
    /// they captured, when all lists are consistent. Further registrations may end at the same time on other threads.
    ///
    /// - Parameters:
    ///   - dropped: Takes what the caller is to release.
    ///   - dispatch: The number of the dispatch to come.
    func dropRemoved(into dropped: inout [AnyObject], before dispatch: Int) {
        for handler in ordered.handlers where handler.isUnregistered {
            dropped.append(handler)
            remove(handler, before: dispatch)
        }
    }

    /// Removes all handlers, since their store was unregistered. The caller keeps them until all lists are consistent.
    func removeAll() { setOrder { $0 = HandlerList(isOfOneStore: isOfOneStore) } }

    /// Changes the order in which handlers are called, from the next dispatch on.
    private func setOrder(_ change: (inout HandlerList) -> Void) {
        // Kept until all have been called, since the call borrows them.
        if action != nil { formerOrders.append(ordered) }
        isOrderNew = true
        change(&ordered)
    }

    /// Reports, once, that the only store that handles the actions was released before it could. In a release build,
    /// too: there a constant is released after its last use, so that a store may be lost that a debug build keeps.
    @inline(never)
    private func reportLostStore() {
        guard let name = lostStore else { return }
        lostStore = nil
        writeToStandardError(
            """
            Dispatcher.dispatch: nobody handles \(actionName): \(name), which does, was released before anything was \
            dispatched. To fix: keep the store for as long as it is used, in a property; one made with `_ =` is released \
            at once, and a constant of a function, where the build is optimised, after its last use.
            """
        )
    }
}
