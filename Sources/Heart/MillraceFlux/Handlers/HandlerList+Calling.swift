import MillraceBase
import MillraceSignals

// How the handlers of an action are called.

extension HandlerList {
    /// Calls the handlers, in order, and then the reactions to their changes. Handlers that are registered or removed
    /// during the dispatch are not called.
    ///
    /// - Parameters:
    ///   - action: Where the action is, of this list's type.
    ///   - dispatch: The number of the dispatch.
    ///   - handled: Notes who is called, if that is wanted.
    func callHandlers(
        with action: UnsafeRawPointer,
        in dispatch: Int,
        _ runner: TurnRunner,
        notedIn handled: HandledAction?
    ) {
        self.action = action
        if let handled { notedIn = .passUnretained(handled) }
        if places.count > 1 {
            callSeveral(with: action, in: dispatch, runner)
        } else if !places.isEmpty {
            // Borrowed: counting references would take longer than all the rest.
            borrow(places, at: 0)?._withUnsafeGuaranteedRef { handler in
                if !handler.isUnregistered { call(handler, with: action, in: dispatch, runner) }
            }
        } else if lostStore != nil {
            reportLostStore()
        }
        self.action = nil
        if !reacting.isEmpty { callReactions(runner) }
        notedIn = nil
    }

    /// Calls several handlers, in order. While the handler of a store is still to come, reading its state traps, since
    /// the result would be out of date.
    private func callSeveral(with action: UnsafeRawPointer, in dispatch: Int, _ runner: TurnRunner) {
        if isOrderNew { findLast() }
        runningDispatch = dispatch
        defer { runningDispatch = nil }
        let called = places
        for index in called.indices {
            borrow(called, at: index)?._withUnsafeGuaranteedRef { $0.setAwaited(true) }
        }
        for index in called.indices {
            borrow(called, at: index)?._withUnsafeGuaranteedRef { handler in
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
    private func call(_ handler: Handler, with action: UnsafeRawPointer, in dispatch: Int, _ runner: TurnRunner) {
        if let notedIn, notedIn._withUnsafeGuaranteedRef({ $0.keepsDetails }) {
            notedIn._withUnsafeGuaranteedRef { handled in
                handled.noteDetails(handler.registrant) { handler.call(with: action, in: dispatch, runner) }
            }
        } else {
            handler.call(with: action, in: dispatch, runner)
            notedIn?._withUnsafeGuaranteedRef { $0.note(handler.registrant) }
        }
        if handler.registrant.isWatched { noteChange(of: handler.registrant, runner) }
    }

    /// Finds which handlers are the last of their stores. Not while handlers are called: they go on as they began.
    private func findLast() {
        isOrderNew = false
        for handler in places { handler?.registrant.hasLaterHandler = false }
        for case let handler? in places.reversed() {
            handler.isLast = handler.registrant.cell != nil && !handler.registrant.hasLaterHandler
            handler.registrant.hasLaterHandler = true
        }
    }

    /// The handler at a place, borrowed from the order: it is not counted.
    @inline(__always)
    private func borrow(_ order: [Handler?], at place: Int) -> Unmanaged<Handler>? {
        order[place].map { .passUnretained($0) }
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

// MARK: - Waiting

extension HandlerList {
    /// Calls the handlers of a registrant that have not been called in this dispatch.
    func call(_ registrant: Registrant, in dispatch: Int) {
        guard let action else { return }
        for case let handler? in places where handler.registrant === registrant {
            callEarly(handler, with: action, in: dispatch)
        }
    }

    /// Calls a handler before its turn comes, and before it those that it declares to come after.
    private func callEarly(_ handler: Handler, with action: UnsafeRawPointer, in dispatch: Int) {
        if handler.hasReturned(in: dispatch) || handler.isUnregistered { return }
        if handler.hasStarted(in: dispatch) { stopWaiting(for: handler.registrant) }
        handler.start(in: dispatch)
        for registrant in handler.after {
            for case let other? in places where other.registrant === registrant && !other.wasAdded(in: dispatch) {
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
