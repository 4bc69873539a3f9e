import MillraceBase
import MillraceSignals

/// The middleware of a dispatcher, and the way of an action through it. A dispatcher without middleware has none.
final class MiddlewareChain: ActionInterceptor {
    // What the installed have closures for, in the order in which they were installed. They are only ever added.
    @exclusivity(unchecked) private var admissions = Hooks<any Action, Bool>()
    @exclusivity(unchecked) private var decisions = Hooks<any Action, Middleware.Decision>()
    @exclusivity(unchecked) private var permissions = Hooks<any Action, Bool>()
    @exclusivity(unchecked) private var listeners = Hooks<HandledAction, Void>()
    @exclusivity(unchecked) private var droppedListeners = Hooks<DroppedAction, Void>()
    @exclusivity(unchecked) private var effectListeners = Hooks<EffectEvent, Void>()

    /// The number of installed middlewares.
    private var count = 0

    /// Takes precedence over all others for a time: see ``Dispatcher/withOverride(by:_:)``.
    @exclusivity(unchecked) fileprivate var override: Middleware?

    fileprivate private(set) var soleNames: Set<String> = []
    private var wantsFormerStates = false
    private var wantsDurations = false

    /// The number of actions that the dispatcher had handled before.
    private let formerCount: Int

    /// What is noted of the next action, so that nothing is allocated as a rule.
    @exclusivity(unchecked) private var spare: HandledAction?

    init(on dispatcher: Dispatcher) { formerCount = dispatcher.handledCount }

    /// Whether there is nobody to be asked or notified: then actions go straight to the stores.
    fileprivate var isIdle: Bool {
        override == nil && admissions.isEmpty && decisions.isEmpty && permissions.isEmpty && listeners.isEmpty
    }

    fileprivate func install(_ middleware: Middleware) {
        if let name = middleware.soleName, !soleNames.insert(name).inserted { stopSecond(name) }
        count += 1
        let name = middleware.name ?? middleware.soleName ?? String(count)
        if let admits = middleware.admits { admissions.append(admits, of: name) }
        if let decide = middleware.decide { decisions.append(decide, of: name) }
        if let allowsEffects = middleware.allowsEffects { permissions.append(allowsEffects, of: name) }
        if let handled = middleware.handled { listeners.append(handled, of: name) }
        if let dropped = middleware.dropped { droppedListeners.append(dropped, of: name) }
        if let followed = middleware.followed { effectListeners.append(followed, of: name) }
        if middleware.wantsFormerStates { wantsFormerStates = true }
        if middleware.wantsDurations { wantsDurations = true }
        spare = nil
    }

    /// Two would move each other.
    private func stopSecond(_ name: String) -> Never {
        stop(
            """
            Dispatcher.install: the dispatcher has \(name) already. \
            To fix: make one, of all stores that belong together, or give each a name of its own.
            """
        )
    }

    /// Makes a dispatch end the process, until what is returned is put back.
    @inline(__always)
    private func forbidDispatching(_ runner: TurnRunner) -> Unmanaged<AnyObject>? {
        let former = runner.handling
        runner.handling = .passUnretained(self)
        return former
    }
}

/// The closures of one kind. Each is in an object that is counted by hand: taking it out of an array would count it with
/// each call.
private struct Hooks<Input, Answer>: ~Copyable {
    private final class Hook {
        let ask: (Input) -> Answer
        let name: String

        init(_ ask: @escaping (Input) -> Answer, _ name: String) { (self.ask, self.name) = (ask, name) }
    }

    private var hooks: [Unmanaged<Hook>] = []

    deinit {
        for hook in hooks { hook.release() }
    }

    var isEmpty: Bool { hooks.isEmpty }

    mutating func append(_ ask: @escaping (Input) -> Answer, of name: String) {
        hooks.append(.passRetained(Hook(ask, name)))
    }

    /// The name of the middleware that one is of.
    func name(at index: Int) -> String { hooks[index].takeUnretainedValue().name }

