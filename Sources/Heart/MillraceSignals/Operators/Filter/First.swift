extension Signal {
    /// Emits the first value and finishes.
    ///
    /// ![first](marbles-first.svg)
    ///
    /// Finishes with this signal if there is none. Keeps this signal alive. Starts again with each first observer. O(1)
    /// per value.
    @export(implementation)
    public func first() -> Signal<Value> { prefix(1) }

    /// Emits the last value when this signal finishes.
    ///
    /// ![last](marbles-last.svg)
    ///
    /// Emits nothing if there is none. Finishes with this signal and keeps it alive. Starts again with each first
    /// observer. O(1) per value.
    @export(implementation)
    public func last() -> Signal<Value> { suffix(1) }

    /// Emits the value with an index, counted from zero, and finishes.
    ///
    /// ![element(at:)](marbles-element-at.svg)
    ///
    /// Finishes with this signal if there are too few values. Keeps this signal alive. Counting starts again with each
    /// first observer. O(1) per value.
    ///
    /// - Parameters:
    ///   - index: The index. Must not be negative.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    @export(implementation)
    public func element(at index: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
        requireCount(index, "Signal.element(at:)", file, line)
        return drop(index).prefix(1)
    }
}
