extension Signal {
    /// A signal of each value together with the last value of another signal.
    ///
    /// Emits when this signal does, once `other` has emitted. Where one `send` reaches both, `other` is told first.
    /// Finishes with this signal; that `other` finishes means nothing. What was last starts anew with each first
    /// observer. It keeps both. O(1) a value.
    @inlinable
    public func withLatest<Other>(from other: Signal<Other>) -> Signal<(Value, Other)> {
        Signal<(Value, Other)> { hub in
            let last = Memory<Other?>(nil)
            other.feed(hub, onFinish: {}) { last.value = $0 }
            self.feed(hub) { value in
                if let other = last.value { hub.send((value, other)) }
            }
        }
    }

    /// A signal of each value together with the present value of an observable.
    ///
    /// ```swift
    /// let submitted = taps.withLatest(from: form)
    /// ```
    ///
    /// The value is the present one, never a stale one, also in a batch and in mid-turn (law O7). While this is
    /// observed so is `other`. Finishes with this signal. It keeps both. O(1) a value, and in mid-turn what computing
    /// costs.
    @inlinable
    public func withLatest<Other>(from other: Observable<Other>) -> Signal<(Value, Other)> {
        Signal<(Value, Other)> { hub in
            // The node, not the observable: that keeps what is above it, which may well be this signal.
            let (box, node) = (other.box, other.upstream.node)
            other.feed(hub) {}
            self.feed(hub) { value in
                // What is set from outside is always up to date.
                if node.isDerived { node.refreshLinked() }
                node.requireReadable()
                hub.send((value, box.value))
            }
        }
    }
}
