extension Signal {
    /// Pairs each value with its number, counted from zero.
    ///
    /// ![enumerated](marbles-enumerated.svg)
    ///
    /// Finishes with this signal and keeps it alive. Counting starts again with each first observer. O(1) per value.
    @export(implementation)
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
