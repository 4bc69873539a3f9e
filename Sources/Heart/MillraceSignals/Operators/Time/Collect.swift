extension Signal {
    /// Collects values into arrays of `count`.
    ///
    /// ![collect(_:)](marbles-collect.svg)
    ///
    /// Emits an array whenever `count` values have arrived. When this signal finishes, the rest is emitted and the
    /// result finishes. Starts again with each first observer. Keeps this signal alive. O(1) per value.
    ///
    /// - Parameters:
    ///   - count: The number of values in an array. Must be positive.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    @export(implementation)
    public func collect(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<[Value]> {
        requireCount(count, atLeast: 1, "Signal.collect", file, line)
        return Signal<[Value]> { hub in
            let collected = Memory<[Value]>([])
            let finish = {
                if !collected.value.isEmpty { hub.send(exchange(&collected.value, with: [])) }
                hub.finish()
            }
            self.feed(hub, onFinish: finish) { value in
                collected.value.append(value)
                if collected.value.count == count { hub.send(exchange(&collected.value, with: [])) }
            }
        }
    }

    /// Collects the values of an interval into an array.
    ///
    /// ![collect(every:)](marbles-collect-every.svg)
    ///
    /// ```swift
    /// let writes = changes.collect(every: .seconds(1), on: .main)
    /// ```
    ///
    /// The interval begins with the first value of an array, and the array is emitted when it is over; no array is
    /// empty, and no timer runs without values. A value at the very instant at which the interval ends is included if
    /// it arrives before the array is emitted. When this signal finishes, the collected values are emitted at once, and
    /// the result finishes; when the last observer leaves, they are dropped. Starts again with each first observer and
    /// keeps this signal alive. O(1) per value; there is one timer.
    ///
    /// - Parameters:
    ///   - interval: How long to collect, from the first value on.
    ///   - scheduler: Where this signal belongs.
    @export(implementation)
    public func collect<Time: Scheduler>(every interval: Duration, on scheduler: Time) -> Signal<[Value]> {
        collected(upTo: .max, every: interval, on: scheduler)
    }

    /// Collects the values of an interval into an array of at most `count` values.
    ///
    /// ![collect(_:orEvery:)](marbles-collect-orevery.svg)
    ///
    /// An array is emitted when `count` values have arrived, or when the interval that began with its first value is
    /// over. Otherwise like ``collect(every:on:)``.
    ///
    /// - Parameters:
    ///   - count: The maximum number of values in an array. Must be positive.
    ///   - interval: How long to collect, from the first value on.
    ///   - scheduler: Where this signal belongs.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    @export(implementation)
    public func collect<Time: Scheduler>(
        _ count: Int,
        orEvery interval: Duration,
        on scheduler: Time,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Signal<[Value]> {
        requireCount(count, atLeast: 1, "Signal.collect(_:orEvery:on:)", file, line)
        return collected(upTo: count, every: interval, on: scheduler)
    }

    @export(implementation)
    func collected<Time: Scheduler>(
        upTo count: Int,
        every interval: Duration,
        on scheduler: Time
    ) -> Signal<[Value]> {
        Signal<[Value]> { hub in
            let collected = Memory<[Value]>([])
            let emit = { (hub: Hub<[Value]>) in
                if !collected.value.isEmpty { hub.send(exchange(&collected.value, with: [])) }
            }
            let timer = OperatorTimer(on: scheduler, of: hub) { _, hub in emit(hub) }
            let finish = {
                emit(hub)
                timer.finish(hub)
            }
            self.feed(hub, onFinish: finish) { value in
                collected.value.append(value)
                if collected.value.count >= count {
                    timer.stop()
                    emit(hub)
                } else if !timer.isWaiting {
                    timer.wait(for: interval)
                }
            }
        }
    }
}
