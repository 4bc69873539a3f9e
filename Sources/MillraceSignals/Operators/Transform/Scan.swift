extension Signal {
    /// A signal of running results: each value is folded into the result so far, which is then emitted.
    ///
    /// ```swift
    /// let total = amounts.scan(0, +)      // 3, 4, 5 gives 3, 7, 12
    /// ```
    ///
    /// Finishes with this signal, which it keeps. The result starts anew from `initial` with each first observer; later
    /// observers join what is running. O(1) a value.
    @inlinable
    public func scan<Result>(_ initial: Result, _ fold: @escaping (Result, Value) -> Result) -> Signal<Result> {
        Signal<Result> { hub in
            let state = Memory(initial)
            self.feed(hub) { value in
                state.value = fold(state.value, value)
                hub.send(state.value)
            }
        }
    }
}
