import MillraceBase

extension Signal {
    /// Emits the last `maxLength` values, in order, when this signal finishes.
    ///
    /// ![suffix](marbles-suffix.svg)
    ///
    /// Finishes with this signal and keeps it alive. Starts again with each first observer. O(1) per value,
    /// O(`maxLength`) memory.
    ///
    /// - Parameters:
    ///   - maxLength: The maximum number of values. Must not be negative.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    @export(implementation)
    public func suffix(_ maxLength: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
        requireCount(maxLength, "Signal.suffix", file, line)
        return Signal { hub in
            let last = Memory(Queue<Value>())
            let finish = {
                while let value = last.value.popFirst() { hub.send(value) }
                hub.finish()
            }
            self.feed(hub, onFinish: finish) { value in
                last.value.append(value)
                if last.value.count > maxLength { letGo(last.value.popFirst()) }
            }
        }
    }
}
