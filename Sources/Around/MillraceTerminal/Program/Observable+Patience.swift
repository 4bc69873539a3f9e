import MillraceSignals

extension Observable<Bool> {
    /// Waits until it is true, as a command of a script waits for the work that it has begun.
    ///
    /// ```swift
    /// guard await status.map({ !$0.isLoading }).isTrue(within: patience, on: .main) else {
    ///     throw ProgramExit("the server did not answer in time", exitCode: 75)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - patience: How long to wait at most.
    ///   - scheduler: Measures that.
    /// - Returns: Whether it is true; false when the time is over, or the task is cancelled.
    public nonisolated(nonsending) func isTrue(within patience: Duration, on scheduler: some Scheduler) async -> Bool {
        (try? await wait(atMost: patience, on: scheduler) { $0 }) == true
    }
}
