extension Signal {
    /// A signal of arrays of `count` values.
    ///
    /// Emits an array whenever `count` values have come, and what is left over when this signal finishes; then
    /// finishes. It collects anew with each first observer. It keeps this signal. O(1) a value.
    ///
    /// - Parameter count: How many values make an array. Must be positive.
    @inlinable
    public func collect(_ count: Int) -> Signal<[Value]> {
        requirePositive(count, "Signal.collect")
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
}