    /// Asks from one on, as long as `goesOn` returns true. Returns whether it always did.
    @inline(__always)
    func ask(_ input: Input, from first: Int = 0, _ goesOn: (Answer, Int) -> Bool) -> Bool {
        var index = first
        while index < hooks.count {
            if !hooks[index]._withUnsafeGuaranteedRef({ goesOn($0.ask(input), index) }) { return false }
            index += 1
        }
        return true
    }
}

// MARK: - Deciding

extension MiddlewareChain {
    func intercept(
        _ action: any Action,
        at place: ActionAddress?,
        to registration: Registration?,
        on dispatcher: Dispatcher,
        by origin: ActionOrigin,
        _ runner: TurnRunner
    ) {
        decide(on: action, at: place, Dispatch(to: registration, on: dispatcher, by: origin), runner)
    }

    /// What is the same for an action and for those that replace it.
    private struct Dispatch {
        let registration: Registration?
        let dispatcher: Dispatcher
        let origin: ActionOrigin

        /// What middlewares have done so far.
        var interventions: [ActionIntervention] = []

        init(to registration: Registration?, on dispatcher: Dispatcher, by origin: ActionOrigin) {
            (self.registration, self.dispatcher, self.origin) = (registration, dispatcher, origin)
        }
    }

    /// Asks whether an action is admitted, then for the decisions from one on, and hands it to the stores.
    ///
    /// - Parameter first: The first middleware that decides.
    private func decide(
        on action: any Action,
        at place: ActionAddress?,
        _ dispatch: Dispatch,
        askingFrom first: Int = 0,
        _ runner: TurnRunner
    ) {
        runner.collect {
            let former = forbidDispatching(runner)
            var refuser: Int?
            guard override?.admits?(action) != false,
                admissions.ask(
                    action,
                    { isAdmitted, index in
                        if !isAdmitted { refuser = index }
                        return isAdmitted
                    }
                )
            else {
                tell(of: action, droppedBy: refuser.map { admissions.name(at: $0) } ?? "a replay", dispatch)
                runner.handling = former
                return
            }
            let isPassed = decisions.ask(action, from: first) { decision, index in
                if case .pass = decision { return true }
                if case .replace(let other) = decision {
                    runner.handling = former
                    var next = dispatch
                    next.interventions.append(.init(middleware: decisions.name(at: index), replaced: action))
                    decide(on: other, at: nil, next, askingFrom: index + 1, runner)
                } else {
                    tell(of: action, droppedBy: decisions.name(at: index), dispatch)
                    runner.handling = former
                }
                return false
            }
            guard isPassed else { return }
            runner.handling = former
            handle(
                action,
                at: place,
                to: dispatch.registration,
                on: dispatch.dispatcher,
                by: dispatch.origin,
                after: dispatch.interventions,
                runner
            )
        }
    }

    private func tell(of action: any Action, droppedBy name: String, _ dispatch: Dispatch) {
        if droppedListeners.isEmpty { return }
        let dropped = DroppedAction(
            action: action,
            addressee: dispatch.registration?.registrant.label,
            origin: dispatch.origin,
            interventions: dispatch.interventions + [.init(middleware: name, replaced: nil)]
        )
        _ = droppedListeners.ask(dropped) { _, _ in true }
    }
}

// MARK: - Effects

extension MiddlewareChain {
    var followsEffects: Bool { !effectListeners.isEmpty }

    func tell(of event: EffectEvent, on dispatcher: Dispatcher) {
        var event = event
        event.actionNumber -= formerCount
        withRunner { runner in
            let former = forbidDispatching(runner)
            _ = effectListeners.ask(event) { _, _ in true }
            runner.handling = former
        }
    }
}

// MARK: - Handling

