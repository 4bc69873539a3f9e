import MillraceSignals

/// The middleware of a dispatcher, and the way of an action through it. A dispatcher without any has none.
final class MiddlewareChain {
    /// The dispatcher, which keeps its chain.
    private unowned let dispatcher: Dispatcher

    /// In the order in which they were installed.
    private(set) var middlewares: [any Middleware] = []

    /// Stands before all others for a time: see ``Dispatcher/led(by:_:)``.
    fileprivate(set) var leader: (any Middleware)?

    private var wantsFormerStates = false
    private var number = 0

    init(of dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
    }

    func install(_ middleware: some Middleware) {
        middlewares.append(middleware)
        if middleware.wantsFormerStates { wantsFormerStates = true }
    }
}

// MARK: - Before

extension MiddlewareChain {
    /// Asks whether an action is admitted, then the middlewares from one on, and hands it to the stores.
    func deliver(_ action: some Action, to registration: Registration?, askingFrom first: Int = 0, _ turn: Turn) {
        guard alone(turn, { all { $0.admits(action) } }) else { return }
        turn.collect {
            for index in middlewares.indices.dropFirst(first) {
                switch alone(turn, { middlewares[index].willHandle(action) }) {
                case .pass: continue
                case .drop: return
                case .replace(let other): return deliver(other, to: registration, askingFrom: index + 1, turn)
                case .delay(let delay, let scheduler):
                    return self.delay(action, to: registration, askingFrom: index + 1, by: delay, on: scheduler)
                }
            }
            handle(action, to: registration, turn)
        }
    }

    private func delay(
        _ action: some Action,
        to registration: Registration?,
        askingFrom first: Int,
        by delay: Duration,
        on scheduler: any Scheduler
    ) {
        let isAddressed = registration != nil
        scheduler.schedule(after: delay) { [weak dispatcher, weak registration] in
            withTurn { turn in
                let go = { [weak dispatcher, weak registration] in
                    guard let dispatcher, !isAddressed || registration != nil else { return }
                    dispatcher.chain?.deliver(action, to: registration, askingFrom: first, turn)
                }
                if turn.isRunning { turn.afterTurn(go) } else { go() }
            }
        }
    }

    /// Whether all agree. The leader is asked first.
    private func all(_ agree: (any Middleware) -> Bool) -> Bool {
        if let leader, !agree(leader) { return false }
        return middlewares.allSatisfy(agree)
    }

    /// Lets nobody dispatch meanwhile.
    private func alone<Result>(_ turn: Turn, _ body: () -> Result) -> Result {
        let former = turn.handled
        turn.handled = .passUnretained(self)
        defer { turn.handled = former }
        return body()
    }
}

// MARK: - Handling

extension MiddlewareChain {
    /// Hands an action to the stores, and tells the middlewares what has come of it.
    func handle<ActionType: Action>(_ action: ActionType, to registration: Registration?, _ turn: Turn) {
        turn.collect {
            let watch = HandlerWatch(
                on: dispatcher.scheduler,
                keepingFormerStates: wantsFormerStates,
                allowingEffects: alone(turn) { all { $0.allowsEffects(of: action) } }
            )
            dispatcher.handle(action, to: registration, turn, watchedBy: watch)
            number += 1
            let handled = HandledAction(
                action: action,
                number: number,
                addressee: registration?.registrant.label,
                calls: watch.calls
            )
            alone(turn) {
                for middleware in middlewares { middleware.didHandle(handled) }
                leader?.didHandle(handled)
            }
        }
    }
}

// MARK: - Installing

extension Dispatcher {
    /// Puts a middleware behind those that are installed. It sees what is dispatched from now on.
    ///
    /// The dispatcher keeps it, for good. Time is measured by the dispatcher's clock: see ``init(on:)``.
    ///
    /// Cost: where none is installed, a dispatch costs what it costs without. Otherwise some hundred nanoseconds more,
    /// for a box around the action and for the clock.
    public func install(_ middleware: some Middleware) {
        madeChain.install(middleware)
    }

    /// The middlewares that are installed, in order.
    package var middlewares: [any Middleware] { chain?.middlewares ?? [] }

    /// Whether ``led(by:_:)`` may be called: no turn runs, and no middleware leads.
    package var canBeLed: Bool {
        withTurn { $0.handled == nil && !$0.isRunning && !$0.isComputing } && chain?.leader == nil
    }

    /// Puts a middleware before all others while `body` runs.
    ///
    /// It is the first to be asked whether an action is admitted and whether effects are allowed, and the last to be
    /// told. What `body` hands over itself reaches the stores whatever any middleware would have decided: none is asked
    /// whether it is admitted, nor what becomes of it.
    package func led<Result>(
        by leader: some Middleware,
        _ body: (_ handle: (any Action, Registration?) -> Void) -> Result
    ) -> Result {
        let chain = madeChain
        chain.leader = leader
        defer { chain.leader = nil }
        return withTurn { turn in
            body { action, registration in chain.handle(action, to: registration, turn) }
        }
    }

    private var madeChain: MiddlewareChain {
        if let chain { return chain }
        let made = MiddlewareChain(of: self)
        chain = made
        return made
    }
}
