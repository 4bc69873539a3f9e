import MillraceBase
import MillraceSignals

// How an action reaches its handlers.

extension Dispatcher {
    /// Dispatches an action to every store that registered for its type, and runs the turn.
    ///
    /// Handlers are called in the order of their registration, each after those that it declares to come after. On
    /// return the turn is over. If an observer calls it during a turn, the action waits: queued actions run in order,
    /// one turn each, before the outermost `dispatch` returns. In a `batch` the handlers run at once, and the turn
    /// comes at the end of the batch.
    ///
    /// Precondition: no handler of any dispatcher is running (law F4: a handler only changes its state), and no derived
    /// observable is computing.
    ///
    /// - Complexity: O(n) for n handlers of this type, however many other stores exist, plus the turn.
    @export(implementation)
    public func dispatch<ActionType: Action>(
        _ action: ActionType,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        withUnsafePointer(to: action) { address in
            let place = ActionAddress(address, of: ActionType.self)
            // The turn is found here, so that the rest is calls that come last, and save no registers.
            if !withRunner({ deliverStraight(place, $0) }) {
                dispatch(action, at: place, to: nil, from: CallSite(file, line))
            }
        }
    }

    /// Dispatches an action to all stores for code of this module, which knows who asked for it.
    func dispatch<ActionType: Action>(_ action: ActionType, by origin: @autoclosure () -> ActionOrigin) {
        withUnsafePointer(to: action) { address in
            let place = ActionAddress(address, of: ActionType.self)
            if !withRunner({ deliverStraight(place, $0) }) { dispatch(action, at: place, to: nil, by: origin()) }
        }
    }

    /// Calls the handlers of an action where nothing stands in the way, as is the rule. Otherwise does nothing, and
    /// returns false.
    @usableFromInline
    func deliverStraight(_ action: ActionAddress, _ runner: TurnRunner) -> Bool {
        deliverStraight(action, by: .passUnretained(handlers), runner)
    }

    @inline(__always)
    func deliverStraight(_ action: ActionAddress, by table: Unmanaged<HandlerRegistry>, _ runner: TurnRunner) -> Bool {
        #if DEBUG
        if storeNames.hasNew { _ = storeNames.reportShared() }
        #endif
        if isOfMain, !runner.isOnMainThread { requireMain(action.type) }
        guard runner.handling == nil, !runner.isComputing, !runner.isRunning, obstacles.load(ordering: .relaxed) == 0,
            let list = table._withUnsafeGuaranteedRef({ $0.find(action.type) })
        else { return false }
        return call(list, with: action.address, runner, notedIn: nil)
    }

    /// Ends the process unless the calling code runs where the main actor does, to which this dispatcher belongs.
    @inline(never)
    private func requireMain(_ type: ObjectIdentifier) {
        if isOnMain { return }
        stop(
            """
            Dispatcher.dispatch: \(handlers.find(type)?.takeUnretainedValue().actionName ?? "an action") was dispatched off \
            the main actor, to which the dispatcher belongs. \
            To fix: dispatch on the main actor, or send through `dispatcher.inlet()`, which was made there, from elsewhere.
            """
        )
    }

    /// Dispatches an action to the stores of its type, or to one of them alone: after the running turn, and through
    /// the middleware, where there are such.
    ///
    /// - Parameter place: Where the action is while this runs, if that is known. It spares opening the action.
    @usableFromInline
    func dispatch(
        _ action: any Action,
        at place: ActionAddress? = nil,
        to registration: Registration?,
        from site: CallSite
    ) {
        dispatch(action, at: place, to: registration, by: ActionOrigin(.code, at: site))
    }

    /// The same, for whoever it is.
    func dispatch(
        _ action: any Action,
        at place: ActionAddress?,
        to registration: Registration?,
        by origin: ActionOrigin
    ) {
        withRunner { runner in
            if runner.handling != nil { stopNestedDispatch(of: "\(type(of: action))", runner, origin.site) }
            if runner.isComputing { stopDispatchInComputation(of: type(of: action), origin.site) }
            guard runner.isRunning else { return deliver(action, at: place, to: registration, by: origin, runner) }
            let (isAddressed, membership) = (registration != nil, registration?.registrant.membership)
            postpone(runner) { [weak registration] runner in
                // A member of a family that has gone meanwhile is reported, as one that was not there.
                let addressee = registration ?? membership.map { Registration(absent: $0, from: self) }
                guard !isAddressed || addressee != nil else { return }
                self.deliver(action, at: nil, to: addressee, by: origin.deferred, runner)
            }
        }
    }

    /// Delivers an action when the running turn is over; at once where that is the turn of another home.
    private func postpone(_ runner: TurnRunner, _ deliver: @escaping (TurnRunner) -> Void) {
        if runner.isApart(home) {
            runner.apart(in: home) { runner in
                if runner.isRunning { runner.afterTurn { deliver(runner) } } else { deliver(runner) }
            }
        } else {
            runner.afterTurn { deliver(runner) }
        }
    }

    private func deliver(
        _ action: any Action,
        at place: ActionAddress?,
        to registration: Registration?,
        by origin: ActionOrigin,
        _ runner: TurnRunner
    ) {
        if obstacles.load(ordering: .relaxed) & Dispatcher.removals != 0 { using { dropRemoved() } }
        if let interceptor {
            interceptor.intercept(action, at: place, to: registration, on: self, by: origin, runner)
        } else {
            handle(action, at: place, to: registration, runner, notedIn: nil)
        }
    }

