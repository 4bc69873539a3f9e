import MillraceBase
import MillraceSignals

/// The middleware of a dispatcher, and the way of an action through it. A dispatcher without middleware has none.
final class MiddlewareChain: ActionInterceptor {
    // The closures of the installed middlewares, in the order in which they were installed. They are only ever added.
    @exclusivity(unchecked) private var admissions = Hooks<any Action, Bool>()
    @exclusivity(unchecked) private var decisions = Hooks<any Action, Middleware.Decision>()
    @exclusivity(unchecked) private var permissions = Hooks<any Action, Bool>()
    @exclusivity(unchecked) private var listeners = Hooks<HandledAction, Void>()
    @exclusivity(unchecked) private var droppedListeners = Hooks<DroppedAction, Void>()
    @exclusivity(unchecked) private var effectListeners = Hooks<EffectEvent, Void>()

    /// The number of installed middlewares. An action concerns those that were installed when it came: one that is
    /// installed meanwhile, by a handler or another middleware, begins with the next.
    fileprivate private(set) var count = 0

    /// Takes precedence over all others for a time: see ``Dispatcher/withOverride(by:_:)``.
    @exclusivity(unchecked) fileprivate var override: Middleware?

    fileprivate private(set) var soleNames: Set<String> = []
    private var wantsFormerStates = false
    private var wantsDurations = false

    /// The number of actions that the dispatcher had handled before.
    private let formerCount: Int

    /// The notes about the next action, so that nothing is allocated as a rule.
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
        if let admits = middleware.admits { admissions.append(admits, of: name, number: count) }
        if let decide = middleware.decide { decisions.append(decide, of: name, number: count) }
        if let allowsEffects = middleware.allowsEffects { permissions.append(allowsEffects, of: name, number: count) }
        if let handled = middleware.handled { listeners.append(handled, of: name, number: count) }
        if let dropped = middleware.dropped { droppedListeners.append(dropped, of: name, number: count) }
        if let followed = middleware.followed { effectListeners.append(followed, of: name, number: count) }
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

    /// Makes a dispatch end the process, until the returned reference is put back.
    @inline(__always)
    private func forbidDispatching(_ runner: TurnRunner) -> Unmanaged<AnyObject>? {
        let former = runner.handling
        runner.handling = .passUnretained(self)
        return former
    }
}

/// A closure of a middleware. It is counted by hand: taking it out of a list would count it with each call.
private final class Hook<Input, Answer> {
    let ask: (Input) -> Answer

    /// The name of the middleware, and its place in the order of installation, from 1.
    let name: String
    let number: Int

    @exclusivity(unchecked) var next: Unmanaged<Hook>?

    init(_ ask: @escaping (Input) -> Answer, _ name: String, _ number: Int) {
        (self.ask, self.name, self.number) = (ask, name, number)
    }
}

/// The closures of one kind, linked in the order of installation. None is ever removed, so what a closure installs does
/// not move those that are being asked, as it would in an array.
private struct Hooks<Input, Answer>: ~Copyable {
    private(set) var first: Unmanaged<Hook<Input, Answer>>?
    private var last: Unmanaged<Hook<Input, Answer>>?

    deinit {
        var next = first
        while let hook = next {
            next = hook._withUnsafeGuaranteedRef { $0.next }
            hook.release()
        }
    }

    var isEmpty: Bool { first == nil }

    mutating func append(_ ask: @escaping (Input) -> Answer, of name: String, number: Int) {
        let added = Unmanaged.passRetained(Hook(ask, name, number))
        if let last { last._withUnsafeGuaranteedRef { $0.next = added } } else { first = added }
        last = added
    }
}

