import MillraceBase

extension Signal {
    /// Emits the last `maxLength` values, in order, when this signal finishes.
    ///
    /// Finishes with this signal and keeps it alive. Starts again with each first observer. O(1) per value,
    /// O(`maxLength`) memory.
    ///
    /// - Parameter maxLength: The maximum number of values. Must not be negative.
    @export(implementation)
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
