extension Signal {
    /// A signal of the last `maxLength` values.
    ///
    /// Emits them in order when this signal finishes, then finishes. It remembers anew with each first observer. It
    /// keeps this signal. O(1) a value, O(`maxLength`) in memory.
    ///
    /// - Parameter maxLength: How many values at the most. Must not be negative.
    @inlinable
    public func suffix(_ maxLength: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
        requireCount(maxLength, "Signal.suffix", file, line)
        return Signal { hub in
            let ring = Memory<[Value]>([])
            let next = Memory(0)
            let finish = {
                let values = exchange(&ring.value, with: [])
                for offset in values.indices { hub.send(values[(next.value + offset) % values.count]) }
                hub.finish()
            }
            self.feed(hub, onFinish: finish) { value in
                if ring.value.count < maxLength {
                    ring.value.append(value)
                } else if maxLength > 0 {
                    letGo(exchange(&ring.value[next.value], with: value))
                    next.value = (next.value + 1) % maxLength
                }
            }
        }
    }
}
