/// Does work in the isolation of an actor, in real time.
///
/// ```swift
/// actor Feed {
///     private let updates = Emitter<Update>()
///
///     func start() {
///         updates.debounce(for: .seconds(1), on: ActorScheduler(self))
///             .observe(for: self) { feed, update in feed.show(update) }
///     }
/// }
/// ```
///
/// The actor is held weakly: when it is gone, what it still had to do is dropped. A call that is under way keeps it.
///
/// Waiting uses the continuous clock, which also runs while the machine sleeps.
public struct ActorScheduler: Scheduler {
    private weak let actor: (any Actor)?
    private let isForMain: Bool

    /// Makes a scheduler for an actor.
    public init(_ actor: any Actor) {
        self.actor = actor
        isForMain = actor === MainActor.shared
    }

    /// The actor, unless it is gone.
    public var isolation: (any Actor)? { actor }

    /// The time since the first scheduler of this process was asked for it.
    public var now: Duration { TimerQueue.now }

    /// Does a piece of work on the actor, later. It is kept until then, or until it is cancelled: by then at once, on
    /// the thread that cancels it.
    ///
    /// Work that is due at the same instant is done in the order in which it was scheduled. All that an actor has to
    /// do in time shares one timer of the system.
    ///
    /// Must be called on the actor: elsewhere is a programmer's error, and traps.
    ///
    /// - Complexity: O(log n) for n pieces of work that wait, and as much to cancel it.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork {
        requireIsolation("schedule(after:_:)")
        guard let actor else { return ScheduledWork {} }
        return TimerQueue.of(actor).schedule(after: delay, UncheckedTransfer(work))
    }

    /// Begins an asynchronous piece of work on the actor. It keeps the actor until it has returned.
    ///
    /// What is begun begins in that order, unless the priorities of the tasks that begin it differ.
    ///
    /// Must be called on the actor: elsewhere is a programmer's error, and traps.
    @discardableResult
    public func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork {
        requireIsolation("start(_:)")
        guard let actor else { return ScheduledWork {} }
        let carried = UncheckedTransfer(work)
        let task = actor.assumeIsolated { $0.begin(carried) }
        return ScheduledWork { task.cancel() }
    }

    /// Does a piece of work on the actor, as soon as possible. May be called on any thread.
    public func post(_ work: @escaping @Sendable () -> Void) {
        if isForMain {
            Task { @MainActor in work() }
        } else {
            Task { [weak actor] in await actor?.perform(work) }
        }
    }

    /// Waits.
    ///
    /// The actor has no part in it: who sleeps goes on where they belong, whatever the actor does meanwhile.
    ///
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try await suspend { TimerQueue.ofSleepers.schedule(after: duration, UncheckedTransfer($0)) }
    }

    private func requireIsolation(_ method: StaticString) {
        requireIsolation {
            isForMain
                ? """
                ActorScheduler.\(method): the main actor's scheduler was used off the main actor. \
                To fix: send and observe what is timed on the main actor, or hand in the ActorScheduler of the actor \
                that it belongs to.
                """
                : """
                ActorScheduler.\(method): an actor's scheduler was used outside of that actor. \
                To fix: send and observe what is timed within the actor, or hand in the scheduler that it belongs to.
                """
        }
    }

    /// Traps with a message where the calling code does not run on the actor.
    package func requireIsolation(_ message: () -> String) {
        if isForMain {
            if !isOnMain { stop(message()) }
        } else {
            actor?.preconditionIsolated(message())
        }
    }
}

extension Scheduler where Self == ActorScheduler {
    /// Does work on the main actor, in real time.
    public static var main: ActorScheduler { ActorScheduler(MainActor.shared) }
}

extension Actor {
    fileprivate func perform(_ work: @Sendable () -> Void) { work() }

    /// Begins a task within the actor: it goes there straight away, without a way around through the global executor.
    fileprivate func begin(_ work: UncheckedTransfer<nonisolated(nonsending) () async -> Void>) -> Task<Void, Never> {
        Task { await run(work) }
    }

    private func run(_ work: UncheckedTransfer<nonisolated(nonsending) () async -> Void>) async {
        // Here, within the actor, since it may have been cancelled on the way.
        if !Task.isCancelled { await work.content() }
    }
}
