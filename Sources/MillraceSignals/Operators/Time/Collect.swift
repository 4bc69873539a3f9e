extension Signal {
    /// A signal of arrays of `count` values.
    ///
    /// Emits an array whenever `count` values have come, and what is left over when this signal finishes; then
    /// finishes. It collects anew with each first observer. It keeps this signal. O(1) a value.
    ///
    /// - Parameter count: How many values make an array. Must be positive.
    @inlinable
    public func collect(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<[Value]> {
        requirePositive(count, "Signal.collect", file, line)
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

    /// A signal of arrays of the values that come within an interval.
    ///
    /// ```swift
    /// let writes = changes.collect(every: .seconds(1), on: .main)
    /// ```
    ///
    /// The interval begins with the first value of an array, and the array is emitted when it is over; no array is
    /// empty, and while nothing comes no time is counted. A value that comes at the very instant at which the interval
    /// is over, and sooner than the array is emitted, is part of it. When this signal finishes, what was collected is
    /// emitted at once, and the signal finishes; when the last observer leaves, it is dropped. It collects again from
    /// nothing with each first observer, and keeps this signal. O(1) a value; there is one timer.
    ///
    /// - Parameters:
    ///   - interval: How long to collect, from the first value on.
    ///   - scheduler: Where this signal belongs.
    @inlinable
    public func collect<Time: Scheduler>(every interval: Duration, on scheduler: Time) -> Signal<[Value]> {
        collected(upTo: .max, every: interval, on: scheduler)
    }

    /// A signal of arrays of the values that come within an interval, each of `count` values at the most.
    ///
    /// An array is emitted when `count` values have come, or when the interval is over, which begins with its first
    /// value. Otherwise as ``collect(every:on:)``.
    ///
    /// - Parameters:
    ///   - count: How many values an array has at the most. Must be positive.
    ///   - interval: How long to collect, from the first value on.
    ///   - scheduler: Where this signal belongs.
    @inlinable
    public func collect<Time: Scheduler>(
        _ count: Int,
        orEvery interval: Duration,
        on scheduler: Time,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Signal<[Value]> {
        requirePositive(count, "Signal.collect(_:orEvery:on:)", file, line)
        return collected(upTo: count, every: interval, on: scheduler)
    }

    @inlinable
    func collected<Time: Scheduler>(
        upTo count: Int,
        every interval: Duration,
        on scheduler: Time
    ) -> Signal<[Value]> {
        Signal<[Value]> { hub in
            let collecting = Collecting<Value, Time>(upTo: count, every: interval, on: scheduler, of: hub)
            self.feed(hub, onFinish: { collecting.sourceFinished(hub) }) { collecting.receive($0, hub) }
        }
    }
}

/// What `collect` by time remembers.
@usableFromInline
final class Collecting<Element, Time: Scheduler>: TimedOperator<[Element], Time> {
    private let limit: Int
    private let interval: Duration
    private var collected: [Element] = []

    @usableFromInline
    init(upTo limit: Int, every interval: Duration, on scheduler: Time, of hub: Hub<[Element]>) {
        self.limit = limit
        self.interval = interval
        super.init(on: scheduler, of: hub)
    }

    @usableFromInline
    func receive(_ value: Element, _ hub: Hub<[Element]>) {
        collected.append(value)
        if collected.count >= limit {
            stop()
            emit(hub)
        } else if !isWaiting {
            wait(until: now + interval)
        }
    }

    override func ring(_ hub: Hub<[Element]>) { emit(hub) }

    @usableFromInline
    func sourceFinished(_ hub: Hub<[Element]>) {
        emit(hub)
        finish(hub)
    }

    private func emit(_ hub: Hub<[Element]>) {
        if !collected.isEmpty { hub.send(exchange(&collected, with: [])) }
    }
}
