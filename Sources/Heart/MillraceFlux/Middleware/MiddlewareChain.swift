import MillraceSignals

/// The middleware of a dispatcher, and the way of an action through it. A dispatcher without middleware has none.
final class MiddlewareChain: ActionInterceptor {
    /// In the order in which they were installed. They are only ever added. Counted by hand: taking an object out of an
    /// array would count it, at each of the calls.
    @exclusivity(unchecked) private var installed: [Unmanaged<InstalledMiddleware>] = []

    /// What any of the installed implements, as far as is known. Where it is nothing, actions go straight to the
    /// stores.
    @exclusivity(unchecked) private var hooks: MiddlewareHooks = []

    /// Takes precedence over all others for a time: see ``Dispatcher/withOverride(by:_:)``.
    @exclusivity(unchecked) fileprivate var override: InstalledMiddleware?

    private var wantsFormerStates = false
    private var wantsDurations = false

    /// The number of actions that the dispatcher had handled before.
    private let formerCount: Int

    /// A record that serves for the next action, so that none is allocated as a rule.
    @exclusivity(unchecked) private var spareRecord: HandlingRecord?

    init(on dispatcher: Dispatcher) { formerCount = dispatcher.handledCount }

    deinit {
        for middleware in installed { middleware.release() }
    }

    /// The middlewares, in order.
    fileprivate var middlewares: [any Middleware] { installed.map { $0.takeUnretainedValue().middleware } }

    func install(_ middleware: some Middleware) {
        installed.append(.passRetained(InstalledMiddleware(middleware)))
        hooks = .all
        if middleware.wantsFormerStates { wantsFormerStates = true }
        if middleware.wantsDurations { wantsDurations = true }
        spareRecord = nil
    }

    /// Calls a function of the middlewares of a type no more: its default implementation is all they have.
    @inline(never)
    func leaveOut(_ hook: MiddlewareHooks, of type: any Middleware.Type) {
        hooks = []
        for middleware in installed {
            middleware._withUnsafeGuaranteedRef {
                if Swift.type(of: $0.middleware) == type { $0.hooks.remove(hook) }
                hooks.formUnion($0.hooks)
            }
        }
    }

    /// Calls `body` with each of the installed that may implement a function, from one on, until it returns false.
    /// Returns whether it never did.
    @inline(__always)
    private func allSatisfy(
        _ hook: MiddlewareHooks,
        from first: Int = 0,
        _ body: (InstalledMiddleware, Int) -> Bool
    ) -> Bool {
        guard hooks.contains(hook) else { return true }
        var index = first
        while index < installed.count {
            let isSatisfied = installed[index]._withUnsafeGuaranteedRef {
                !$0.hooks.contains(hook) || body($0, index)
            }
            if !isSatisfied { return false }
            index += 1
        }
        return true
    }

    /// Makes a dispatch end the process, until what is returned is put back.
    @inline(__always)
    private func forbidDispatching(_ runner: TurnRunner) -> Unmanaged<AnyObject>? {
        let former = runner.handling
        runner.handling = .passUnretained(self)
        return former
    }
}

/// A middleware in an object, through which it is called without being copied, as it would be out of an array.
private final class InstalledMiddleware {
    let middleware: any Middleware

    /// What it implements, as far as is known.
    @exclusivity(unchecked) var hooks = MiddlewareHooks.all

    init(_ middleware: some Middleware) { self.middleware = middleware }
}

// MARK: - Deciding

extension MiddlewareChain {
    func intercept(
        _ action: any Action,
        at place: LocatedAction?,
        to registration: Registration?,
        on dispatcher: Dispatcher,
        _ runner: TurnRunner
    ) {
        if hooks.isEmpty, override == nil { dispatcher.setIntercepted(false) }
        intercept(action, at: place, to: registration, on: dispatcher, askingFrom: 0, runner)
    }

    /// Asks whether an action is admitted, then the middlewares from one on, and hands it to the stores.
    private func intercept(
        _ action: any Action,
        at place: LocatedAction?,
        to registration: Registration?,
        on dispatcher: Dispatcher,
        askingFrom first: Int,
        _ runner: TurnRunner
    ) {
        runner.collect {
            let former = forbidDispatching(runner)
            let isAdmitted =
                override?.middleware.admits(action) != false
                && allSatisfy(.admits) { installed, _ in installed.middleware.admits(action) }
            guard isAdmitted else {
                runner.handling = former
                return
            }
            let isPassed = allSatisfy(.willHandle, from: first) { installed, index in
                // Not kept in a constant, of which a comparison would make a copy.
                switch installed.middleware.willHandle(action) {
                case .pass: return true
                case let decision:
                    runner.handling = former
                    follow(decision, by: index, about: action, to: registration, on: dispatcher, runner)
                    return false
                }
            }
            guard isPassed else { return }
            runner.handling = former
            handle(action, at: place, to: registration, on: dispatcher, runner)
        }
    }

