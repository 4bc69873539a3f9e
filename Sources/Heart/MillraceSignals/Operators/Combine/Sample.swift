extension Signal {
    /// Emits the latest value whenever another signal emits, if there is a new one since the last time.
    ///
    /// ![sample(on:)](marbles-sample-on.svg)
    ///
    /// If one `send` reaches both, this signal comes first. Finishes when `trigger` finishes, or when this signal has
    /// finished and its last value has been emitted. Starts again with each first observer and keeps both signals
    /// alive. O(1) per value.
    @export(implementation)
    public func sample<Trigger>(on trigger: Signal<Trigger>) -> Signal<Value> {
        Signal { hub in
            let last = Memory<Value?>(nil)
            let isOver = Memory(false)
            let finish = {
                isOver.value = true
                if last.value == nil { hub.finish() }
            }
            self.feed(hub, onFinish: finish) { last.value = $0 }
            if hub.isFinished { return }
            trigger.feed(hub) { _ in
                guard let value = exchange(&last.value, with: nil) else { return }
                hub.send(value)
                if isOver.value { hub.finish() }
            }
        }
    }
}

extension Observable {
    /// Returns an observable that takes this one's value whenever a signal emits, and keeps it in between.
    ///
    /// ![sample(on:), of an observable](marbles-sample-on-of-an-observable.svg)
    ///
    /// It begins with the present value and notifies each time, even if the value is equal (law O3). It stays connected
    /// for as long as it is kept or observed, like the result of ``Signal/hold(_:isolation:)``. When `trigger`
    /// finishes, the last value stays. It keeps this observable and the signal alive. O(1) per value.
    @export(implementation)
    public func sample<Trigger>(on trigger: Signal<Trigger>) -> Observable<Value> {
        trigger.withLatest(from: self).map { $0.1 }.hold(value)
    }
}
