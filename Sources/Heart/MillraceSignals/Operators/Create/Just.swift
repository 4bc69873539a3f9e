extension Signal {
    /// Returns a signal that emits one value when it is observed, and finishes.
    ///
    /// ![just](marbles-just.svg)
    ///
    /// ```swift
    /// let answers = queries.flatMapLatest { $0.isEmpty ? .just([]) : service.answers(to: $0) }
    /// ```
    ///
    /// The value reaches the observer before `observe` returns. Each later observer gets it too. The signal keeps the
    /// value. O(1).
    @export(implementation)
    public static func just(_ value: Value) -> Signal<Value> {
        ConstantSignal(value)
    }

    /// A signal that finishes without a value when it is observed. O(1).
    ///
    /// ![empty](marbles-empty.svg)
    @export(implementation)
    public static var empty: Signal<Value> { Signal(connect: { hub in hub.finish() }) }

    /// A signal that never emits and never finishes. O(1).
    ///
    /// ![never](marbles-never.svg)
    @export(implementation)
    public static var never: Signal<Value> { Signal(connect: { _ in }) }
}

/// A signal of one value, known to those who can pass it on without connecting it.
@usableFromInline
final class ConstantSignal<Value>: Signal<Value> {
    @usableFromInline let value: Value

    @export(implementation)
    init(_ value: Value) {
        self.value = value
        super.init(isConstant: true, connect: nil)
    }

    @usableFromInline
    override func sendConstant(through hub: Hub<Value>) { hub.send(value) }
}
