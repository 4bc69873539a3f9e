import MillraceBase
import MillraceSignals

/// The effects of one store that are in flight.
///
/// The store keeps it, and so do its handlers. Which effects are in flight is decided in the turn of the action that
/// asks for them; whatever runs code of theirs (to start it, to tell a task that it is cancelled) waits for the end of
/// that turn.
@usableFromInline
final class Effects {
    private(set) weak var dispatcher: Dispatcher?
    private(set) weak var registration: Registration?

    /// The scheduler of the dispatcher, where that is an actor's.
    let actorScheduler: ActorScheduler?
    private let store: Registrant
    private let scheduler: (any Scheduler)?

    /// Those with an identity. No queue in the table is empty.
    private var queues: [AnyHashable: EffectQueue] = [:]

    /// Those without.
    private let unnamed = EffectQueue(of: nil)
    @exclusivity(unchecked) private var count = 0

    /// The observables of the effects in flight. Nil until somebody asks.
    @exclusivity(unchecked) private var madeObservables: InFlightObservables?

    /// How many have been asked for so far: numbers the effects.
    @exclusivity(unchecked) private var lastNumber = 0

    /// The handles that end the effects that have begun, by their numbers. The store may be released on another thread,
    /// which ends them.
    private let handles = Locked([Int: EffectRun.Handle]())

    fileprivate init(of registration: Registration, on dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
        self.registration = registration
        store = registration.registrant
        scheduler = dispatcher.scheduler
        actorScheduler = scheduler as? ActorScheduler
    }

    /// Those that are in flight, in no particular order.
    var present: [EffectRun] { queues.values.reduce(into: unnamed.runs) { $0 += $1.runs } }

    /// The observables of the effects in flight.
    private var observables: InFlightObservables {
        if let madeObservables { return madeObservables }
        let made = InFlightObservables(count: count)
        madeObservables = made
        return made
    }

    /// The number of those in flight.
    var inFlight: Observable<Int> { observables.count }

    /// Whether effects of an identity are in flight, now and from now on.
    func isInFlight(_ id: AnyHashable) -> Observable<Bool> { observables.flag(of: id, now: queues[id] != nil) }
}

extension Store {
    /// The effects of the store, which are made when they are first needed.
    @usableFromInline var effects: Effects {
        if let made = dependent as? Effects { return made }
        let made = Effects(of: self, on: dispatcher)
        dependent = made
        return made
    }
}

// MARK: - Starting

extension Effects {
    /// Starts and cancels the effects that a handler has returned. Called during its dispatch.
    @usableFromInline
    func start(_ effect: Effect, _ runner: TurnRunner) {
        // An effect that does not start is released when the handlers have returned, as all the rest is.
        guard let dispatcher, let list = dispatcher.runningList, list.allowsEffects else {
            return runner.afterTurn { withExtendedLifetime(effect) {} }
        }
        var (cancelled, started): ([EffectRun], [EffectRun]) = ([], [])
        for part in effect.parts {
            switch part {
            case .cancel(let id): cancelled += cancel(id)
            case .close: store.requireClosing(at: list.site(changing: store.cell))
            case .start(let plan):
                if scheduler == nil { stopForScheduler(list) }
                if let run = add(plan, askedForBy: list, on: dispatcher, runner, &cancelled) { started.append(run) }
            }
        }
        for part in effect.parts { updateObservables(of: part.id) }
        runner.afterTurn { [self] in
            for run in cancelled {
                takeHandle(of: run)?.end()
                run.tellOfCancelling()
            }
            for run in started { begin(run) }
            for case .close in effect.parts { close() }
            withExtendedLifetime(effect) {}
        }
    }

    /// Puts an effect in flight. Returns it if it may begin.
    private func add(
        _ plan: Effect.Plan,
        askedForBy list: HandlerList,
        on dispatcher: Dispatcher,
        _ runner: TurnRunner,
        _ cancelled: inout [EffectRun]
    ) -> EffectRun? {
        let present = queue(of: plan.id)
        if plan.id != nil, let present {
            if plan.policy == .first { return nil }
            if plan.policy == .latest { cancelled += cancelAll(in: present) }
        }
        lastNumber += 1
        count += 1
        let run = EffectRun(
            plan,
            number: lastNumber,
            askedForAt: runner.originOfJobs,
            of: store,
            for: list.actionType,
            isAddressed: list.isOfOneStore || store.membership != nil,
            effects: self,
            on: dispatcher,
            registeredAt: list.site(changing: store.cell)
        )
        let queue = present ?? EffectQueue(of: plan.id)
        if let id = plan.id { queues[id] = queue }
        return queue.add(run) ? run : nil
    }

