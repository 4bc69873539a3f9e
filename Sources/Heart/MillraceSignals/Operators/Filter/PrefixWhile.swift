extension Signal {
    /// Emits values until the first one that does not satisfy `predicate`, and finishes.
    ///
    /// ![prefix(while:)](marbles-prefix-while.svg)
    ///
    /// That value is not emitted. Finishes with this signal otherwise. Keeps this signal alive. Starts again with each
    /// first observer. O(1) per value.
    @export(implementation)
    public func prefix(while predicate: @escaping (Value) -> Bool) -> Signal<Value> {
        Signal { hub in
            self.feed(hub) { value in
                if hub.isFinished { return }
                if predicate(value) { hub.send(value) } else { hub.finish() }
            }
        }
    }

    /// Emits values until another signal emits, and finishes.
    ///
    /// ![prefix(until:)](marbles-prefix-until.svg)
    ///
    /// Finishes with this signal otherwise. If `other` finishes without a value, this has no effect. Keeps both signals
    /// alive. O(1) per value.
    @export(implementation)
    public func prefix<Other>(until other: Signal<Other>) -> Signal<Value> {
        Signal { hub in
            other.feed(hub, onFinish: {}) { _ in hub.finish() }
            if !hub.isFinished { self.feed(hub) { hub.send($0) } }
        }
    }
}
