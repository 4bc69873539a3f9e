extension Signal {
    /// Makes one turn of all that the observers of the result set for one value.
    ///
    /// ![batched](marbles-batched.svg)
    ///
    /// ```swift
    /// let requests = merge(typed, retried).batched()
    /// let question = requests.hold("")
    /// let count = requests.scan(0) { count, _ in count + 1 }.hold(0)   // never an old count beside a new question
    /// ```
    ///
    /// Each value is passed on within a ``batch(_:)``. Finishes with this signal and keeps it alive. O(1) per value,
    /// plus the cost of the turn.
    @export(implementation)
    public func batched() -> Signal<Value> {
        Signal { hub in
            self.feed(hub) { value in batch { hub.send(value) } }
        }
    }
}
