extension Signal {
    /// Pairs each value with the latest value of another signal.
    ///
    /// ![withLatest(from:), a signal](marbles-withlatest-from-a-signal.svg)
    ///
    /// Emits when this signal does, once `other` has emitted. If one `send` reaches both, `other` comes first. Finishes
    /// with this signal, whether `other` has finished or not. The latest value is forgotten when the last observer
    /// leaves. Keeps both signals alive. O(1) per value.
    @export(implementation)
    public func withLatest<Other>(from other: Signal<Other>) -> Signal<(Value, Other)> {
        Signal<(Value, Other)> { hub in
            let last = Memory<Other?>(nil)
            other.feed(hub, onFinish: {}) { last.value = $0 }
            self.feed(hub) { value in
                if let other = last.value { hub.send((value, other)) }
            }
        }
    }

    /// Pairs each value with the present value of an observable.
    ///
    /// ![withLatest(from:), an observable](marbles-withlatest-from-an-observable.svg)
    ///
    /// ```swift
    /// let submitted = taps.withLatest(from: form)
    /// ```
    ///
    /// The value is never stale, also in a batch and during a turn (law O7). While the result is observed, so is
    /// `other`. Finishes with this signal. Keeps both alive. O(1) per value; during a turn, also the cost of computing
    /// `other`.
    @export(implementation)
    public func withLatest<Other>(from other: Observable<Other>) -> Signal<(Value, Other)> {
        Signal<(Value, Other)> { hub in
            // The node and not the observable, which would keep everything above it, possibly this signal.
            let (box, node) = (other.box, other.upstream.node)
            other.feed(hub) {}
            self.feed(hub) { value in
                // An observable that is set from outside is always up to date.
                if !node.isRoot { node.refreshLinked() }
                node.requireReadable()
                hub.send((value, box.value))
            }
        }
    }
}
