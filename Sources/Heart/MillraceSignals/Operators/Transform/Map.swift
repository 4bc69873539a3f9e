extension Signal {
    /// Transforms each value.
    ///
    /// ![map](marbles-map.svg)
    ///
    /// Emits one value per value, finishes with this signal and keeps it alive. `transform` runs once per value,
    /// however many observers there are, and never without one. O(1) per value.
    @export(implementation)
    public func map<Output>(_ transform: @escaping (Value) -> Output) -> Signal<Output> {
        Signal<Output> { hub in
            self.feed(hub) { hub.send(transform($0)) }
        }
    }

    /// Replaces each value by a constant.
    ///
    /// ![map(to:)](marbles-map-to.svg)
    ///
    /// Emits one value per value, finishes with this signal and keeps it alive. O(1) per value.
    @export(implementation)
    public func map<Output>(to output: Output) -> Signal<Output> {
        map { _ in output }
    }
}

extension Observable {
    /// Transforms the value.
    ///
    /// ![map, of an observable](marbles-map-of-an-observable.svg)
    ///
    /// The result changes with every change of this observable, even if the transformed value is equal; ``select(_:)-method``
    /// stops equal values. While the result is observed, `transform` runs at most once per turn; otherwise it runs when
    /// the value is read, if this observable has changed since. The result keeps this observable alive. O(1) per
    /// change.
    @export(implementation)
    public func map<Output>(_ transform: @escaping (Value) -> Output) -> Observable<Output> {
        let (input, output) = (box, Box<Output>())
        return Observable<Output>(from: upstream, box: output) { node in
            output.write(input.lend(to: node, transform), of: node)
            return true
        }
    }
}
