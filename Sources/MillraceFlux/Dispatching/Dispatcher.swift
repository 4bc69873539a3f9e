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
    /// The handlers, by the type of their actions.
    private let routes = RouteTable(isOfOneStore: false)

    /// Callbacks for actions of every type, in the order in which they were registered.
    @exclusivity(unchecked) private var callbacks: [Callback] = []

    /// The route whose handlers are being called; nil where none are. Its table keeps it.
    @exclusivity(unchecked) private var currentRoute: Unmanaged<Route>?

    /// The families that are to follow what the handlers have changed, when all have returned; as a rule none.
    @exclusivity(unchecked) var followers: [any StateFollower] = []

    /// Numbers the dispatches.
    @exclusivity(unchecked) private var dispatchNumber = 0

    /// The number of actions that reached nobody.
    private var unhandledCount = 0

    /// The number of actions that were handed to whoever handles them.
    var handledCount: Int { dispatchNumber + unhandledCount }

    #if DEBUG
    /// The types of actions that were reported, because no store has ever registered for them.
    private var reportedTypes: Set<ObjectIdentifier> = []

    /// Whether there is a family of stores. What its members handle is known when there is one.
    var hasFamilies = false
    #endif

    /// What keeps a dispatch from going straight to the handlers; as a rule nothing. One look at it serves for all.
    private let obstacles = Atomic<UInt8>(0)

    /// Handlers whose registrations have ended wait to be dropped. Set on any thread.
    private static var removals: UInt8 { 1 }

    /// Middleware is to be asked.
    private static var interception: UInt8 { 2 }

    /// The isolation domain of the dispatcher and its stores.
    package let home: Home

    /// The scheduler on which effects run. Nil if the dispatcher was made for stores without effects.
    public let scheduler: (any Scheduler)?

    /// Called with each error that an effect has thrown and that its `catching:` has not turned into an action.
    ///
    /// By default it writes the error to standard error. It is called in the dispatcher's isolation.
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
    let crosstalk = CrosstalkDetector()
    #endif

    /// Decides what becomes of actions before the stores get them: the installed middleware. Nil where there is none.
    @exclusivity(unchecked) var interceptor: (any ActionInterceptor)?

    /// Whether actions go to the interceptor, or straight to the handlers since it has nothing to decide.
    func setIntercepted(_ isIntercepted: Bool) {
        if isIntercepted {
            obstacles.bitwiseOr(Dispatcher.interception, ordering: .relaxed)
        } else {
            obstacles.bitwiseAnd(~Dispatcher.interception, ordering: .relaxed)
        }
    }

    /// Makes a dispatcher for stores without effects.
    ///
    /// - Parameters:
    ///   - home: Where the dispatcher and its stores belong, if this is specified and not learned: see ``Home``.
    ///   - isolation: The isolation of the calling code, from which the dispatcher learns where it belongs.
    public convenience init(in home: Home? = nil, isolation: (any Actor)? = #isolation) {
        self.init(scheduler: nil, in: home ?? isolation.map(Home.of) ?? .unknown())
    }

    /// Makes a dispatcher for stores that may have effects.
    ///
    /// ```swift
    /// let dispatcher = Dispatcher(on: .main)
    /// ```
    ///
    /// Precondition: the calling code is in the isolation of the scheduler, or in none.
    ///
    /// - Parameters:
    ///   - scheduler: Where the dispatcher belongs: effects run in its isolation, and their actions are dispatched
    ///     there. Pass `.main` for the main actor, an ``ActorScheduler`` for another actor, a `TestScheduler` in tests.
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

    /// Whether handlers or callbacks are being called. It is false for an observer, because observers run after them.
    public var isDispatching: Bool { currentRoute != nil }

    /// The route whose handlers are being called; nil where none are.
    var runningRoute: Route? { currentRoute?.takeUnretainedValue() }

    private static func stopForeign(_ home: Home, _ other: Home) -> Never {
        stop(
            """
            Dispatcher.init(on:): it was given a scheduler of \(home), and made in the isolation of \(other). \
            To fix: make it on the actor whose scheduler it is given.
            """
        )
    }
}

/// A callback for the actions of every type.
private struct Callback {
    let registrant: Registrant
    let call: (any Action) -> Void
}

