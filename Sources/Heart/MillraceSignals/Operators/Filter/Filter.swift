extension Signal {
    /// Emits the values that satisfy `isIncluded`.
    ///
    /// ![filter](marbles-filter.svg)
    ///
    /// Finishes with this signal and keeps it alive. `isIncluded` runs once per value. O(1) per value.
    @export(implementation)
    public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal<Value> {
        Signal { hub in
            self.feed(hub) { value in
                if isIncluded(value) { hub.send(value) }
            }
        }
    }

    /// Transforms each value and drops the results that are nil.
    ///
    /// ![compactMap](marbles-compactmap.svg)
    ///
    /// Finishes with this signal and keeps it alive. `transform` runs once per value. O(1) per value.
    @export(implementation)
    public func compactMap<Output>(_ transform: @escaping (Value) -> Output?) -> Signal<Output> {
        Signal<Output> { hub in
            self.feed(hub) { value in
                if let output = transform(value) { hub.send(output) }
            }
        }
    }

    /// Drops the values that are nil and unwraps the others.
    ///
    /// ![ignoreNil](marbles-ignorenil.svg)
    ///
    /// Finishes with this signal and keeps it alive. O(1) per value.
    @export(implementation)
    public func ignoreNil<Wrapped>() -> Signal<Wrapped> where Value == Wrapped? {
        compactMap { $0 }
    }
}
