extension Signal {
    /// Emits the first `maxLength` values and finishes.
    ///
    /// ![prefix](marbles-prefix.svg)
    ///
    /// Finishes right after the last of them, or with this signal; with a length of zero, at once. Keeps this signal
    /// alive. Counting starts again with each first observer. O(1) per value.
    ///
    /// - Parameters:
    ///   - maxLength: The maximum number of values. Must not be negative.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    @export(implementation)
    public func prefix(_ maxLength: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
        requireCount(maxLength, "Signal.prefix", file, line)
        return Signal { hub in
            let left = Memory(maxLength)
            if maxLength == 0 { return hub.finish() }
            self.feed(hub) { value in
                guard left.value > 0 else { return }
                left.value -= 1
                let isLast = left.value == 0
                hub.send(value)
                if isLast { hub.finish() }
            }
        }
    }

    /// Drops the first `count` values.
    ///
    /// ![drop](marbles-drop.svg)
    ///
    /// Finishes with this signal and keeps it alive. Counting starts again with each first observer. O(1) per value.
    ///
    /// - Parameters:
    ///   - count: The number of values to drop. Must not be negative.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    @export(implementation)
    public func drop(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
        requireCount(count, "Signal.drop", file, line)
        return Signal { hub in
            let left = Memory(count)
            self.feed(hub) { value in
                if left.value == 0 { return hub.send(value) }
                left.value -= 1
            }
        }
    }
}
