extension Signal {
    /// A signal of the values from the first on that does not satisfy `predicate`.
    ///
    /// `predicate` is not asked any more from then on. Finishes with this signal, which it keeps. It starts anew with
    /// each first observer. O(1) a value.
    @inlinable
    public func drop(while predicate: @escaping (Value) -> Bool) -> Signal<Value> {
        Signal { hub in
            let isOpen = Memory(false)
            self.feed(hub) { value in
                if !isOpen.value { isOpen.value = !predicate(value) }
                if isOpen.value { hub.send(value) }
            }
        }
    }

    /// A signal of the values from when another signal has emitted, which is let go then.
    ///
    /// Where one `send` reaches both, `other` is told first. Finishes with this signal, or when `other` finishes
    /// without a value. It starts anew with each first observer, and keeps both signals. O(1) a value.
    @inlinable
    public func drop<Other>(until other: Signal<Other>) -> Signal<Value> {
        Signal { hub in
            let isOpen = Memory(false)
            let openers = InnerConnections(into: hub)
            let opener = openers.begin()
            other.feed(opener, of: openers, onFinish: { if !isOpen.value { hub.finish() } }) { _ in
                isOpen.value = true
                openers.letGo(opener)
            }
            if hub.isFinished { return }
            self.feed(hub) { value in
                if isOpen.value { hub.send(value) }
            }
        }
    }
}
