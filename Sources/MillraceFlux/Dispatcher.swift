import MillraceSignals
import Synchronization

/// Carries every action to the stores that registered for its type.
///
/// One dispatch is one turn: when `dispatch` returns, every store, every derived observable and every observer has seen
/// the whole change, once (law F2).
///
/// ```swift
/// let dispatcher = Dispatcher()
/// let count = Store(0, on: dispatcher) { store in
///     store.on(Add.self) { count, action in count += action.amount }
/// }
/// dispatcher.dispatch(Add(amount: 2))
/// print(count.state.value)                // prints 2
/// ```
///
/// A dispatcher keeps the handlers of its stores for as long as the stores live; the stores keep the dispatcher. It
/// belongs to one isolation domain and is not `Sendable`.
public final class Dispatcher {
    @usableFromInline let routes = RouteTable()

    /// Callbacks for actions of every type, in the order in which they were registered.
    @exclusivity(unchecked) private var callbacks: [Callback] = []

    /// The way of the action that is being handled; nil where none is. The table of routes keeps it.
    @exclusivity(unchecked) @usableFromInline var currentRoute: Unmanaged<AnyRoute>?

    /// Numbers the dispatches.
    @exclusivity(unchecked) @usableFromInline var dispatchNumber = 0

    /// What a dispatch must heed before it goes the straight way, as a rule nothing. One look at it serves for all.
    @usableFromInline let notices = Atomic<UInt8>(0)

    /// Entries whose registrants have left wait to be dropped. Set on any thread.
    private static var removals: UInt8 { 1 }

    /// Something stands before the stores.
    private static var hasMiddleware: UInt8 { 2 }

    /// Where the stores and the dispatcher live.
    let home: Home

    /// The scheduler that the dispatcher was made with, on which effects run. Nil where there are none.
    public let scheduler: (any Scheduler)?

    /// Told of each error that an effect has thrown and that its `catching:` has not made an action of. Writes it to
    /// standard error unless it is replaced.
    public var onEffectFailure: (EffectFailure) -> Void {
        get { failureHandler }
        set {
            // What the former one has captured goes when the new one is in its place.
            let former = failureHandler
            failureHandler = newValue
            withExtendedLifetime(former) {}
        }
    }
    private var failureHandler: (EffectFailure) -> Void = { $0.writeToStandardError() }

    #if DEBUG
    let answers = AnswerWatch()
    #endif

    /// What stands before the stores. Nil where nothing does.
    var chain: MiddlewareChain? { didSet { notices.bitwiseOr(Dispatcher.hasMiddleware, ordering: .relaxed) } }

    /// Makes a dispatcher that nobody is registered with, for stores without effects.
    ///
    /// - Parameters:
    ///   - home: Where the dispatcher and its stores belong, if that is said and not learned: see ``Home``.
    ///   - isolation: The isolation of the calling code, from which the dispatcher learns where it belongs.
    public convenience init(in home: Home? = nil, isolation: (any Actor)? = #isolation) {
        self.init(scheduler: nil, in: home ?? isolation.map(Home.of) ?? .unknown())
    }

    /// Makes a dispatcher that nobody is registered with, whose stores may have effects.
    ///
    /// ```swift
    /// let dispatcher = Dispatcher(on: .main)
    /// ```
    ///
    /// Make it in the isolation of the scheduler: where the code belongs to another actor, this is refused.
    ///
    /// - Parameters:
    ///   - scheduler: Where the dispatcher belongs: effects run in its isolation, and their actions are dispatched
    ///     there. `.main` for the main actor, ``ActorScheduler`` for another, in specs the `TestScheduler`.
    ///   - isolation: The isolation of the calling code.
    public convenience init(on scheduler: some Scheduler, isolation: (any Actor)? = #isolation) {
        let home = scheduler.isolation.map(Home.of)
        if let home, let isolation, Home.of(isolation) !== home { Self.stopForeign(home, Home.of(isolation)) }
        self.init(scheduler: scheduler, in: home ?? isolation.map(Home.of) ?? .unknown())
    }

    private init(scheduler: (any Scheduler)?, in home: Home) {
        self.home = home
        self.scheduler = scheduler
        withTurn { $0.enter(self) }
    }

