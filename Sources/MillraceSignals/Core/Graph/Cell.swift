/// The storage of an observable's value. A cell holds the value and nothing else, neither what is above nor what is
/// below. So anything derived from an observable may keep its cell, and has its last value when the observable is gone.
@usableFromInline
package class Cell {
    /// Whether a value was set while the observers were receiving the previous one, which is kept for them meanwhile.
    @exclusivity(unchecked) @usableFromInline final var keepsSettled = false

    /// Whether a computation has replaced the value; the previous one is kept until it can be released.
    @exclusivity(unchecked) @usableFromInline final var keepsFormer = false

    /// Whether the value is being changed in place, or is about to be, and must not be read meanwhile.
    @exclusivity(unchecked) @usableFromInline final var isHandedOut = false

    @usableFromInline
    init() {}

    /// Takes out what is kept beside the value, for the caller to release.
    func takeKept() -> Any? { nil }

    /// Releases what is kept beside the value.
    func forgetKept() {}

    /// Determines whether the value must not be read, since it is about to be changed.
    @inlinable
    package final func setAwaited(_ isAwaited: Bool) { isHandedOut = isAwaited }

    /// The type of the value, to be appended to that of an observable.
    var typeArgument: String { "" }
}

/// A ``Cell`` for values of one type.
@usableFromInline
package final class Box<Value>: Cell {
    /// Nil until a derived node computes for the first time.
    @exclusivity(unchecked) @usableFromInline var stored: Value?

    /// The value that observers still have to receive, or otherwise the one that a computation has replaced.
    @exclusivity(unchecked) @usableFromInline var kept: Value?

    @usableFromInline
    package init(_ value: Value? = nil) { stored = value }

    /// The present value. Must not be read before the node's first computation.
    @inlinable package var value: Value {
        // Always inlined: what is called from a pack expansion is not specialised (Swift 6.3).
        @inline(__always) get { stored.unsafelyUnwrapped }
    }

    /// The value that the observers receive: the settled one.
    @inlinable var delivered: Value { keepsSettled ? kept.unsafelyUnwrapped : stored.unsafelyUnwrapped }

    /// Gives up the value of a node that nobody observes and nobody is about to read, for one that stands in its place.
    ///
    /// - Returns: The former value.
    @inlinable
    package func giveUp(leaving value: Value) -> Value? { exchange(&stored, with: value) }

    /// Returns whether there is a value, and it satisfies a condition.
    @inlinable
    package func holds(where condition: (Value) -> Bool) -> Bool {
        guard let stored else { return false }
        return condition(stored)
    }

    /// Keeps the present value for the observers that still have to receive it.
    @usableFromInline
    func keepSettled() {
        guard !keepsSettled else { return }
        if let former = takeKept() { letGoLater(former) }
        keepsSettled = true
        kept = stored
    }

    @usableFromInline
    func keepFormer(_ former: Value) {
        if keepsSettled || keepsFormer { return letGoLater(former) }
        keepsFormer = true
        kept = former
    }

    override func takeKept() -> Any? {
        guard keepsSettled || keepsFormer else { return nil }
        keepsSettled = false
        keepsFormer = false
        return exchange(&kept, with: nil)
    }

    override func forgetKept() {
        keepsSettled = false
        keepsFormer = false
        letGo(exchange(&kept, with: nil))
    }

    override var typeArgument: String { "<\(Value.self)>" }
}
