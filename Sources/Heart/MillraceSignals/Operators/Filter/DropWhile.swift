extension Signal {
    /// Drops values until the first one that does not satisfy `predicate`.
    ///
    /// ![drop(while:)](marbles-drop-while.svg)
    ///
    /// From that value on, `predicate` is not called any more. Finishes with this signal and keeps it alive. Starts
    /// again with each first observer. O(1) per value.
    @export(implementation)
    public func drop(while predicate: @escaping (Value) -> Bool) -> Signal<Value> {
        Signal { hub in
            let isOpen = Memory(false)
            self.feed(hub) { value in
                if !isOpen.value { isOpen.value = !predicate(value) }
                if isOpen.value { hub.send(value) }
            }
        }
    }

    /// Drops values until another signal emits.
    ///
    /// ![drop(until:)](marbles-drop-until.svg)
    ///
    /// `other` is disconnected then. If one `send` reaches both, `other` comes first. Finishes with this signal, or
    /// when `other` finishes without a value. Starts again with each first observer and keeps both signals alive. O(1)
    /// per value.
    @export(implementation)
    public func drop<Other>(until other: Signal<Other>) -> Signal<Value> {
        Signal { hub in
            let isOpen = Memory(false)
            other.first().feed(hub, onFinish: { if !isOpen.value { hub.finish() } }) { _ in isOpen.value = true }
            if hub.isFinished { return }
            self.feed(hub) { value in
                if isOpen.value { hub.send(value) }
            }
        }
    }
}
