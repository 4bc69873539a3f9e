extension Signal {
    /// A signal of the values up to the first that does not satisfy `predicate`.
    ///
    /// Finishes at that value, which it does not emit, or with this signal, which it keeps. It starts anew with each
    /// first observer. O(1) a value.
    @inlinable
    public func prefix(while predicate: @escaping (Value) -> Bool) -> Signal<Value> {
        Signal { hub in
            self.feed(hub) { value in
                if hub.isFinished { return }
                if predicate(value) { hub.send(value) } else { hub.finish() }
            }
        }
    }

    /// A signal of the values until another signal emits.
    ///
    /// Finishes when `other` emits, or with this signal; that `other` finishes means nothing. It keeps both signals.
    /// O(1) a value.
    @inlinable
    public func prefix<Other>(until other: Signal<Other>) -> Signal<Value> {
        Signal { hub in
            other.feed(hub, onFinish: {}) { _ in hub.finish() }
            if !hub.isFinished { self.feed(hub) { hub.send($0) } }
        }
    }
}