// MARK: - Dispatching

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
            let place = LocatedAction(address, of: ActionType.self)
            // The turn is found here, so that the rest is calls that come last, and save no registers.
            if !withTurn({ deliversStraight(place, $0) }) {
                dispatch(action, at: place, to: nil, from: CallSite(file, line))
            }
        }
    }

    /// Calls the handlers of an action where nothing stands in the way, as is the rule. Otherwise does nothing, and
    /// returns false.
    @usableFromInline
    func deliversStraight(_ action: LocatedAction, _ turn: Turn) -> Bool {
        deliversStraight(action, by: .passUnretained(routes), turn)
    }

    @inline(__always)
    func deliversStraight(_ action: LocatedAction, by routes: Unmanaged<RouteTable>, _ turn: Turn) -> Bool {
        guard turn.handled == nil, !turn.isComputing, !turn.isRunning, obstacles.load(ordering: .relaxed) == 0,
            let route = routes._withUnsafeGuaranteedRef({ $0.find(action.type) })
        else { return false }
        return call(route, with: action.address, turn, notedIn: nil)
    }

    /// Dispatches an action to the stores of its type, or to one of them alone: after the running turn, and through
    /// the middleware, where there are such.
    ///
    /// - Parameter place: Where the action is while this runs, if that is known. It spares opening the action.
    @usableFromInline
    func dispatch(
        _ action: any Action,
        at place: LocatedAction? = nil,
        to registration: Registration?,
        from site: CallSite
    ) {
        withTurn { turn in
            if turn.handled != nil { stopNestedDispatch(of: type(of: action), turn, site) }
            if turn.isComputing { stopDispatchInComputation(of: type(of: action), site) }
            guard turn.isRunning else { return deliver(action, at: place, to: registration, turn) }
            let (isAddressed, membership) = (registration != nil, registration?.registrant.membership)
            postpone(turn) { [weak registration] turn in
                // A member of a family that has gone meanwhile is told of, as one that was not there.
                let addressee = registration ?? membership.map { Registration(absent: $0, from: self) }
                if !isAddressed || addressee != nil { self.deliver(action, at: nil, to: addressee, turn) }
            }
        }
    }

    /// Delivers an action when the running turn is over; at once where that is the turn of another home.
    private func postpone(_ turn: Turn, _ deliver: @escaping (Turn) -> Void) {
        if turn.isApart(home) {
            turn.apart(in: home) { turn in
                if turn.isRunning { turn.afterTurn { deliver(turn) } } else { deliver(turn) }
            }
        } else {
            turn.afterTurn { deliver(turn) }
        }
    }

    private func deliver(
        _ action: any Action,
        at place: LocatedAction?,
        to registration: Registration?,
        _ turn: Turn
    ) {
        dropRemoved()
        if let interceptor {
            interceptor.intercept(action, at: place, to: registration, on: self, turn)
        } else {
            handle(action, at: place, to: registration, turn, notedIn: nil)
        }
    }

    /// Calls the handlers of an action, and has them noted. The turn ends here unless it is the caller's.
    @inline(never)
    func handle(
        _ action: any Action,
        at place: LocatedAction?,
        to registration: Registration?,
        _ turn: Turn,
        notedIn record: HandlingRecord?
    ) {
        func locate<ActionType: Action>(_ action: ActionType) {
            withUnsafePointer(to: action) {
                handle(action, at: LocatedAction($0, of: ActionType.self), to: registration, turn, notedIn: record)
            }
        }
        guard let place else { return locate(action) }
        dropRemoved()
        let found =
            registration.map { $0.ownRoutes.find(place.type) } ?? routes.find(place.type)
            ?? routeOfCallbacks(for: type(of: action))
        if let found {
            call(found, with: place.address, turn, notedIn: record)
        } else {
            unhandledCount += 1
            #if DEBUG
            if record == nil { reportUnknown(action) }
            #endif
        }
    }

    /// Calls the handlers of a route, and has them noted. Returns true, so that calling it is the last that
    /// `deliversStraight` does.
    @inline(never)
    @discardableResult
    private func call(
        _ route: Unmanaged<Route>,
        with action: ActionAddress,
        _ turn: Turn,
        notedIn record: HandlingRecord?
    ) -> Bool {
        turn.collect {
            dispatchNumber &+= 1
            currentRoute = route
            turn.handled = .fromOpaque(route.toOpaque())
            route._withUnsafeGuaranteedRef { route in
                route.callHandlers(with: action, in: dispatchNumber, turn, notedIn: record)
                if !followers.isEmpty { followStates(turn) }
                turn.handled = nil
                currentRoute = nil
                route.releaseFormerOrders()
            }
        }
        return true
    }

    #if DEBUG
    /// Reports, once for each type, that no store has ever registered for an action.
    private func reportUnknown(_ action: any Action) {
        guard !hasFamilies, reportedTypes.insert(ObjectIdentifier(type(of: action))).inserted else { return }
        writeToStandardError(
            """
            Dispatcher.dispatch: nobody handles \(type(of: action)): no store on this dispatcher has registered for it. \
            To fix: register a handler with Store.on before it is dispatched, or do not dispatch it.
            """
        )
    }
    #endif

    private func stopDispatchInComputation(of type: any Action.Type, _ site: CallSite) -> Never {
        stop(
            """
            Dispatcher.dispatch: \(type) was dispatched while a derived observable computes. \
            To fix: dispatch in an observer; what derives observables only computes.
            """,
            file: site.file,
            line: site.line
        )
    }

    private func stopNestedDispatch(of type: any Action.Type, _ turn: Turn, _ site: CallSite) -> Never {
        let handled = turn.handled?.takeUnretainedValue()
        let text =
            if handled is any ActionInterceptor {
                """
                Dispatcher.dispatch: \(type) was dispatched by a middleware. \
                To fix: return .replace(by:) or .delay(by:on:) from willHandle, \
                or dispatch from an observer of the state, which is called after the turn.
                """
            } else {
                """
                Dispatcher.dispatch: \(type) was dispatched while \((handled as? Route)?.actionName ?? "an action") is \
                being handled. \
                To fix: change all that the action concerns in the handlers of that one action, \
                or dispatch from an observer of the state, which is called after the turn.
                """
            }
        stop(text, file: site.file, line: site.line)
    }
}