/// Asks the closures of the first `count` middlewares, from one on, as long as `goesOn` returns true. Returns whether it
/// always did.
@inline(__always)
private func ask<Input, Answer>(
    _ first: Unmanaged<Hook<Input, Answer>>?,
    of count: Int,
    _ input: Input,
    _ goesOn: (Answer, Hook<Input, Answer>) -> Bool
) -> Bool {
    var next = first
    while let hook = next {
        let isPassed = hook._withUnsafeGuaranteedRef { hook in
            let isConcerned = hook.number <= count
            let isPassed = !isConcerned || goesOn(hook.ask(input), hook)
            next = isConcerned ? hook.next : nil
            return isPassed
        }
        if !isPassed { return false }
    }
    return true
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
        let dispatch = Dispatch(to: registration, on: dispatcher, by: origin, of: count)
        decide(on: action, at: place, dispatch, askingFrom: decisions.first, runner)
    }

    /// The values shared by an action and those that replace it.
    private struct Dispatch {
        let registration: Registration?
        let dispatcher: Dispatcher
        let origin: ActionOrigin

        /// The number of middlewares that it concerns.
        let count: Int

        /// The interventions of middlewares so far.
        var interventions: [ActionIntervention] = []

        init(to registration: Registration?, on dispatcher: Dispatcher, by origin: ActionOrigin, of count: Int) {
            (self.registration, self.dispatcher, self.origin, self.count) = (registration, dispatcher, origin, count)
        }
    }

    /// Asks whether an action is admitted, then for the decisions from one on, and hands it to the stores.
    ///
    /// - Parameter first: The first middleware that decides.
    private func decide(
        on action: any Action,
        at place: ActionAddress?,
        _ dispatch: Dispatch,
        askingFrom first: Unmanaged<Hook<any Action, Middleware.Decision>>?,
        _ runner: TurnRunner
    ) {
        runner.collect {
            let former = forbidDispatching(runner)
            var refuser: String?
            guard override?.admits?(action) != false,
                ask(
                    admissions.first,
                    of: dispatch.count,
                    action,
                    { isAdmitted, hook in
                        if !isAdmitted { refuser = hook.name }
                        return isAdmitted
                    }
                )
            else {
                tell(of: action, droppedBy: refuser ?? "a replay", dispatch)
                runner.handling = former
                return
            }
            let isPassed = ask(first, of: dispatch.count, action) { decision, hook in
                if case .pass = decision { return true }
                if case .replace(let other) = decision {
                    runner.handling = former
                    var next = dispatch
                    next.interventions.append(.init(middleware: hook.name, replaced: action))
                    decide(on: other, at: nil, next, askingFrom: hook.next, runner)
                } else {
                    tell(of: action, droppedBy: hook.name, dispatch)
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
                of: dispatch.count,
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
        _ = ask(droppedListeners.first, of: dispatch.count, dropped) { _, _ in true }
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
            _ = ask(effectListeners.first, of: count, event) { _, _ in true }
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
        of count: Int,
        after interventions: [ActionIntervention] = [],
        _ runner: TurnRunner
    ) {
        // Without these, nobody asks for the handlers' changes.
        if override == nil, permissions.isEmpty, listeners.isEmpty {
            return dispatcher.handle(action, at: place, to: registration, runner, notedIn: nil)
        }
        // The spare one is taken out, so that a nested call cannot use the same.
        var handled = exchange(&spare, with: nil) ?? makeHandled(on: dispatcher)
        runner.collect {
            let former = forbidDispatching(runner)
            handled.allowsEffects =
                override?.allowsEffects?(action) != false
                && ask(permissions.first, of: count, action) { isAllowed, _ in isAllowed }
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
            _ = ask(listeners.first, of: count, handled) { _, _ in true }
            override?.handled?(handled)
            runner.handling = former
        }
        // A middleware may have kept it; one that was installed meanwhile may want more to be noted.
        guard isKnownUniquelyReferenced(&handled), count == self.count else { return }
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
    /// Installs a middleware after those that are installed already. It sees all actions that are handled from now on.
    ///
    /// Anything may install one, a handler and a closure of another middleware as well. It begins with the next action:
    /// of the one that is being handled, it is neither asked nor notified.
    ///
    /// The dispatcher keeps it for its whole life; it cannot be removed. Durations are measured by the dispatcher's
    /// scheduler: see ``init(on:isolation:)``.
    ///
    /// Each closure of a middleware adds about ten nanoseconds to a dispatch, and `handled` about thirty and, for an
    /// action of more than 24 bytes, a block of memory. The work of the middleware, and of the facts that it asks for
    /// with ``Middleware/wantsFormerStates`` and ``Middleware/wantsDurations``, comes on top of that.
    public func install(_ middleware: Middleware) {
        chain.install(middleware)
        setIntercepted(!chain.isIdle)
    }

    /// The name, in messages, of one of the histories that were made; nil if none was.
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
                let origin = ActionOrigin(.replay)
                chain.handle(action, at: nil, to: registration, on: self, by: origin, of: chain.count, runner)
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