    /// Whether handlers and callbacks are being called. Observers run after them, so for an observer it is false.
    public var isDispatching: Bool { currentRoute != nil }
}

// MARK: - Dispatching

extension Dispatcher {
    /// Hands an action to all that registered for its type, and runs the turn.
    ///
    /// Handlers are called in the order in which they were registered, and after those that they declare to come after.
    /// On return the turn is over. Called by an observer, in mid-turn, the action waits: queued actions run in order,
    /// one turn each, before the outermost `dispatch` returns. In a `batch` the handlers run at once, and the turn
    /// comes with the batch's end.
    ///
    /// To dispatch from a handler, to whichever dispatcher, is a programmer's error: a handler only changes its state
    /// (law F4). So it is to dispatch from what derives an observable: that only computes.
    ///
    /// - Complexity: O(n) for n handlers of this type, however many other stores exist, plus the turn.
    @inlinable
    public func dispatch<ActionType: Action>(
        _ action: ActionType,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        withTurn { turn in
            requireDispatchable(ActionType.self, turn, file, line)
            if turn.isRunning { postpone(turn) { self.deliver(action, $0) } } else { deliver(action, turn) }
        }
    }

    /// Delivers an action when the turn that runs is over; at once where it is that of another home.
    @usableFromInline
    func postpone(_ turn: Turn, _ deliver: @escaping (Turn) -> Void) {
        if turn.isApart(home) {
            turn.apart(in: home) { turn in
                if turn.isRunning { turn.afterTurn { deliver(turn) } } else { deliver(turn) }
            }
        } else {
            turn.afterTurn { deliver(turn) }
        }
    }

    @inlinable
    func requireDispatchable(_ type: any Action.Type, _ turn: Turn, _ file: StaticString, _ line: UInt) {
        if turn.handled != nil { stopNestedDispatch(of: type, turn, file, line) }
        if turn.isComputing { stopDispatchInComputation(of: type, file, line) }
    }

    @inlinable
    func deliver<ActionType: Action>(_ action: ActionType, _ turn: Turn) {
        if notices.load(ordering: .relaxed) != 0, heedsNotices(action, to: nil, turn) { return }
        if let route = route(for: ActionType.self) { call(route, with: action, turn) }
    }

    /// Calls the handlers of a way, and runs the turn.
    @inlinable
    func call<ActionType: Action>(_ route: Unmanaged<AnyRoute>, with action: ActionType, _ turn: Turn) {
        #if DEBUG
        route._withUnsafeGuaranteedRef { $0.reportLost() }
        #endif
        turn.collect {
            handling(along: route, turn) { (route: Route<ActionType>) in
                route.call(with: action, in: dispatchNumber, turn)
            }
        }
    }

    /// Begins a dispatch, and marks its way as the one that is being handled while `body` calls the handlers.
    @inlinable
    @inline(__always)
    func handling<ActionType: Action>(
        along route: Unmanaged<AnyRoute>,
        _ turn: Turn,
        _ body: (Route<ActionType>) -> Void
    ) {
        dispatchNumber &+= 1
        currentRoute = route
        turn.handled = .fromOpaque(route.toOpaque())
        route._withUnsafeGuaranteedRef {
            let route = unsafeDowncast($0, to: Route<ActionType>.self)
            body(route)
            turn.handled = nil
            currentRoute = nil
            if !route.former.isEmpty { route.dropFormer() }
        }
    }

    /// Drops who has left, and hands an action to the middleware where there is some. False where it goes the straight way.
    @usableFromInline
    @inline(never)
    func heedsNotices(_ action: some Action, to registration: Registration?, _ turn: Turn) -> Bool {
        dropRemoved()
        guard let chain else { return false }
        chain.deliver(action, to: registration, turn)
        return true
    }

    /// Calls the handlers of an action, and has each watched. The turn is the caller's.
    func handle<ActionType: Action>(
        _ action: ActionType,
        to registration: Registration?,
        _ turn: Turn,
        watchedBy watch: HandlerWatch
    ) {
        dropRemoved()
        let type = ActionType.self
        let found = registration.map { $0.ownRoutes?.find(ObjectIdentifier(type)) } ?? route(for: type)
        guard let route = found else { return }
        #if DEBUG
        route._withUnsafeGuaranteedRef { $0.reportLost() }
        #endif
        handling(along: route, turn) { (route: Route<ActionType>) in
            route.call(with: action, in: dispatchNumber, turn, watchedBy: watch)
        }
    }