// MARK: - Registering

extension Dispatcher {
    /// Registers a callback for the actions of all types, as facebook/flux's dispatcher does.
    ///
    /// Usually a store is the better choice. A callback is for code without a state, and can wait for other callbacks
    /// with ``waitFor(_:file:line:)-(Registration...,_,_)``. If it is registered during a dispatch, it is called from
    /// the next dispatch on, or in this one if another callback waits for it.
    ///
    /// - Parameters:
    ///   - label: The name in error messages.
    ///   - callback: Called with every action, in the order of registration.
    /// - Returns: The registration. The callback is called for as long as you keep it.
    public func register(
        _ label: String = "a callback",
        _ callback: @escaping (any Action) -> Void
    ) -> Registration {
        home.noteUse("a dispatcher")
        let registration = Registration(label, with: self)
        let added = Callback(registrant: registration.registrant, call: callback)
        callbacks.append(added)
        for route in routes.all { add(added, to: route, addedIn: presentDispatch) }
        return registration
    }

    /// Ends a registration at once, also during a dispatch: a callback that has not been called yet is skipped.
    ///
    /// Precondition: the registration is one of this dispatcher, and has not been unregistered.
    public func unregister(_ registration: Registration, file: StaticString = #fileID, line: UInt = #line) {
        requireRegistered(registration, "Dispatcher.unregister", CallSite(file, line))
        registration.leave()
        let last = registration.takeHandlers()
        drop(last)
        last?.releasePrevious()
    }

    /// Calls the callbacks of other registrations now, unless they have already been called with the current action.
    ///
    /// A callback that waits calls the others on its own stack: 250 callbacks that wait for the next one fit a stack of
    /// 512 KiB in any build.
    ///
    /// Precondition: a callback calls it, and the registrations are valid and do not wait for that callback.
    public func waitFor(_ registrations: Registration..., file: StaticString = #fileID, line: UInt = #line) {
        waitFor(registrations, file: file, line: line)
    }

