extension Signal {
    /// A signal of this signal's values and, when it has finished, of another's.
    ///
    /// `other` is observed from the moment this one finishes; what it emits before is not kept. Finishes with `other`.
    /// O(1) a value.
    ///
    /// It keeps both, and until this one has finished, so does what feeds it. Where `other` is made of the same source,
    /// end the observation by its subscription: one that is only bound to an owner would keep that source until its
    /// next value.
    @inlinable
    public func append(_ other: Signal<Value>) -> Signal<Value> {
        Signal { hub in
            self.feed(hub, onFinish: { other.feed(hub) { hub.send($0) } }) { hub.send($0) }
        }
    }

    /// A signal of this signal's values and, when it has finished, of the values given; then it finishes.
    ///
    /// It keeps this signal. O(1) a value.
    @inlinable
    public func append(_ values: Value...) -> Signal<Value> {
        Signal { hub in
            let finish = {
                for value in values { hub.send(value) }
                hub.finish()
            }
            self.feed(hub, onFinish: finish) { hub.send($0) }
        }
    }

    /// A signal that gives each first observer the values given, and goes on with this signal's.
    ///
    /// The values are delivered before `observe` returns; later observers join what is running and do not get them.
    /// What this signal emits as it is connected comes after them. Finishes with this signal, which it keeps. O(1) a
    /// value.
    @inlinable
    public func prepend(_ values: Value...) -> Signal<Value> {
        Signal { hub in
            for value in values { hub.send(value) }
            self.feed(hub) { hub.send($0) }
        }
    }
}
