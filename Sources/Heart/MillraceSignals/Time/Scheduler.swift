/// Where and when work runs.
///
/// Everything that is timed or asynchronous takes a scheduler and delivers in its isolation: ``Scheduler/main`` for the
/// main actor, ``ActorScheduler`` for another actor, and in tests the `TestScheduler` of MillraceTesting, whose time is
/// virtual.
///
/// ```swift
/// final class SearchModel<S: Scheduler> {
///     let text = Variable("")
///     let results: Observable<[String]>
///
///     init(service: SearchService, on scheduler: S) {
///         results = text.changes
///             .debounce(for: .milliseconds(300), on: scheduler)
///             .map(.latest, on: scheduler) { text in await service.results(for: text) }
///             .hold([])
///     }
/// }
/// ```
///
/// A scheduler is a parameter and never inferred: a plain class does not know to which actor it belongs, and its tests
/// need another scheduler than its app.
///
/// Times are `Duration`s: the time to wait, or the time since a fixed moment of the scheduler.
public protocol Scheduler: Sendable {
    /// The actor in whose isolation work runs. Nil if the scheduler does not know it.
    ///
    /// A signal or an observable that receives this scheduler learns from it where it belongs. The default is nil.
    var isolation: (any Actor)? { get }

    /// The time since a fixed moment, which is the same for the scheduler's whole life. Never goes back.
    var now: Duration { get }

    /// Runs work in this scheduler's isolation, later.
    ///
    /// Must be called in that isolation; calling it elsewhere traps.
    ///
    /// - Parameters:
    ///   - delay: How long to wait. Zero or less means as soon as possible, but never before this returns.
    ///   - work: Kept alive until it has run or is cancelled.
    /// - Returns: A handle to cancel the work. Releasing the handle cancels nothing.
    @discardableResult
    func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork

    /// Starts an `async` function in this scheduler's isolation, as soon as possible, but never before this returns.
    ///
    /// Must be called in that isolation; calling it elsewhere traps.
    ///
    /// - Parameter work: Runs in this scheduler's isolation. Kept alive until it has returned. The closure must not
    ///   have a capture list: with one, in code that belongs to no actor, Swift 6.3 runs it outside that isolation. Use
    ///   constants before the closure instead (`weak let me = self`).
    /// - Returns: A handle to cancel the task. Releasing the handle cancels nothing.
    @discardableResult
    func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork

    /// Runs work in this scheduler's isolation, as soon as possible. May be called on any thread.
    ///
    /// The order of two pieces of work is not defined.
    func post(_ work: @escaping @Sendable () -> Void)

    /// Waits for a duration. May be called on any thread and in any isolation.
    ///
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

extension Scheduler {
    /// Nil: the scheduler does not know in whose isolation it runs work.
    public var isolation: (any Actor)? { nil }
}

/// A handle to cancel a piece of scheduled work.
public final class ScheduledWork: Sendable {
    private let onCancel: @Sendable () -> Void

    /// Creates a handle.
    ///
    /// - Parameter onCancel: Cancels the work. May be called several times, on any thread, and after the work is done.
    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Cancels the work.
    ///
    /// If this is called in the scheduler's isolation, work that has not begun when it returns never will; work that
    /// has begun has its task cancelled. May be called on any thread, and repeatedly.
    public func cancel() { onCancel() }
}
