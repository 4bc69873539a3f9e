extension Signal {
    /// A signal of the first `maxLength` values.
    ///
    /// Finishes right after the last of them, or with this signal, which it keeps; of zero, at once. It counts anew
    /// with each first observer. O(1) a value.
    ///
    /// - Parameter maxLength: How many values at the most. Must not be negative.
    @inlinable
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

    /// A signal of all values but the first `count`.
    ///
    /// Finishes with this signal, which it keeps. It counts anew with each first observer. O(1) a value.
    ///
    /// - Parameter count: How many values to leave out. Must not be negative.
    @inlinable
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
