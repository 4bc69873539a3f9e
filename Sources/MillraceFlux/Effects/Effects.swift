import MillraceSignals

/// The effects of one store that are in flight.
///
/// The store's registration keeps it, and so do its handlers. Which effects are in flight is decided in the turn of the
/// action that asks for them; whatever runs code of theirs (to begin, to tell a task that it is cancelled) waits for
/// the end of that turn.
@usableFromInline
final class Effects {
    /// What ends the work of an effect.
    enum Handle {
        case task(ScheduledWork)
        case observer(Subscription)
    }

    private(set) weak var dispatcher: Dispatcher?
    private(set) weak var registration: Registration?
    let registrant: Registrant
    private let scheduler: (any Scheduler)?
    private let actor: ActorScheduler?

    private var runs: [AnyHashable: EffectQueue] = [:]
    private var count = 0

    /// What is told of those in flight. Nil until somebody asks.
    private var told: ToldEffects?

    /// How many have been asked for so far: numbers the effects.
    private var lastNumber = 0

    /// Of those that have begun. The store may be released on another thread, which ends them.
    private let handles = Locked<[ObjectIdentifier: Handle]>([:])

    init(of registration: Registration, with dispatcher: Dispatcher?) {
        self.dispatcher = dispatcher
        self.registration = registration
        registrant = registration.registrant
        scheduler = dispatcher?.scheduler
        actor = scheduler as? ActorScheduler
    }

    var storeName: String { registrant.label }

    /// Whether the store has gone. Asked on any thread.
    var isClosed: Bool { registrant.isRemoved.load(ordering: .acquiring) }

    /// Traps where an effect has left the dispatcher's isolation, which the compiler does not notice.
    func requireIsolation<ActionType: Action>(toSend action: ActionType) {
        actor?.requireIsolation {
            """
            Effect.Send: \(ActionType.self) was sent outside of the dispatcher's isolation, by an effect of \(storeName). \
            To fix: drop the capture list of the effect's closure, and hand it what it needs, .run(with: object), or put \
            that into constants before it: a closure with a capture list does not run in its caller's isolation \
            (Swift 6.3).
            """
        }
    }

    /// Those that are in flight, in the order in which they were asked for.
    var present: [EffectInFlight] {
        runs.values.flatMap(\.all).map { EffectInFlight(number: $0.number, id: $0.plan.id) }
            .sorted { $0.number < $1.number }
    }

    /// What is told of those in flight.
    var observables: ToldEffects {
        if let told { return told }
        let made = ToldEffects(count: count)
        told = made
        return made
    }

    /// Whether one of this identity is in flight.
    func isInFlight(_ id: AnyHashable) -> Bool { runs[id] != nil }

    func report(_ failure: EffectFailure) { dispatcher?.onEffectFailure(failure) }
}

// MARK: - Asking

extension Effects {
    /// Takes on what a handler has returned. Called in the midst of its dispatch.
    @usableFromInline
    func admit(_ effect: Effect, _ turn: Turn) {
        // What comes to nothing is let go when the handlers have returned, as all the rest is.
        guard let route = dispatcher?.currentRoute?.takeUnretainedValue(), route.watch?.allowsEffects != false
        else { return turn.afterTurn { withExtendedLifetime(effect) {} } }
        var (cancelled, started): ([EffectRun], [EffectRun]) = ([], [])
        for part in effect.parts {
            switch part {
            case .cancel(let id): cancelled += cancel(id)
            case .start(let plan):
                if scheduler == nil { stopForScheduler(route.actionName) }
                lastNumber += 1
                let run = EffectRun(
                    plan,
                    number: lastNumber,
                    of: self,
                    for: route.actionName,
                    isAddressed: route.isOfOneStore
                )
                if plan.policy == .first, runs[run.id] != nil { continue }
                if plan.policy == .latest { cancelled += cancel(run.id) }
                if runs[run.id, default: EffectQueue()].add(run) { started.append(run) }
                count += 1
            }
        }
        for part in effect.parts { tell(about: part.id) }
        turn.afterTurn { [self] in
            for run in cancelled { end(run) }
            for run in started { begin(run) }
            withExtendedLifetime(effect) {}
        }
    }

    private func cancel(_ id: AnyHashable) -> [EffectRun] {
        let cancelled = takeRuns(of: id)
        count -= cancelled.count
        for run in cancelled { run.cancel() }
        return cancelled
    }

    /// Takes those of an identity out. The identity is the user's, and goes when the table is in order.
    private func takeRuns(of id: AnyHashable) -> [EffectRun] {
        guard let index = runs.index(forKey: id) else { return [] }
        let taken = runs.remove(at: index)
        return taken.value.all
    }

    private func begin(_ run: EffectRun) {
        // The store may have gone before any of its effects has begun.
        if isClosed { return forgetAll() }
        if let scheduler { run.begin(on: scheduler) }
    }

    private func tell(about id: AnyHashable?) {
        guard let told else { return }
        told.tell(count)
        if let id { told.tell(id, isInFlight: isInFlight(id)) }
    }

    private func stopForScheduler(_ action: String) -> Never {
        stop(
            """
            Store.on: \(storeName) returned an effect for \(action), and its dispatcher has no scheduler to run it. \
            To fix: make the dispatcher with the scheduler that carries its isolation, as Dispatcher(on: .main).
            """
        )
    }
}

// MARK: - Ending

extension Effects {
    /// Keeps what ends the work of an effect that has begun. Where the store has gone meanwhile, it is ended at once.
    func keep(_ handle: Handle, of run: EffectRun) {
        let isKept = handles.withLock { handles in
            if isClosed { return false }
            handles[ObjectIdentifier(run)] = handle
            return true
        }
        if !isKept { handle.end() }
    }

    /// An effect is over: the next one that waits for it begins.
    func didEnd(_ run: EffectRun) {
        _ = takeHandle(of: run)
        guard runs[run.id]?.remove(run) == true else { return }
        count -= 1
        while let next = runs[run.id]?.next() {
            withTurn { turn in turn.afterTurn { [self] in begin(next) } }
        }
        if runs[run.id]?.isEmpty == true { _ = takeRuns(of: run.id) }
        tell(about: run.plan.id)
    }

    /// Tells the work of a cancelled effect.
    private func end(_ run: EffectRun) { takeHandle(of: run)?.end() }

    private func takeHandle(of run: EffectRun) -> Handle? {
        handles.withLock { $0.removeValue(forKey: ObjectIdentifier(run)) }
    }

    /// Cancels all, since the store goes: on any thread. What belongs to the store's domain follows there.
    func close() {
        let ended = handles.withLock { handles in
            defer { handles = [:] }
            return handles
        }
        // Observers end by being released.
        for case .task(let work) in ended.values { work.cancel() }
        guard !ended.isEmpty else { return }
        let carried = UncheckedTransfer(self)
        scheduler?.post { carried.content.forgetAll() }
    }

    private func forgetAll() {
        let former = runs
        runs = [:]
        count = 0
        told?.tellNone()
        withExtendedLifetime(former) {}
    }
}

extension Effects.Handle {
    /// Ends the work, in the store's domain.
    fileprivate func end() {
        switch self {
        case .task(let work): work.cancel()
        case .observer(let subscription): subscription.cancel()
        }
    }
}
