/// Where and when work is done: it carries the isolation of everything that takes time.
///
/// Whatever is timed or asynchronous takes a scheduler, and delivers in its isolation: ``Scheduler/main`` for what
/// belongs to the main actor, ``ActorScheduler`` for what belongs to another actor, and in specs the `TestScheduler` of
/// MillraceSpecs, whose time is turned by hand.
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
/// A scheduler is handed in, never guessed: a plain class does not know to which actor it belongs, and its specs want
/// another one than its app.
///
/// Times are `Duration`s: of waiting, or since some fixed moment of the scheduler's own.
public protocol Scheduler: Sendable {
    /// The actor in whose isolation the work is done. Nil where the scheduler cannot tell.
    ///
    /// A signal or an observable that is handed this scheduler learns from it where it belongs. The default is nil.
    var isolation: (any Actor)? { get }

    /// The time since a fixed moment, the same one for this scheduler's whole life. Never goes back.
    var now: Duration { get }

    /// Does a piece of work in this scheduler's isolation, later.
    ///
    /// Must be called in that isolation: elsewhere is a programmer's error, and traps.
    ///
    /// - Parameters:
    ///   - delay: How long to wait. Zero or less is as soon as possible, but never before this returns.
    ///   - work: Kept until it is done or cancelled.
    /// - Returns: The means to cancel. Releasing it cancels nothing.
    @discardableResult
    func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork

    /// Begins an asynchronous piece of work in this scheduler's isolation, as soon as possible, but never before this
    /// returns.
    ///
    /// Must be called in that isolation: elsewhere is a programmer's error, and traps.
    ///
    /// - Parameter work: Runs in this scheduler's isolation, whatever it calls. Kept until it has returned. A closure
    ///   must not have a capture list: with one, in code that belongs to no actor, Swift 6.3 runs it outside of that
    ///   isolation. Constants made before it serve as well (`weak let me = self`).
    /// - Returns: The means to cancel the task in which it runs. Releasing it cancels nothing.
    @discardableResult
    func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork

    /// Does a piece of work in this scheduler's isolation, as soon as possible. May be called on any thread.
    ///
    /// Nothing is promised about the order of two pieces of work.
    func post(_ work: @escaping @Sendable () -> Void)

    /// Waits. May be called on any thread, and in any isolation.
    ///
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

extension Scheduler {
    /// Nil: the scheduler cannot tell in whose isolation it works.
    public var isolation: (any Actor)? { nil }
}

/// A piece of work that a scheduler has taken on, which can be cancelled until it is done.
public final class ScheduledWork: Sendable {
    private let onCancel: @Sendable () -> Void

    /// - Parameter onCancel: Cancels the work. May be called several times, on any thread, and when it is done.
    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Cancels the work.
    ///
    /// When this has returned, called in the scheduler's isolation, work that has not begun never will; work that has
    /// is told by its task. May be called on any thread, and twice.
    public func cancel() { onCancel() }
}
