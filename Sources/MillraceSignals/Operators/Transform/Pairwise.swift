extension Signal {
    /// A signal of each value together with the one before it.
    ///
    /// Emits from the second value on; finishes with this signal, which it keeps. What was before starts anew with each
    /// first observer. O(1) a value.
    @inlinable
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