    private func follow(
        _ decision: MiddlewareDecision,
        by index: Int,
        about action: any Action,
        to registration: Registration?,
        on dispatcher: Dispatcher,
        _ runner: TurnRunner
    ) {
        switch decision {
        case .pass, .drop: break
        case .replace(let other):
            intercept(other, at: nil, to: registration, on: dispatcher, askingFrom: index + 1, runner)
        case .delay(let delay, let scheduler):
            let isAddressed = registration != nil
            scheduler.schedule(after: delay) { [weak dispatcher, weak registration] in
                withRunner { runner in
                    let go = { [weak dispatcher, weak registration] in
                        guard let dispatcher, !isAddressed || registration != nil else { return }
                        dispatcher.madeChain?.intercept(
                            action,
                            at: nil,
                            to: registration,
                            on: dispatcher,
                            askingFrom: index + 1,
                            runner
                        )
                    }
                    if runner.isRunning { runner.afterTurn(go) } else { go() }
                }
            }
        }
    }
}

// MARK: - Handling

extension MiddlewareChain {
    /// Hands an action to the stores, and notifies the middlewares of the outcome.
    fileprivate func handle(
        _ action: any Action,
        at place: LocatedAction?,
        to registration: Registration?,
        on dispatcher: Dispatcher,
        _ runner: TurnRunner
    ) {
        // Without these, nobody asks what the handlers have done.
        if override == nil, hooks.isDisjoint(with: [.allowsEffects, .didHandle]) {
            return dispatcher.handle(action, at: place, to: registration, runner, notedIn: nil)
        }
        // The spare record is taken out, so that a nested call cannot use the same one.
        var record = exchange(&spareRecord, with: nil) ?? makeRecord(on: dispatcher)
        runner.collect {
            let former = forbidDispatching(runner)
            record.allowsEffects =
                override?.middleware.allowsEffects(of: action) != false
                && allSatisfy(.allowsEffects) { installed, _ in installed.middleware.allowsEffects(of: action) }
            runner.handling = former
            dispatcher.handle(action, at: place, to: registration, runner, notedIn: record)
            _ = forbidDispatching(runner)
            let number = dispatcher.handledCount - formerCount
            tell(HandledAction(action, number: number, addressedTo: registration, notedIn: record))
            runner.handling = former
        }
        // A middleware may have kept the record as a part of the `HandledAction`.
        guard isKnownUniquelyReferenced(&record) else { return }
        record.clear()
        spareRecord = record
    }

    /// Not inlined, so that the `HandledAction` is released on return.
    @inline(never)
    private func tell(_ handled: HandledAction) {
        _ = allSatisfy(.didHandle) { installed, _ in
            installed.middleware.didHandle(handled)
            return true
        }
        override?.middleware.didHandle(handled)
    }

    private func makeRecord(on dispatcher: Dispatcher) -> HandlingRecord {
        guard wantsDurations else { return HandlingRecord(timedBy: nil, keepingFormerStates: wantsFormerStates) }
        let origin = ContinuousClock.now
        // The clock of the dispatcher's scheduler; the system's where there is none.
        let now = dispatcher.scheduler.map { scheduler in { scheduler.now } } ?? { origin.duration(to: .now) }
        return HandlingRecord(timedBy: now, keepingFormerStates: wantsFormerStates)
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
    /// A middleware that implements no function which is called with each action costs a dispatch nothing. Otherwise
    /// each such function adds about ten nanoseconds to a dispatch, and ``Middleware/didHandle(_:)`` about thirty and,
    /// for an action of more than 24 bytes, a block of memory. What the middleware does, and what it asks for with
    /// ``Middleware/wantsFormerStates`` and ``Middleware/wantsDurations``, comes on top of that.
    public func install(_ middleware: some Middleware) {
        chain.install(middleware)
        setIntercepted(true)
    }

    /// The middlewares that are installed, in order.
    package var middlewares: [any Middleware] { madeChain?.middlewares ?? [] }

    /// Whether ``withOverride(by:_:)`` may be called: no turn runs, and nothing else takes precedence.
    package var canOverride: Bool {
        withRunner { $0.handling == nil && !$0.isRunning && !$0.isComputing } && madeChain?.override == nil
    }

    /// Lets a middleware take precedence over all others while `body` runs.
    ///
    /// It is asked first whether an action is admitted and whether effects are allowed, and notified last. The actions
    /// that `body` hands over itself reach the stores unconditionally: no middleware is asked whether it admits or
    /// passes them.
    package func withOverride<Result>(
        by middleware: some Middleware,
        _ body: (_ handle: (any Action, Registration?) -> Void) -> Result
    ) -> Result {
        let chain = chain
        chain.override = InstalledMiddleware(middleware)
        setIntercepted(true)
        defer { chain.override = nil }
        return withRunner { runner in
            body { action, registration in chain.handle(action, at: nil, to: registration, on: self, runner) }
        }
    }

    fileprivate var madeChain: MiddlewareChain? { interceptor as? MiddlewareChain }

    private var chain: MiddlewareChain {
        if let madeChain { return madeChain }
        let made = MiddlewareChain(on: self)
        interceptor = made
        return made
    }
}