    /// Calls the handlers of an action, and has them noted. The turn ends here unless it is the caller's.
    @inline(never)
    func handle(
        _ action: any Action,
        at place: ActionAddress?,
        to registration: Registration?,
        _ runner: TurnRunner,
        notedIn handled: HandledAction?
    ) {
        func locate<ActionType: Action>(_ action: ActionType) {
            withUnsafePointer(to: action) {
                handle(action, at: ActionAddress($0, of: ActionType.self), to: registration, runner, notedIn: handled)
            }
        }
        guard let place else { return locate(action) }
        using {
            dropRemoved()
            let found =
                registration.map { $0.ownHandlers.find(place.type) } ?? handlers.find(place.type)
                ?? listOfCallbacks(for: type(of: action))
            if let found {
                call(found, with: place.address, runner, notedIn: handled)
            } else {
                unhandledCount += 1
                #if DEBUG
                if handled == nil { reportUnknown(action, place.type, to: registration) }
                #endif
            }
        }
    }

    /// Calls the handlers of a list, and has them noted. Returns true, so that calling it is the last that
    /// `deliverStraight` does.
    @inline(never)
    @discardableResult
    private func call(
        _ list: Unmanaged<HandlerList>,
        with action: UnsafeRawPointer,
        _ runner: TurnRunner,
        notedIn handled: HandledAction?
    ) -> Bool {
        runner.collect {
            // Also where it has waited for a turn that runs within a handler, and so was no dispatch when it was made.
            if let currentList { stopDispatch(of: list, within: currentList, runner) }
            dispatchNumber &+= 1
            currentList = list
            runner.handling = .fromOpaque(list.toOpaque())
            list._withUnsafeGuaranteedRef { list in
                list.callHandlers(with: action, in: dispatchNumber, runner, notedIn: handled)
                if !followers.isEmpty { followStates(runner) }
                runner.handling = nil
                currentList = nil
                list.releaseFormerOrders()
            }
        }
        return true
    }

    @inline(never)
    private func stopDispatch(
        of list: Unmanaged<HandlerList>,
        within other: Unmanaged<HandlerList>,
        _ runner: TurnRunner
    ) -> Never {
        let names = (list.takeUnretainedValue().actionName, other.takeUnretainedValue().actionName)
        if runner.handling != nil { stopNestedDispatch(of: names.0, runner, CallSite(#fileID, #line)) }
        stop(
            """
            Dispatcher.dispatch: \(names.0) was dispatched while another thread dispatches \(names.1). \
            To fix: keep a dispatcher, its stores and all that is derived from them in one isolation domain, and send \
            through `dispatcher.inlet()` from elsewhere.
            """
        )
    }

    #if DEBUG
    /// Reports, once for each type, that nobody handles an action, where this is no matter of time: a family may have
    /// no member yet that registers for it, and an action addressed to a member that is gone is lost by intention.
    private func reportUnknown(_ action: any Action, _ type: ObjectIdentifier, to addressee: Registration?) {
        if addressee?.registrant.hasEnded ?? (hasFamilies && !(action is CloseMember)) { return }
        guard reportedTypes.insert(type).inserted else { return }
        let other = handlers.find(type)?.takeUnretainedValue().firstStore
        writeToStandardError(unknown(action, to: addressee, butFor: other))
    }

    private func unknown(_ action: any Action, to addressee: Registration?, butFor other: String?) -> String {
        if let close = action as? CloseMember {
            return """
                Effect.close: \(close.member) asks to be closed, and is no member of a family. \
                To fix: make the store in the closure of a StoreFamily, or have the action handled that is to remove it.
                """
        }
        guard let name = addressee?.registrant.label else {
            return """
                Dispatcher.dispatch: nobody handles \(type(of: action)): no store on this dispatcher has registered for it. \
                To fix: register a handler with Store.on before it is dispatched, or do not dispatch it.
                """
        }
        return """
            Dispatcher.dispatch: \(type(of: action)) is dispatched to \(name) alone, which does not handle it\
            \(other.map { ", and \($0) does" } ?? ""). \
            To fix: register a handler in \(name) with Store.on, or dispatch it to a store that handles it.
            """
    }
    #endif

    private func stopDispatchInComputation(of type: any Action.Type, _ site: CallSite?) -> Never {
        stop(
            """
            Dispatcher.dispatch: \(type) was dispatched while a derived observable computes. \
            To fix: dispatch in an observer; what derives observables only computes.
            """,
            at: site
        )
    }

    private func stopNestedDispatch(of type: String, _ runner: TurnRunner, _ site: CallSite?) -> Never {
        let handled = runner.handling?.takeUnretainedValue()
        let text =
            if handled is any ActionInterceptor {
                """
                Dispatcher.dispatch: \(type) was dispatched by a middleware. \
                To fix: return .replace(by:) from `decide`, \
                or dispatch from an observer of the state, which is called after the turn.
                """
            } else {
                """
                Dispatcher.dispatch: \(type) was dispatched while \((handled as? HandlerList)?.actionName ?? "an action") is \
                being handled. \
                To fix: change all that the action concerns in the handlers of that one action, \
                or dispatch from an observer of the state, which is called after the turn. \
                Where the `deinit` of a value in the state dispatches, have an effect do it instead.
                """
            }
        stop(text, at: site)
    }
}
