import MillraceSignals

/// The way of actions through the middleware of a dispatcher. A dispatcher without any has none.
final class Gate {
    /// The dispatcher, which keeps its gate.
    private unowned let dispatcher: Dispatcher
    private var middlewares: [any Middleware] = []
    private var wantsFormerStates = false
    private var number = 0

    /// What middleware has dropped of the user's: it goes when nothing is being handled any more, since its end may set
    /// off anything.
    private var dropped: [Any] = []

    /// While a ``StateHistory`` shows the past only what moves it is let in.
    var isInPast = false

    /// While a recording is replayed nothing is let in: what stands in it is handed over by ``carry(_:to:_:)``, and
    /// this is told of it.
    var replayWatch: (any Middleware)?

    /// Told of each action that comes while the past is shown.
    var onIgnored: (any Action) -> Void = { _ in }

    init(of dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
    }

    func install(_ middleware: some Middleware) {
        middlewares.append(middleware)
        if middleware.wantsFormerStates { wantsFormerStates = true }
    }

    /// Two histories of one kind would move each other.
    func requireNone(where isSuch: (any Middleware) -> Bool, _ message: @autoclosure () -> String) {
        if middlewares.contains(where: isSuch) { stop(message()) }
    }
}

// MARK: - Before

extension Gate {
    /// Asks the middlewares from one on, and hands the action to the stores.
    func deliver(_ action: some Action, to registration: Registration?, askingFrom first: Int = 0, _ turn: Turn) {
        if replayWatch != nil { return }
        if isInPast, !(action is TimeTravel) { return alone(turn) { onIgnored(action) } }
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
            carry(action, to: registration, turn)
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
                    dispatcher.gate?.deliver(action, to: registration, askingFrom: first, turn)
                }
                if turn.isRunning { turn.afterTurn(go) } else { go() }
            }
        }
    }

    /// Lets nobody dispatch meanwhile.
    private func alone<Result>(_ turn: Turn, _ body: () -> Result) -> Result {
        let former = turn.handled
        turn.handled = .passUnretained(self)
        defer { turn.handled = former }
        return body()
    }
}

// MARK: - After

extension Gate {
    /// Hands an action to the stores, and tells the middlewares what has come of it.
    func carry<ActionType: Action>(_ action: ActionType, to registration: Registration?, _ turn: Turn) {
        turn.collect {
            let watch = HandlerWatch(on: dispatcher.scheduler, keepingFormerStates: wantsFormerStates)
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
                replayWatch?.didHandle(handled)
            }
            letGo()
        }
    }

    func letGoLater(_ value: Any) { dropped.append(value) }

    private func letGo() {
        let dropped = dropped
        self.dropped = []
        withExtendedLifetime(dropped) {}
    }
}

extension Dispatcher {
    /// Keeps a value that is dropped while an action is handled until that is over.
    func letGoLater(_ value: Any) { gate?.letGoLater(value) }
}
