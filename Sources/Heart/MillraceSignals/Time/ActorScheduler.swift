import MillraceBase

/// A scheduler that runs work in the isolation of an actor, in real time.
///
/// ```swift
/// actor Feed {
///     private let updates = Emitter<Update>()
///     private var latest: Update?
///
///     func start() {
///         updates.debounce(for: .seconds(1), on: ActorScheduler(self))
///             .observe(for: self) { feed, update in feed.latest = update }
///     }
/// }
/// ```
///
/// The actor is held weakly: when it is gone, its pending work is dropped. A call in progress keeps the actor alive.
///
/// Waiting uses the continuous clock, which also runs while the machine sleeps.
public struct ActorScheduler: Scheduler {
    private weak let actor: (any Actor)?
    private let isForMain: Bool

    /// Creates a scheduler for an actor.
    public init(_ actor: any Actor) {
        self.actor = actor
        isForMain = actor === MainActor.shared
    }

    /// The actor, unless it is gone.
    public var isolation: (any Actor)? { actor }

    /// The time since the first scheduler of this process was asked for it.
    public var now: Duration { Self.origin.duration(to: .now) }

    private static let origin = ContinuousClock.now

    /// A hundred years: the clocks cannot count much further.
    private static let longestDelay = Duration.seconds(100 * 365 * 24 * 60 * 60)

    /// Runs work on the actor, later.
    ///
    /// The work is kept alive until it has run or, soon after, is cancelled. Work without delay runs in the order in
    /// which it was scheduled; the order of work that is due at nearly the same instant is not defined.
    ///
    /// Must be called on the actor; calling it elsewhere traps. Costs a task, which sleeps.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork {
        requireIsolation("schedule(after:_:)")
        if delay <= .zero { return begin { work() } }
        let carried = UncheckedTransfer<nonisolated(nonsending) () async -> Void> { work() }
        let due = Self.instant(after: delay)
        let task = Task.detached(priority: .userInitiated) { [weak actor] in
            try await Task.sleep(until: due, tolerance: .zero, clock: .continuous)
            await actor?.run(carried)
        }
        return ScheduledWork { task.cancel() }
    }

    /// Starts an `async` function on the actor. It keeps the actor alive until it has returned.
    ///
    /// Functions begin in the order in which they were started, unless the priorities of the starting tasks differ.
    ///
    /// Must be called on the actor; calling it elsewhere traps.
    @discardableResult
    public func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork {
        requireIsolation("start(_:)")
        return begin(work)
    }

    private func begin(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork {
        guard let actor else { return ScheduledWork {} }
        let carried = UncheckedTransfer(work)
        let task = actor.assumeIsolated { $0.begin(carried) }
        return ScheduledWork { task.cancel() }
    }

    /// Runs work on the actor, as soon as possible. May be called on any thread.
    public func post(_ work: @escaping @Sendable () -> Void) {
        if isForMain {
            Task { @MainActor in work() }
        } else {
            Task { [weak actor] in await actor?.perform(work) }
        }
    }

    /// Waits for a duration.
    ///
    /// The actor is not involved: the caller continues in its own isolation, whatever the actor does meanwhile.
    ///
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(until: Self.instant(after: duration), tolerance: .zero, clock: .continuous)
    }

    private static func instant(after delay: Duration) -> ContinuousClock.Instant { .now + min(delay, longestDelay) }

    private func requireIsolation(_ method: StaticString) {
        requireIsolation {
            let owner = isForMain ? "the main actor" : "an actor"
            return """
                ActorScheduler.\(method): the scheduler of \(owner) was used off it. To fix: send and observe what is \
                timed on that actor, or hand in the ActorScheduler of the actor that it belongs to.
                """
        }
    }

    /// Traps with a message unless the calling code runs on the actor.
    package func requireIsolation(_ message: () -> String) {
        if isForMain {
            if !isOnMain { stop(message()) }
        } else {
            actor?.preconditionIsolated(message())
        }
    }
}

extension Scheduler where Self == ActorScheduler {
    /// A scheduler that runs work on the main actor, in real time.
    public static var main: ActorScheduler { ActorScheduler(MainActor.shared) }
}

extension Actor {
    fileprivate func perform(_ work: @Sendable () -> Void) { work() }

    /// Starts a task in the actor's isolation directly, without going through the global executor.
    fileprivate func begin(_ work: UncheckedTransfer<nonisolated(nonsending) () async -> Void>) -> Task<Void, Never> {
        Task { await run(work) }
    }

    fileprivate func run(_ work: UncheckedTransfer<nonisolated(nonsending) () async -> Void>) async {
        // Checked here, on the actor, because the task may have been cancelled on the way.
        if !Task.isCancelled { await work.content() }
    }
}
