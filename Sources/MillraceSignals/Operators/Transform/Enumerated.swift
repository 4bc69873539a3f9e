extension Signal {
    /// A signal of each value with its number, from zero.
    ///
    /// Finishes with this signal, which it keeps. It counts anew with each first observer. O(1) a value.
    @inlinable
    public func enumerated() -> Signal<(offset: Int, element: Value)> {
        Signal<(offset: Int, element: Value)> { hub in
            let count = Memory(0)
            self.feed(hub) { value in
                let offset = count.value
                count.value += 1
                hub.send((offset: offset, element: value))
            }
        }
    }
}
