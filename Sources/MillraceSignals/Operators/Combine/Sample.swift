extension Signal {
    /// A signal of the last value whenever another signal emits, if there is a new one since.
    ///
    /// Where one `send` reaches both, this signal is told first. Finishes when `trigger` finishes, or, once the last
    /// value is given away, when this signal has. It starts anew with each first observer, and keeps both signals. O(1)
    /// a value.
    @inlinable
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
    /// An observable that takes over this one's value whenever a signal emits, and keeps it until the next time.
    ///
    /// It begins with the present value, and notifies each time, also where the value is the same (law O3). It is
    /// connected for as long as it is kept or observed, as what ``Signal/hold(_:)`` gives; that `trigger` finishes
    /// leaves the last value. It keeps this observable and the signal. O(1) a value.
    @inlinable
    public func sample<Trigger>(on trigger: Signal<Trigger>) -> Observable<Value> {
        trigger.withLatest(from: self).map { $0.1 }.hold(value)
    }
}
