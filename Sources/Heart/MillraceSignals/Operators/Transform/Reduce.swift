extension Signal {
    /// Combines all values into one, which is emitted when this signal finishes.
    ///
    /// ![reduce](marbles-reduce.svg)
    ///
    /// Emits nothing if this signal never finishes. Starts again from `initial` with each first observer. Finishes with
    /// this signal and keeps it alive. O(1) per value.
    @export(implementation)
    public func reduce<Result>(_ initial: Result, _ fold: @escaping (Result, Value) -> Result) -> Signal<Result> {
        Signal<Result> { hub in
            let state = Memory(initial)
            let finish = {
                hub.send(state.value)
                hub.finish()
            }
            self.feed(hub, onFinish: finish) { state.value = fold(state.value, $0) }
        }
    }
}
