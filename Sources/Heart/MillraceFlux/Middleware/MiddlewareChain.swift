import MillraceBase
import MillraceSignals

/// The middleware of a dispatcher, and the way of an action through it. A dispatcher without middleware has none.
final class MiddlewareChain: ActionInterceptor {
    // What the installed have closures for, in the order in which they were installed. They are only ever added.
    @exclusivity(unchecked) private var admissions = Hooks<any Action, Bool>()
    @exclusivity(unchecked) private var decisions = Hooks<any Action, Middleware.Decision>()
    @exclusivity(unchecked) private var permissions = Hooks<any Action, Bool>()
    @exclusivity(unchecked) private var listeners = Hooks<HandledAction, Void>()

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
        if let admits = middleware.admits { admissions.append(admits) }
        if let decide = middleware.decide { decisions.append(decide) }
        if let allowsEffects = middleware.allowsEffects { permissions.append(allowsEffects) }
        if let handled = middleware.handled { listeners.append(handled) }
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

        init(_ ask: @escaping (Input) -> Answer) { self.ask = ask }
    }

    private var hooks: [Unmanaged<Hook>] = []

    deinit {
        for hook in hooks { hook.release() }
    }

    var isEmpty: Bool { hooks.isEmpty }

    mutating func append(_ ask: @escaping (Input) -> Answer) { hooks.append(.passRetained(Hook(ask))) }

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
    /// Asks whether an action is admitted, then for the decisions from one on, and hands it to the stores.
    func intercept(
        _ action: any Action,
        at place: ActionAddress?,
        to registration: Registration?,
        on dispatcher: Dispatcher,
        askingFrom first: Int,
        _ runner: TurnRunner
    ) {
        runner.collect {
            let former = forbidDispatching(runner)
            guard override?.admits?(action) != false, admissions.ask(action, { isAdmitted, _ in isAdmitted }) else {
                runner.handling = former
                return
            }
            let isPassed = decisions.ask(action, from: first) { decision, index in
                if case .pass = decision { return true }
                runner.handling = former
                if case .replace(let other) = decision {
                    intercept(other, at: nil, to: registration, on: dispatcher, askingFrom: index + 1, runner)
                }
                return false
            }
            guard isPassed else { return }
            runner.handling = former
            handle(action, at: place, to: registration, on: dispatcher, runner)
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
            handled.complete(action, number: number, addressedTo: registration?.registrant)
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
            body { action, registration in chain.handle(action, at: nil, to: registration, on: self, runner) }
        }
    }

    private var chain: MiddlewareChain {
        if let made = interceptor as? MiddlewareChain { return made }
        let made = MiddlewareChain(on: self)
        interceptor = made
        return made
    }
}
