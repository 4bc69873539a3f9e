extension Signal {
    /// Emits the values of this signal and, when it has finished, those of another.
    ///
    /// ![append(_:), a signal](marbles-append-a-signal.svg)
    ///
    /// `other` is observed from the moment this signal finishes; earlier values of it are not kept. Finishes with
    /// `other`. O(1) per value.
    ///
    /// Keeps both signals alive; until this one has finished, its source does so too. If `other` is derived from the
    /// same source, end the observation by its subscription: an observation that ends with an owner would keep that
    /// source until its next value.
    @export(implementation)
    public func append(_ other: Signal<Value>) -> Signal<Value> {
        Signal { hub in
            self.feed(hub, onFinish: { other.feed(hub) { hub.send($0) } }) { hub.send($0) }
        }
    }

    /// Emits the values of this signal and, when it has finished, the given values; then finishes.
    ///
    /// ![append(_:), values](marbles-append-values.svg)
    ///
    /// Keeps this signal alive. O(1) per value.
    @export(implementation)
    public func append(_ values: Value...) -> Signal<Value> {
        Signal { hub in
            let finish = {
                for value in values { hub.send(value) }
                hub.finish()
            }
            self.feed(hub, onFinish: finish) { hub.send($0) }
        }
    }

    /// Emits the given values to each first observer, and then the values of this signal.
    ///
    /// ![prepend](marbles-prepend.svg)
    ///
    /// The values are delivered before `observe` returns; later observers join the current run and do not get them.
    /// Values that this signal emits while it is being connected come after them. Finishes with this signal and keeps
    /// it alive. O(1) per value.
    @export(implementation)
    public func prepend(_ values: Value...) -> Signal<Value> {
        Signal { hub in
            for value in values { hub.send(value) }
            self.feed(hub) { hub.send($0) }
        }
    }
}
