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

    /// A hundred years. Beyond what the clock can count a sleep would be over at once, or trap.
    private static let longestSleep = Duration.seconds(100 * 365 * 24 * 60 * 60)

    /// Makes a scheduler for an actor.
    public init(_ actor: any Actor) {
        self.actor = actor
        isForMain = actor === MainActor.shared
    }

    /// The actor, unless it is gone.
    public var isolation: (any Actor)? { actor }

    /// The time since the first scheduler of this process was asked for it.
    public var now: Duration { Origin.instant.duration(to: .now) }

    /// Does a piece of work on the actor, later. It is kept until then, or until it is cancelled.
    ///
    /// Must be called on the actor: elsewhere is a programmer's error, and traps.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork {
        requireIsolation("schedule(after:_:)")
        let carried = Carried(work)
        return launch { actor in
            if delay > .zero { try await sleep(for: delay) }
            await actor()?.perform(carried)
        }
    }

    /// Begins an asynchronous piece of work on the actor. It keeps the actor until it has returned.
    ///
    /// Must be called on the actor: elsewhere is a programmer's error, and traps.
    @discardableResult
    public func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork {
        requireIsolation("start(_:)")
        let carried = Carried(work)
        return launch { actor in await actor()?.run(carried) }
    }

    /// Does a piece of work on the actor, as soon as possible. May be called on any thread.
    public func post(_ work: @escaping @Sendable () -> Void) {
        let carried = Carried<() -> Void>(work)
        _ = launch { actor in await actor()?.perform(carried) }
    }

    /// Waits.
    ///
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: min(duration, Self.longestSleep), tolerance: .zero)
    }

    /// Begins a task that asks for the actor only when it needs it.
    private func launch(_ body: @escaping @Sendable (() -> (any Actor)?) async throws -> Void) -> ScheduledWork {
        let task = Task { try? await body { actor } }
        return ScheduledWork { task.cancel() }
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
            if !isOnMain { fatalError(message()) }
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
    fileprivate func perform(_ work: Carried<() -> Void>) {
        // Here, within the actor, since it may have been cancelled on the way.
        if !Task.isCancelled { work.content() }
    }

    fileprivate func run(_ work: Carried<nonisolated(nonsending) () async -> Void>) async {
        if !Task.isCancelled { await work.content() }
    }
}

private enum Origin {
    static let instant = ContinuousClock.now
}
