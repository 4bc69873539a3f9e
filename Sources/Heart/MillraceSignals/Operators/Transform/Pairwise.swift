extension Signal {
    /// Pairs each value with the previous one.
    ///
    /// ![pairwise](marbles-pairwise.svg)
    ///
    /// Emits from the second value on. Finishes with this signal and keeps it alive. The previous value is forgotten
    /// when the last observer leaves. O(1) per value.
    @export(implementation)
    public func pairwise() -> Signal<(old: Value, new: Value)> {
        Signal<(old: Value, new: Value)> { hub in
            let last = Memory<Value?>(nil)
            self.feed(hub) { value in
                let former = last.value
                last.value = value
                if let former { hub.send((old: former, new: value)) }
            }
        }
    }
}
