import MillraceBase
public import MillraceSignals

/// Measures the progress of one request: how many bytes of its body and of its answer have been transferred.
///
/// ```swift
/// let meter = TransferMeter()
/// meter.progress(on: .main).observe(for: self) { screen, progress in screen.show(progress.downloaded) }
/// let picture = try await client.send(Download(id), meter: meter)
/// ```
///
/// Use a meter for one request at a time. It starts again from zero with each attempt. It no longer changes after the
/// request has ended or was cancelled. May be used on any thread.
public final class TransferMeter: Sendable {
    private let state = Locked(TransferProgress())
    private let feed = ChangeFeed()

    /// Creates a meter at zero.
    public init() {}

    /// The current progress. May be read on any thread.
    public var progress: TransferProgress { state.withLock { $0 } }

    /// Returns an observable of ``progress-swift.property``, for a graph.
    ///
    /// It is updated for as long as it is kept or observed, and does not keep the meter alive. The changes are
    /// delivered asynchronously on the scheduler, at most one per turn, however many bytes arrive. It never ends.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler of the graph's isolation domain. Traps if that is not the isolation of the caller.
    ///   - isolation: The isolation of the calling code.
    public func progress(
        on scheduler: some Scheduler,
        isolation: (any Actor)? = #isolation
    ) -> Observable<TransferProgress> {
        feed.observable(of: self, on: scheduler, isolation: isolation, \.progress)
    }

    /// Changes the progress, and notifies its followers.
    func change(_ body: (inout TransferProgress) -> Void) {
        state.withLock(body)
        feed.notify()
    }
}
