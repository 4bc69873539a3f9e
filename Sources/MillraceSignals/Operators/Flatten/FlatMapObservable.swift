extension Signal {
    /// Emits the values of the observables that `transform` makes of the values: their present ones, and every change.
    ///
    /// ```swift
    /// let titles = openings.flatMapLatest { id in documents.document(id).map(\.title) }
    /// ```
    ///
    /// An observable never finishes. So what waits for one waits for ever, as with `concat`, and with `first` all values
    /// but the first are ignored. Otherwise as the form for signals. The observables are kept by what they are derived
    /// from.
    @inlinable
    public func flatMap<Output>(
        _ policy: OverlapPolicy,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping (Value) -> Observable<Output>
    ) -> Signal<Output> {
        policy.requirePositiveLimit(file, line)
        return flattened(policy) { transform($0).presentAndChanges }
    }

    /// Emits the values of the observable that `transform` makes of the last value: `flatMap(.latest)`.
    @inlinable
    public func flatMapLatest<Output>(_ transform: @escaping (Value) -> Observable<Output>) -> Signal<Output> {
        flattened(.latest) { transform($0).presentAndChanges }
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