extension MiddlewareChain {
    /// Hands an action to the stores, and notifies the middlewares of the outcome.
    fileprivate func handle(
        _ action: any Action,
        at place: ActionAddress?,
        to registration: Registration?,
        on dispatcher: Dispatcher,
        by origin: ActionOrigin,
        after interventions: [ActionIntervention] = [],
        _ runner: TurnRunner
    ) {
        // Without these, what the handlers have done is not asked for.
        if override == nil, permissions.isEmpty, listeners.isEmpty {
            return dispatcher.handle(action, at: place, to: registration, runner, notedIn: nil)
        }
        // The spare one is taken out, so that a nested call cannot use the same.
        var handled = exchange(&spare, with: nil) ?? makeHandled(on: dispatcher)
        runner.collect {
            let former = forbidDispatching(runner)
            handled.allowsEffects =
                override?.allowsEffects?(action) != false && permissions.ask(action) { isAllowed, _ in isAllowed }
            runner.handling = former
            dispatcher.handle(action, at: place, to: registration, runner, notedIn: handled)
            _ = forbidDispatching(runner)
            let number = dispatcher.handledCount - formerCount
            handled.complete(
                action,
                number: number,
                addressedTo: registration?.registrant,
                by: origin,
                after: interventions
            )
            _ = listeners.ask(handled) { _, _ in true }
            override?.handled?(handled)
            runner.handling = former
        }
        // A middleware may have kept it.
        guard isKnownUniquelyReferenced(&handled) else { return }
        handled.clear()
        spare = handled
    }

    private func makeHandled(on dispatcher: Dispatcher) -> HandledAction {
        guard wantsDurations else { return HandledAction(timedBy: nil, keepingFormerStates: wantsFormerStates) }
        let origin = ContinuousClock.now
        // The clock of the dispatcher's scheduler; the system's where there is none.
        let now = dispatcher.scheduler.map { scheduler in { scheduler.now } } ?? { origin.duration(to: .now) }
        return HandledAction(timedBy: now, keepingFormerStates: wantsFormerStates)
    }
}

// MARK: - Installing

extension Dispatcher {
    /// Installs a middleware after those that are installed already. It sees all actions that are dispatched from now
    /// on.
    ///
    /// The dispatcher keeps it for its whole life; it cannot be removed. Durations are measured by the dispatcher's
    /// scheduler: see ``init(on:isolation:)``.
    ///
    /// Each closure of a middleware adds about ten nanoseconds to a dispatch, and `handled` about thirty and, for an
    /// action of more than 24 bytes, a block of memory. What the middleware does, and what it asks for with
    /// ``Middleware/wantsFormerStates`` and ``Middleware/wantsDurations``, comes on top of that.
    public func install(_ middleware: Middleware) {
        chain.install(middleware)
        setIntercepted(!chain.isIdle)
    }

    /// What messages call one of the histories that were made; nil if none was.
    package var nameOfHistory: String? { (interceptor as? MiddlewareChain)?.soleNames.min() }

    /// Whether ``withOverride(by:_:)`` may be called: no turn runs, and nothing else takes precedence.
    package var canOverride: Bool {
        withRunner { $0.handling == nil && !$0.isRunning && !$0.isComputing } && chain.override == nil
    }

    /// Lets a middleware take precedence over all others while `body` runs.
    ///
    /// It is asked first whether an action is admitted and whether effects are allowed, and notified last. The actions
    /// that `body` hands over itself reach the stores unconditionally: no middleware is asked whether it admits or
    /// passes them.
    package func withOverride<Result>(
        by middleware: Middleware,
        _ body: (_ handle: (any Action, Registration?) -> Void) -> Result
    ) -> Result {
        let chain = chain
        chain.override = middleware
        setIntercepted(true)
        defer {
            chain.override = nil
            setIntercepted(!chain.isIdle)
        }
        return withRunner { runner in
            body { action, registration in
                chain.handle(action, at: nil, to: registration, on: self, by: ActionOrigin(.replay), runner)
            }
        }
    }

    private var chain: MiddlewareChain {
        if let made = interceptor as? MiddlewareChain { return made }
        let made = MiddlewareChain(on: self)
        interceptor = made
        return made
    }
}
