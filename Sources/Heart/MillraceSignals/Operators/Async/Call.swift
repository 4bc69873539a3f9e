extension Signal {
    /// Calls an asynchronous function when the first observer is added, and emits the result.
    ///
    /// ```swift
    /// let profile = Signal.call(on: .main) { await service.profile() }.hold(nil)
    /// ```
    ///
    /// The function runs in the scheduler's isolation, once for each first observer: without observers nothing is
    /// called, and later observers join the call in progress. Emits the result and finishes. When the last observer
    /// leaves, the call's task is cancelled, and its result is dropped. The task keeps the observers alive.
    ///
    /// The closure must not have a capture list: see ``map(_:on:_:)``.
    ///
    /// - Parameters:
    ///   - scheduler: Where the signal belongs.
    ///   - body: The function to call.
    /// - Complexity: O(1), and a task.
    public static func call<Time: Scheduler>(
        on scheduler: Time,
        _ body: nonisolated(nonsending) @escaping () async -> Value
    ) -> Signal<Value> {
        Signal(on: scheduler) { hub in hub.send(await body()) }
    }

    /// Calls a throwing asynchronous function when the first observer is added, and emits the result or the error.
    ///
    /// An error is a value. Otherwise like ``call(on:_:)``.
    public static func tryCall<Output, Failure: Error, Time: Scheduler>(
        on scheduler: Time,
        _ body: nonisolated(nonsending) @escaping () async throws(Failure) -> Output
    ) -> Signal<Value> where Value == Result<Output, Failure> {
        call(on: scheduler) {
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
    }

    /// Creates a signal of what an asynchronous function sends, which begins with the first observer.
    @usableFromInline
    convenience init<Time: Scheduler>(
        on scheduler: Time,
        _ read: nonisolated(nonsending) @escaping (Hub<Value>) async -> Void
    ) {
        self.init(connect: { hub in
            hub.learnHome(from: scheduler)
            let loop = scheduler.start {
                await read(hub)
                if !Task.isCancelled { hub.finish() }
            }
            hub.onDisconnect = { loop.cancel() }
        })
    }
}
