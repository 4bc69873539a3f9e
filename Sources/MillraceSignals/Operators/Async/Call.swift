extension Signal {
    /// Calls an asynchronous function when the first observer comes, and emits what it returns.
    ///
    /// ```swift
    /// let profile = Signal.call(on: .main) { await service.profile() }.hold(nil)
    /// ```
    ///
    /// The function is called when the first observer comes, in the isolation of the scheduler, and again for each
    /// first observer: a signal that nobody observes calls nothing, and later observers join the call that is under way.
    /// Emits what it returns, and finishes. When the last observer leaves, the call's task is cancelled, and its result
    /// goes to nobody. The task keeps what hangs below this signal.
    ///
    /// The closure must not have a capture list: see ``map(_:on:file:line:_:)``.
    ///
    /// - Parameters:
    ///   - scheduler: Where the signal belongs.
    ///   - body: What to call.
    /// - Complexity: O(1), and a task.
    public static func call<Time: Scheduler>(
        on scheduler: Time,
        _ body: nonisolated(nonsending) @escaping () async -> Value
    ) -> Signal<Value> {
        Signal { hub in
            hub.learnsHome(from: scheduler)
            let call = scheduler.start {
                hub.send(await body())
                hub.finish()
            }
            hub.onDisconnect = { call.cancel() }
        }
    }

    /// Calls an asynchronous function when the first observer comes, and emits what it returns or the error that it throws.
    ///
    /// An error is a value. Otherwise as ``call(on:_:)``.
    public static func tryCall<Output, Failure: Error, Time: Scheduler>(
        on scheduler: Time,
        _ body: nonisolated(nonsending) @escaping () async throws(Failure) -> Output
    ) -> Signal<Value> where Value == Result<Output, Failure> {
        call(on: scheduler) {
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
    }
}