    private func queue(of id: AnyHashable?) -> EffectQueue? { id.map { queues[$0] } ?? unnamed }

    private func begin(_ run: EffectRun) {
        // The store may have been released before any of its effects has begun.
        if store.hasEnded { return forgetAll() }
        if let scheduler { run.begin(on: scheduler) }
    }

    /// Asks for the store to be closed, unless it is gone.
    private func close() {
        if !store.hasEnded {
            dispatcher?.dispatch(CloseMember(store.label), toParentOf: store, by: ActionOrigin(.member(store.label)))
        }
    }

    private func cancel(_ id: AnyHashable) -> [EffectRun] { takeQueue(of: id).map { cancelAll(in: $0) } ?? [] }

    private func cancelAll(in queue: EffectQueue) -> [EffectRun] {
        let cancelled = queue.takeAll()
        count -= cancelled.count
        for run in cancelled { run.cancel() }
        return cancelled
    }

    /// Takes a queue out. The identity is the user's, and is released when the table is in order.
    private func takeQueue(of id: AnyHashable) -> EffectQueue? {
        guard let index = queues.index(forKey: id) else { return nil }
        let taken = queues.remove(at: index)
        return taken.value
    }

    private func updateObservables(of id: AnyHashable?) {
        guard let madeObservables else { return }
        madeObservables.set(count)
        if let id { madeObservables.set(id, isInFlight: queues[id] != nil) }
    }

    private func stopForScheduler(_ list: HandlerList) -> Never {
        stop(
            """
            Store.on: \(store.label) returned an effect for \(list.actionName), and its dispatcher has no scheduler to \
            run it. \
            To fix: make the dispatcher with the scheduler that carries its isolation, as Dispatcher(on: .main).
            """,
            at: list.site(changing: store.cell)
        )
    }
}

// MARK: - Ending

extension Effects {
    /// The task of an effect; nil if there is none.
    func task(of run: EffectRun) -> ScheduledWork? {
        if case .task(let task) = handles.withLock({ $0[run.number] }) { task } else { nil }
    }

    /// Keeps the handle that ends the work of a running effect. If the store has been released, it ends the work at
    /// once.
    func keep(_ handle: EffectRun.Handle, of run: EffectRun) {
        var former: EffectRun.Handle?
        let isKept = handles.withLock { handles in
            if store.hasEnded { return false }
            former = handles.updateValue(handle, forKey: run.number)
            return true
        }
        if !isKept { handle.end() }
        withExtendedLifetime(former) {}
    }

    /// An effect is over: the next one that waits for it begins.
    func didEnd(_ run: EffectRun) {
        _ = takeHandle(of: run)
        guard let queue = queue(of: run.plan.id), queue.remove(run) else { return }
        count -= 1
        while let next = queue.next() {
            withRunner { runner in runner.afterTurn(askedForAt: next.asking) { [self] in begin(next) } }
        }
        if queue.count == 0, let id = queue.id { _ = takeQueue(of: id) }
        updateObservables(of: run.plan.id)
    }

    private func takeHandle(of run: EffectRun) -> EffectRun.Handle? {
        handles.withLock { $0.removeValue(forKey: run.number) }
    }

    private func forgetAll() {
        let former = (exchange(&queues, with: [:]), unnamed.takeAll())
        count = 0
        madeObservables?.setNone()
        for run in former.0.values.flatMap(\.runs) + former.1 { run.tellOfCancelling() }
        withExtendedLifetime(former) {}
    }
}

extension Effects: RegistrationDependent {
    /// Cancels all, since the store goes: on any thread. The work in the store's domain follows there.
    func registrationEnded() {
        let ended = handles.withLock { exchange(&$0, with: [:]) }
        // Observers end by being released.
        for case .task(let work) in ended.values { work.cancel() }
        guard !ended.isEmpty else { return }
        let transfer = UncheckedTransfer(self)
        scheduler?.post { transfer.content.forgetAll() }
    }
}

extension EffectRun.Handle {
    /// Ends the work, in the store's domain.
    fileprivate func end() {
        switch self {
        case .task(let work): work.cancel()
        case .observer(let subscription): subscription.cancel()
        }
    }
}
