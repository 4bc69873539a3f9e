import MillraceBase
import MillraceSignals

/// One effect in flight.
///
/// Its task or its observer keeps it, and its store's ``Effects`` do; it keeps neither the store nor the dispatcher.
final class EffectRun {
    /// The handle that ends the work of an effect.
    enum Handle {
        case task(ScheduledWork)
        case observer(Subscription)
    }

    let plan: Effect.Plan

    /// Counts the effects of the store, from 1.
    let number: Int

    /// Counts the effects of all stores of the dispatcher, from 1.
    let serialNumber: Int

    /// How many actions the dispatcher had handled with the one that asked for it.
    private let actionNumber: Int

    /// Where the handler that asked for it was registered, which only a debug build knows.
    private let site: CallSite?

    /// The place that asked for it, which distinguishes a queue of effects from a cycle.
    let asking: TurnRunner.Origin

    /// The type of the action that asked for it.
    private let question: any Action.Type

    /// Whether the answers go to the store alone: the action was addressed to it, or it is a member of a family.
    private let isAddressed: Bool

    private let store: Registrant
    private weak var effects: Effects?

    @exclusivity(unchecked) private var wasCancelled = false
    @exclusivity(unchecked) private(set) var hasBegun = false
    @exclusivity(unchecked) private var isBeginning = false
    @exclusivity(unchecked) private var isOver = false

    init(
        _ plan: Effect.Plan,
        number: Int,
        askedForAt asking: TurnRunner.Origin,
        of store: Registrant,
        for question: any Action.Type,
        isAddressed: Bool,
        effects: Effects,
        on dispatcher: Dispatcher,
        registeredAt site: CallSite?
    ) {
        self.plan = plan
        (self.number, self.asking, self.site) = (number, asking, site)
        dispatcher.effectCount += 1
        (serialNumber, actionNumber) = (dispatcher.effectCount, dispatcher.handledCount)
        self.store = store
        self.question = question
        self.isAddressed = isAddressed
        self.effects = effects
        withRunner { $0.noteCreation(of: self) }
    }

    /// Whether it was cancelled, or its store has been released.
    var isCancelled: Bool { wasCancelled || store.hasEnded || effects == nil }

    /// Cancels the run: it dispatches nothing from now on. Its task is cancelled later: see ``Effects``.
    func cancel() { wasCancelled = true }
}

extension EffectRun: UnfinishedWork {
    var unfinishedName: String? {
        if isOver { return nil }
        let name = plan.id.map { "\(String(reflecting: $0.base)) of \(store.label)" } ?? "one of \(store.label)"
        return isCancelled ? "\(name) (cancelled, and has not returned)" : name
    }
}

// MARK: - Running

extension EffectRun {
    /// Starts the work, unless the effect has been cancelled.
    func begin(on scheduler: any Scheduler) {
        guard !hasBegun, !isCancelled else { return }
        hasBegun = true
        tell(.began)
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
            let subscription = observe(Effect.Send(sender: self)) { [self] in end(.finished, with: nil) }
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
            end(.finished, with: try await body(Effect.Send(sender: self)))
        } catch {
            if isCancelled { return }
            if let catching { return end(.failed(error), with: catching(error)) }
            let failure = EffectFailure(error: error, id: plan.id, store: store.label, action: "\(question)")
            effects?.dispatcher?.onEffectFailure(failure)
            end(.failed(error), with: nil)
        }
    }

    /// Ends, and dispatches a last action in the same turn.
    private func end(_ change: EffectEvent.Change, with action: (any Action)?) {
        // The effects is looked up once: each look-up of a weak reference is a call of the runtime.
        guard !wasCancelled, !store.hasEnded, let effects else { return }
        isOver = true
        batch {
            effects.didEnd(self)
            tell(change)
            if let action { dispatch(action, to: .asker, at: nil) }
        }
    }

    /// Reports that it was cancelled, unless it had not begun.
    func tellOfCancelling() {
        if hasBegun, !isOver { tell(.cancelled) }
    }

    private func tell(_ change: EffectEvent.Change) {
        guard let dispatcher = effects?.dispatcher, let interceptor = dispatcher.interceptor,
            interceptor.followsEffects
        else { return }
        let event = EffectEvent(
            change: change,
            number: serialNumber,
            store: store.label,
            id: plan.id,
            policy: plan.policy,
            actionNumber: actionNumber,
            site: site
        )
        interceptor.tell(of: event, on: dispatcher)
    }
}

// MARK: - Sending

extension EffectRun: EffectSender {
    func send(_ action: some Action, to target: Effect.Target, at site: CallSite?) {
        if isCancelled { return }
        if isOver { stopSend(of: action) }
        requireIsolation(toSend: action)
        dispatch(action, to: target, at: site)
    }

    func close() {
        if isCancelled { return }
        store.requireClosing(at: nil)
        send(CloseMember(store.label), to: .parent, at: nil)
    }

    func requireRegistered(_ store: Registration, _ site: CallSite) {
        effects?.dispatcher?.requireAddressable(store, "Effect.Send", site)
    }

    private func dispatch(_ action: some Action, to target: Effect.Target, at site: CallSite?) {
        withRunner { runner in
            let origin = ActionOrigin(.effect(serialNumber), at: site)
            // A value that a signal emits at once is a turn of its own as well.
            guard isBeginning || runner.isRunning else { return deliver(action, to: target, by: origin) }
            runner.afterTurn { [self] in
                if !isCancelled { deliver(action, to: target, by: origin.deferred) }
            }
        }
    }

    private func deliver(_ action: some Action, to target: Effect.Target, by origin: ActionOrigin) {
        guard let dispatcher = effects?.dispatcher else { return }
        switch target {
        case .only(let addressee): dispatch(action, to: addressee.store, on: dispatcher, by: origin)
        case .absent(let registration): dispatch(action, to: registration, on: dispatcher, by: origin)
        case .parent: dispatcher.dispatch(action, toParentOf: store, by: origin)
        case .asker where isAddressed:
            #if DEBUG
            if let store = effects?.registration { dispatcher.reportLost(action, to: store) }
            #endif
            dispatch(action, to: effects?.registration, on: dispatcher, by: origin)
        case .asker:
            #if DEBUG
            dispatcher.crosstalk.check(action, to: "\(question)", by: store) {
                dispatcher.dispatch(action, by: origin)
            }
            #else
            dispatcher.dispatch(action, by: origin)
            #endif
        case .all: dispatcher.dispatch(action, by: origin)
        }
    }

    private func dispatch(
        _ action: some Action,
        to store: Registration?,
        on dispatcher: Dispatcher,
        by origin: ActionOrigin
    ) {
        if let store { dispatcher.dispatch(action, at: nil, to: store, by: origin) }
    }

    /// Ends the process where an effect has left the dispatcher's isolation, which the compiler does not notice.
    private func requireIsolation<ActionType: Action>(toSend action: ActionType) {
        effects?.actorScheduler?.requireIsolation {
            """
            Effect.Send: \(ActionType.self) was sent outside of the dispatcher's isolation, by an effect of \
            \(store.label). \
            To fix: drop the capture list of the effect's closure, and put what it needs into constants before it: a \
            closure with a capture list does not run in its caller's isolation (Swift 6.3).
            """
        }
    }

    private func stopSend<ActionType: Action>(of action: ActionType) -> Never {
        stop(
            """
            Effect.Send: \(ActionType.self) was sent by an effect that is over (\(plan.description), for \(question)). \
            To fix: send before the effect's function returns, and let it wait for what it has begun.
            """
        )
    }
}
