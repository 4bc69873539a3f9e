extension Signal {
    /// Calls an asynchronous function when the first observer is added, and emits the result.
    ///
    /// ![call](marbles-call.svg)
    ///
    /// ```swift
    /// let profile = Signal.call(on: .main) { await service.profile() }.hold(nil)
    /// ```
    ///
    /// The function runs in the scheduler's isolation, once for each first observer: without observers nothing is
    /// called, and later observers join the call in progress. Emits the result and finishes. When the last observer
    /// leaves, the call's task is cancelled, and its result is dropped: it is not in flight any more, even if the
    /// function goes on. The task keeps the observers alive.
    ///
    /// The closure must not have a capture list: see ``map(_:on:tracking:_:)``.
    ///
    /// - Parameters:
    ///   - scheduler: Where the signal belongs.
    ///   - activity: The activity that the call counts for while it is in flight. The end and the result are one turn.
    ///   - body: The function to call.
    /// - Complexity: O(1), and a task.
    public static func call<Time: Scheduler>(
        on scheduler: Time,
        tracking activity: Activity? = nil,
        _ body: nonisolated(nonsending) @escaping () async -> Value
    ) -> Signal<Value> {
        if let activity { return Signal(on: scheduler, tracking: activity, body) }
        return Signal(on: scheduler) { hub in
            let value = await body()
            // The hub may serve other observers by now.
            if !Task.isCancelled { hub.send(value) }
        }
    }

    /// Calls a throwing asynchronous function when the first observer is added, and emits the result or the error.
    ///
    /// ![tryCall](marbles-trycall.svg)
    ///
    /// An error is a value. Otherwise like ``call(on:tracking:_:)``.
    public static func tryCall<Output, Failure: Error, Time: Scheduler>(
        on scheduler: Time,
        tracking activity: Activity? = nil,
        _ body: nonisolated(nonsending) @escaping () async throws(Failure) -> Output
    ) -> Signal<Value> where Value == Result<Output, Failure> {
        call(on: scheduler, tracking: activity) {
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
    }

    /// Creates a signal of the values that an asynchronous function sends, which begins with the first observer.
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

    /// Creates a signal of the result of an asynchronous function, which is in flight meanwhile.
    ///
    /// The result, the end of the flight and that of the signal are one turn: the work that comes next, such as the
    /// next call of several in order, begins in it.
    @usableFromInline
    convenience init<Time: Scheduler>(
        on scheduler: Time,
        tracking activity: Activity,
        _ body: nonisolated(nonsending) @escaping () async -> Value
    ) {
        self.init(connect: { hub in
            hub.learnHome(from: scheduler)
            let flight = activity.begin()
            let call = scheduler.start {
                let value = await body()
                guard flight.isOpen else { return }
                batch {
                    hub.send(value)
                    flight.end()
                    hub.finish()
                }
            }
            hub.onDisconnect = {
                call.cancel()
                flight.end()
            }
        })
    }
}
