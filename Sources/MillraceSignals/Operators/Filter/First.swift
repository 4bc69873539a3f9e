extension Signal {
    /// A signal of the first value.
    ///
    /// Emits it and finishes, or finishes with this signal, which it keeps. It starts anew with each first observer.
    @inlinable
    public func first() -> Signal<Value> { prefix(1) }

    /// A signal of the last value.
    ///
    /// Emits it when this signal finishes, then finishes; of an empty signal, nothing. It keeps this signal.
    @inlinable
    public func last() -> Signal<Value> { suffix(1) }

    /// A signal of the value with a number, counted from zero.
    ///
    /// Emits it and finishes, or finishes with this signal, which it keeps. It counts anew with each first observer.
    ///
    /// - Parameter index: The number. Must not be negative.
    @inlinable
    public func element(at index: Int, file: StaticString = #fileID, line: UInt = #line) -> Signal<Value> {
        requireCount(index, "Signal.element(at:)", file, line)
        return drop(index).prefix(1)
    }
}
