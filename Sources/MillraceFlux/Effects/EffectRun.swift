import MillraceSignals

/// One effect in flight.
///
/// Its task or its observer keeps it, and its store's ``Effects`` do; it keeps neither the store nor the dispatcher.
final class EffectRun {
    /// To whom an action goes.
    enum Address {
        /// Said by the effect to go to all, or asked for by what went to all.
        case all(isSaid: Bool)
        case only(Addressee)
    }

    /// One store alone, for as long as it is there.
    struct Addressee { weak let registration: Registration? }

    let plan: Effect.Plan

    /// Counts the effects of the store, from 1.
    let number: Int

    /// The identity; one that nobody else has, where none was given.
    private(set) lazy var id = plan.id ?? AnyHashable(ObjectIdentifier(self))

    /// The name of the action that asked for it.
    private let origin: String
    private let isAddressed: Bool
    private let storeName: String
    private weak var effects: Effects?

    private var wasCancelled = false
    private(set) var hasBegun = false
    private var isBeginning = false
    private var isOver = false

    init(_ plan: Effect.Plan, number: Int, of effects: Effects, for origin: String, isAddressed: Bool) {
        self.plan = plan
        self.number = number
        self.effects = effects
        self.origin = origin
        self.isAddressed = isAddressed
        storeName = effects.storeName
        withTurn { $0.enter(self) }
    }

    /// Where answers go: the way that the action went which asked for the effect.
    var answers: Address { isAddressed ? .only(Addressee(registration: effects?.registration)) : .all(isSaid: false) }

    /// Whether it was cancelled, or its store has gone.
    var isCancelled: Bool { wasCancelled || effects?.isClosed ?? true }

    /// From now on it dispatches nothing. Its task is told later: see ``Effects``.
    func cancel() { wasCancelled = true }
}

extension EffectRun: UnfinishedWork {
    var unfinishedName: String? {
        if isOver { return nil }
        let name = plan.id.map { "\(String(reflecting: $0.base)) of \(storeName)" } ?? "one of \(storeName)"
        return isCancelled ? "\(name) (cancelled, and has not returned)" : name
    }
}

// MARK: - Running

extension EffectRun {
    /// Begins, unless it has been cancelled.
    func begin(on scheduler: any Scheduler) {
        guard !hasBegun, !isCancelled else { return }
        hasBegun = true
        if plan.delay <= .zero { return work(on: scheduler) }
        let timer = scheduler.schedule(after: plan.delay) { [self] in
            if !isCancelled { work(on: scheduler) }
        }
        effects?.keep(.task(timer), of: self)
    }

    private func work(on scheduler: any Scheduler) {
        switch plan.work {
        case .run(let body, let catching):
            // Without a capture list: with one the closure would leave the scheduler's isolation (Swift 6.3).
            let task = scheduler.start { await self.perform(body, catching) }
            effects?.keep(.task(task), of: self)
        case .observe(let observe):
            isBeginning = true
            let subscription = observe(Effect.Send(run: self)) { [self] in end(with: nil) }
            isBeginning = false
            // A signal may have finished by now.
            if !isOver { effects?.keep(.observer(subscription), of: self) }
        }
    }

    private nonisolated(nonsending) func perform(
        _ body: Effect.Body,
        _ catching: ((any Error) -> any Action)?
    ) async {
        do {
            end(with: try await body(Effect.Send(run: self)))
        } catch {
            if isCancelled { return }
            if let catching { return end(with: catching(error)) }
            effects?.report(EffectFailure(error: error, id: plan.id, store: storeName, action: origin))
            end(with: nil)
        }
    }

    /// Ends, and dispatches a last action in the same turn.
    private func end(with action: (any Action)?) {
        guard let effects, !isCancelled else { return }
        isOver = true
        batch {
            effects.didEnd(self)
            if let action { dispatch(action, answers) }
        }
    }
}

// MARK: - Dispatching

extension EffectRun {
    func send(_ action: some Action, _ address: Address) {
        if isCancelled { return }
        if isOver { stopSend(of: action) }
        effects?.requireIsolation(toSend: action)
        dispatch(action, address)
    }

    func requireRegistered(_ registration: Registration, _ file: StaticString, _ line: UInt) {
        effects?.dispatcher?.requireRegistered(registration, "Effect.Send", file, line)
    }

    private func dispatch(_ action: some Action, _ address: Address) {
        withTurn { turn in
            // What a signal emits at once is a turn of its own as well.
            guard isBeginning || turn.isRunning else { return deliver(action, address) }
            turn.afterTurn { [self] in
                if !isCancelled { deliver(action, address) }
            }
        }
    }

    private func deliver(_ action: some Action, _ address: Address) {
        guard let effects, let dispatcher = effects.dispatcher else { return }
        switch address {
        case .all(let isSaid):
            #if DEBUG
            if !isSaid {
                return dispatcher.answers.watch(action, to: origin, by: effects.registrant) {
                    dispatcher.dispatch(action)
                }
            }
            #endif
            dispatcher.dispatch(action)
        case .only(let addressee):
            if let registration = addressee.registration { dispatcher.dispatch(action, to: registration) }
        }
    }

    private func stopSend<ActionType: Action>(of action: ActionType) -> Never {
        stop(
            """
            Effect.Send: \(ActionType.self) was sent by an effect that is over (\(plan.description), for \(origin)). \
            To fix: send before the effect's function returns, and let it wait for what it has begun.
            """
        )
    }
}