    /// The way of the actions of one type, borrowed from the table.
    @inlinable
    func route<ActionType: Action>(for type: ActionType.Type) -> Unmanaged<AnyRoute>? {
        routes.find(ObjectIdentifier(type)) ?? makeRoute(for: type, isNeeded: false)
    }

    /// Makes the way of actions that come for the first time, where anybody is to be called.
    @usableFromInline
    func makeRoute<ActionType: Action>(for type: ActionType.Type, isNeeded: Bool) -> Unmanaged<AnyRoute>? {
        guard isNeeded || !callbacks.isEmpty else { return nil }
        let route = Route<ActionType>()
        for callback in callbacks { route.add(callback, addedIn: 0) }
        routes.add(route, for: ObjectIdentifier(type))
        return .passUnretained(route)
    }

    private static func stopForeign(_ home: Home, _ other: Home) -> Never {
        stop(
            """
            Dispatcher.init(on:): it was handed a scheduler of \(home), and made in the isolation of \(other). \
            To fix: make it on the actor whose scheduler it is handed.
            """
        )
    }

    @usableFromInline
    func stopDispatchInComputation(of type: any Action.Type, _ file: StaticString, _ line: UInt) -> Never {
        stop(
            """
            Dispatcher.dispatch: \(type) was dispatched while a derived observable computes. \
            To fix: dispatch in an observer; what derives observables only computes.
            """,
            file: file,
            line: line
        )
    }

    @usableFromInline
    func stopNestedDispatch(of type: any Action.Type, _ turn: Turn, _ file: StaticString, _ line: UInt) -> Never {
        let handler = turn.handled?.takeUnretainedValue()
        if handler is MiddlewareChain { stopDispatchByMiddleware(of: type, file, line) }
        let handled = handler as? AnyRoute
        stop(
            """
            Dispatcher.dispatch: \(type) was dispatched while \(handled?.actionName ?? "an action") is being handled. \
            To fix: change all that the action concerns in the handlers of that one action, \
            or dispatch from an observer of the state, which is called after the turn.
            """,
            file: file,
            line: line
        )
    }

    private func stopDispatchByMiddleware(of type: any Action.Type, _ file: StaticString, _ line: UInt) -> Never {
        stop(
            """
            Dispatcher.dispatch: \(type) was dispatched by a middleware. \
            To fix: return .replace(by:) or .delay(by:on:) from willHandle, \
            or dispatch from an observer of the state, which is called after the turn.
            """,
            file: file,
            line: line
        )
    }
}

// MARK: - Registering

extension Dispatcher {
    /// Registers a callback for the actions of every type: the bare dispatcher, as Flux has it.
    ///
    /// A store is usually what you want; a callback is for what has no state, and may wait for others with
    /// ``waitFor(_:file:line:)-(Registration...,_,_)``. It may be registered in the midst of a dispatch, and is then called from the next one on, or
    /// earlier if another waits for it.
    ///
    /// - Parameters:
    ///   - label: What error messages call it.
    ///   - callback: Called with every action, in the order of registration.
    /// - Returns: The registration: the callback is called for as long as it is kept.
    public func register(
        _ label: String = "a callback",
        _ callback: @escaping (any Action) -> Void
    ) -> Registration {
        home.noteUse("a dispatcher")
        let registration = Registration(label, with: self)
        let added = Callback(registrant: registration.registrant, call: callback)
        callbacks.append(added)
        for route in routes.all { route.add(added, addedIn: presentDispatch) }
        return registration
    }

