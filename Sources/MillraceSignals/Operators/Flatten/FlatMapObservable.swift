extension Signal {
    /// A signal of the values of the observable which `transform` makes of the last value: its present one, and every
    /// change.
    ///
    /// ```swift
    /// let titles = openings.flatMapLatest { id in documents.document(id).map(\.title) }
    /// ```
    ///
    /// With each value the observable before is let go. An observable never finishes, so neither does this signal once
    /// there was a value. It keeps this signal; the observable is kept by what it is derived from. O(1) a value.
    @inlinable
    public func flatMapLatest<Output>(_ transform: @escaping (Value) -> Observable<Output>) -> Signal<Output> {
        flatMapLatest { transform($0).presentAndChanges }
    }

    /// A signal of the values of all the observables which `transform` makes of the values: their present ones, and
    /// every change.
    ///
    /// Observables never finish: where `limit` of them are followed, further values wait for ever. It keeps this
    /// signal; the observables are kept by what they are derived from. O(1) a value.
    ///
    /// - Parameter limit: How many to follow. Must be positive.
    @inlinable
    public func flatMapMerge<Output>(
        limit: Int = .max,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping (Value) -> Observable<Output>
    ) -> Signal<Output> {
        requirePositive(limit, "Signal.flatMapMerge(limit:)", file, line)
        return flattened(.merge(limit: limit)) { transform($0).presentAndChanges }
    }

    /// A signal of the values of the observable which `transform` makes of the first value: its present one, and every
    /// change.
    ///
    /// An observable never finishes, so all values but the first are ignored. It keeps this signal; the observable is
    /// kept by what it is derived from. O(1) a value.
    @inlinable
    public func flatMapFirst<Output>(_ transform: @escaping (Value) -> Observable<Output>) -> Signal<Output> {
        flatMapFirst { transform($0).presentAndChanges }
    }
}

extension Observable {
    /// A signal that gives each first observer the present value, and then every change.
    @usableFromInline var presentAndChanges: Signal<Value> {
        Signal { hub in
            let box = self.box
            self.feed(hub) { hub.send(box.delivered) }
            hub.send(box.value)
        }
    }
}
