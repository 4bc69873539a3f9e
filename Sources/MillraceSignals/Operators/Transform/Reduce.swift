extension Signal {
    /// A signal of one value: what all values come to when each is folded into the result so far.
    ///
    /// Emits the result when this signal finishes, then finishes; of a signal that never finishes, nothing. The result
    /// starts anew from `initial` with each first observer. It keeps this signal. O(1) a value.
    @inlinable
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
