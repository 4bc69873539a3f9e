extension Signal {
    /// Combines each value with the previous result and emits the new result.
    ///
    /// ![scan](marbles-scan.svg)
    ///
    /// ```swift
    /// let total = amounts.scan(0, +)      // 3, 4, 5 gives 3, 7, 12
    /// ```
    ///
    /// Finishes with this signal and keeps it alive. Starts again from `initial` with each first observer; later
    /// observers join the current run. O(1) per value.
    @export(implementation)
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
