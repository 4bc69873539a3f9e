extension Signal {
    /// Emits the values of the observables that `transform` makes of the values: their present values, and every
    /// change.
    ///
    /// ![flatMap, to observables](marbles-flatmap-to-observables.svg)
    ///
    /// ```swift
    /// let titles = openings.flatMapLatest { id in documents.document(id).map(\.title) }
    /// ```
    ///
    /// An observable never finishes. So with `concat` waiting values wait for ever, and with `first` all values but the
    /// first are ignored. Otherwise like the form for signals. The observables are kept alive by their sources.
    @export(implementation)
    public func flatMap<Output>(
        _ policy: OverlapPolicy,
        _ transform: @escaping (Value) -> Observable<Output>
    ) -> Signal<Output> {
        flatMap(policy) { transform($0).presentAndChanges }
    }

    /// Emits the values of the observable that `transform` makes of the latest value: `flatMap(.latest)`.
    ///
    /// ![flatMapLatest, to observables](marbles-flatmaplatest-to-observables.svg)
    @export(implementation)
    public func flatMapLatest<Output>(_ transform: @escaping (Value) -> Observable<Output>) -> Signal<Output> {
        flatMap(.latest) { transform($0).presentAndChanges }
    }
}

extension Observable {
    /// A signal that emits the present value to each first observer, and then every change.
    @usableFromInline var presentAndChanges: Signal<Value> {
        Signal { hub in
            let box = self.box
            self.feed(hub) { box.show { hub.send($0) } }
            hub.send(box.value)
        }
    }
}
