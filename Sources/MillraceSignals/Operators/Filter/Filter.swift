extension Signal {
    /// A signal of the values that satisfy `isIncluded`.
    ///
    /// Emits those values unchanged and finishes with this signal, which it keeps. O(1) a value.
    @inlinable
    public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal<Value> {
        Signal { hub in
            self.feed(hub) { value in
                if isIncluded(value) { hub.send(value) }
            }
        }
    }

    /// A signal of what `transform` makes of each value, where that is not nil.
    ///
    /// Finishes with this signal, which it keeps. `transform` runs once a value. O(1) a value.
    @inlinable
    public func compactMap<Output>(_ transform: @escaping (Value) -> Output?) -> Signal<Output> {
        Signal<Output> { hub in
            self.feed(hub) { value in
                if let output = transform(value) { hub.send(output) }
            }
        }
    }

    /// A signal of the values that are not nil, unwrapped.
    ///
    /// Finishes with this signal, which it keeps. O(1) a value.
    @inlinable
    public func ignoreNil<Wrapped>() -> Signal<Wrapped> where Value == Wrapped? {
        compactMap { $0 }
    }
}