    /// Unregisters at once, also in the midst of a dispatch: a callback that has not been called yet is skipped.
    ///
    /// To unregister what is not registered here, or no longer, is a programmer's error.
    public func unregister(_ registration: Registration, file: StaticString = #fileID, line: UInt = #line) {
        requireRegistered(registration, "Dispatcher.unregister", file, line)
        registration.leave()
        // The table stays: one of its ways may be the one that is being handled.
        var dropped: [AnyObject] = []
        for route in registration.ownRoutes?.all ?? [] { route.dropRemoved(into: &dropped, before: 0) }
        notices.bitwiseOr(Dispatcher.removals, ordering: .relaxed)
        dropRemoved()
        withExtendedLifetime(dropped) {}
    }

    /// Calls the callbacks of other registrations now, where the action that is being dispatched has not reached them
    /// yet.
    ///
    /// May only be called from a callback. Callbacks that wait for each other call each other: 250 in a row fit a stack
    /// of 512 KiB in any build. Waiting for what has been called already does nothing. Waiting in a circle,
    /// and waiting for what is not registered (any more), are programmer's errors.
    public func waitFor(_ registrations: Registration..., file: StaticString = #fileID, line: UInt = #line) {
        waitFor(registrations, file: file, line: line)
    }

    /// Calls the callbacks of an array of registrations now. See ``waitFor(_:file:line:)-(Registration...,_,_)``.
    public func waitFor(_ registrations: [Registration], file: StaticString = #fileID, line: UInt = #line) {
        guard let currentRoute else {
            stop(
                """
                Dispatcher.waitFor: nothing is being dispatched. \
                To fix: wait only within a callback, for the action that it was called with.
                """,
                file: file,
                line: line
            )
        }
        for registration in registrations {
            requireRegistered(registration, "Dispatcher.waitFor", file, line)
            currentRoute.takeUnretainedValue().call(registration.registrant, in: dispatchNumber)
        }
    }

    /// Adds a handler of one registrant for the actions of one type.
    func add<ActionType: Action>(
        _ registration: Registration,
        after others: [Registration],
        _ place: CallPlace,
        _ handler: @escaping (ActionType, Turn) -> Void
    ) {
        home.noteUse("a dispatcher")
        for registration in [registration] + others {
            requireRegistered(registration, "Store.on", place.file, place.line)
        }
        let found = route(for: ActionType.self) ?? makeRoute(for: ActionType.self, isNeeded: true)
        guard let found else { return }
        let entry = Entry(
            registration.registrant,
            after: others.map(\.registrant),
            addedIn: presentDispatch,
            call: handler
        )
        #if DEBUG
        entry.addedBefore = dispatchNumber + 1
        #endif
        unsafeDowncast(found.takeUnretainedValue(), to: Route<ActionType>.self).add(entry, at: place)
        registration.add(entry)
    }

    /// The number of the running dispatch; a number that no dispatch has where none runs.
    private var presentDispatch: Int { isDispatching ? dispatchNumber : -1 }

    @usableFromInline
    func requireRegistered(
        _ registration: Registration,
        _ method: StaticString,
        _ file: StaticString,
        _ line: UInt
    ) {
        guard registration.isWith(self), !registration.registrant.isRemoved.load(ordering: .relaxed) else {
            stop(
                """
                \(method): \(registration.registrant.label) is not registered with this dispatcher. \
                To fix: name only what is registered here and has not been unregistered.
                """,
                file: file,
                line: line
            )
        }
    }

    /// Lets a registrant go whose registration has been released, on any thread.
    func release(_ registrant: Registrant) {
        notices.bitwiseOr(Dispatcher.removals, ordering: .releasing)
        if home.isHere { dropRemoved() } else { home.prunesSoon(self) }
    }

    /// Drops the entries of those who have left.
    @usableFromInline
    func dropRemoved() {
        let former = notices.bitwiseAnd(~Dispatcher.removals, ordering: .acquiring).oldValue
        guard former & Dispatcher.removals != 0 else { return }
        // What was captured by the dropped ones goes last, when all lists are in order: it may use this dispatcher.
        var dropped: [AnyObject] = []
        let formerCallbacks = callbacks
        callbacks.removeAll { $0.registrant.isRemoved.load(ordering: .relaxed) }
        for route in routes.all { route.dropRemoved(into: &dropped, before: dispatchNumber + 1) }
        withExtendedLifetime((dropped, formerCallbacks)) {}
    }
}

extension Dispatcher: Prunable {
    package func pruneReleased() { dropRemoved() }
}