    /// Calls the callbacks of an array of registrations now: see ``waitFor(_:file:line:)-(Registration...,_,_)``.
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
            requireRegistered(registration, "Dispatcher.waitFor", CallSite(file, line))
            currentRoute.takeUnretainedValue().call(registration.registrant, in: dispatchNumber)
        }
    }

    /// Adds a handler of a store for the actions of one type.
    @usableFromInline
    func add(
        _ store: Registration,
        for actionType: any Action.Type,
        after others: [Registration],
        _ site: CallSite,
        _ handle: @escaping (ActionAddress, Turn) -> Void
    ) {
        home.noteUse("a dispatcher")
        requireRegistered(store, "Store.on", site)
        for other in others { requireRegistered(other, "Store.on", site) }
        let handler = Handler(
            store.registrant,
            for: actionType,
            after: others.map(\.registrant),
            addedIn: presentDispatch,
            handle: handle
        )
        #if DEBUG
        handler.firstDispatch = dispatchNumber + 1
        #endif
        route(for: actionType).add(handler, registeredAt: site)
        store.add(handler)
    }

    private func add(_ callback: Callback, to route: Route, addedIn dispatch: Int) {
        let call = callback.call
        func handler<ActionType: Action>(for type: ActionType.Type) -> Handler {
            Handler(callback.registrant, for: type, after: [], addedIn: dispatch) { action, _ in
                call(action.load(as: type))
            }
        }
        route.add(handler(for: route.actionType), registeredAt: CallSite(#fileID, #line))
    }

    /// The route of a type of actions, with the callbacks for all actions where it is new.
    private func route(for type: any Action.Type) -> Route {
        if let found = routes.find(ObjectIdentifier(type)) { return found.takeUnretainedValue() }
        let made = routes.route(for: type)
        for callback in callbacks { add(callback, to: made, addedIn: 0) }
        return made
    }

    /// The route of an action that no store has registered for; nil where there is nobody to be called.
    private func routeOfCallbacks(for type: any Action.Type) -> Unmanaged<Route>? {
        callbacks.isEmpty ? nil : .passUnretained(route(for: type))
    }

    /// The number of the running dispatch; a number that no dispatch has where none runs.
    private var presentDispatch: Int { isDispatching ? dispatchNumber : -1 }

    /// Ends the process where a registration is not one with this dispatcher, or has ended.
    @usableFromInline
    func requireRegistered(_ registration: Registration, _ method: StaticString, _ site: CallSite) {
        guard registration.isWith(self), !registration.registrant.hasLeft else {
            stop(
                """
                \(method): \(registration.registrant.label) is not registered with this dispatcher. \
                To fix: name only what is registered here and has not been unregistered.
                """,
                file: site.file,
                line: site.line
            )
        }
    }

    /// Drops the handlers of one registration that has ended here. For a store the cost does not depend on how many
    /// others there are; callbacks are searched for.
    func drop(_ last: Handler?) {
        guard last != nil else {
            obstacles.bitwiseOr(Dispatcher.removals, ordering: .relaxed)
            return dropRemoved()
        }
        var next = last
        while let handler = next {
            let route = routes.find(ObjectIdentifier(handler.actionType))?.takeUnretainedValue()
            route?.remove(handler, before: dispatchNumber + 1)
            next = handler.previous
        }
    }

    /// Drops the handlers whose registrations have ended, wherever they are. O(n) for n handlers, if there are such.
    @inline(__always)
    private func dropRemoved() {
        if obstacles.load(ordering: .relaxed) & Dispatcher.removals != 0 { dropAllRemoved() }
    }

    @inline(never)
    private func dropAllRemoved() {
        obstacles.bitwiseAnd(~Dispatcher.removals, ordering: .acquiring)
        // What was captured by the dropped ones goes last, when all lists are in order: it may use this dispatcher.
        var dropped: [AnyObject] = []
        let formerCallbacks = callbacks
        callbacks.removeAll { $0.registrant.hasLeft }
        for route in routes.all { route.dropRemoved(into: &dropped, before: dispatchNumber + 1) }
        withExtendedLifetime((dropped, formerCallbacks)) {}
    }
}

extension Dispatcher: RegistrationOwner {
    func registrationEnded(_ last: Handler?) {
        if home.isHere { return drop(last) }
        obstacles.bitwiseOr(Dispatcher.removals, ordering: .releasing)
        home.prunesSoon(self)
    }
}

extension Dispatcher: Prunable {
    package func pruneReleased() { dropRemoved() }
}
