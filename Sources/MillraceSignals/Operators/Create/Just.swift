extension Signal {
    /// A signal that emits a value as it is observed, and finishes.
    ///
    /// ```swift
    /// let answers = queries.flatMapLatest { $0.isEmpty ? .just([]) : service.answers(to: $0) }
    /// ```
    ///
    /// The value reaches the observer before `observe` returns. The next observer gets it again. The signal keeps it.
    /// O(1).
    @inlinable
    public static func just(_ value: Value) -> Signal<Value> {
        Signal(connect: { hub in
            hub.send(value)
            hub.finish()
        })
    }

    /// A signal that emits nothing, and finishes as it is observed. O(1).
    @inlinable
    public static var empty: Signal<Value> { Signal(connect: { hub in hub.finish() }) }

    /// A signal that emits nothing, and never finishes. O(1).
    @inlinable
    public static var never: Signal<Value> { Signal(connect: { _ in }) }
}
