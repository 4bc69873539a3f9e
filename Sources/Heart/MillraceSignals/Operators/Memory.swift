import MillraceBase

/// The state that an operator keeps from one value to the next.
///
/// A replaced value is released when the new one is in place, because its `deinit` may come back here.
@usableFromInline
package final class Memory<Value> {
    @exclusivity(unchecked) @usableFromInline var stored: Value

    @usableFromInline
    package init(_ value: Value) { stored = value }

    @inlinable package var value: Value {
        get { stored }
        set { letGo(exchange(&stored, with: newValue)) }
        _modify { yield &stored }
    }

    /// The value, which must exist.
    @inlinable
    @inline(__always)
    func present<Wrapped>() -> Wrapped where Value == Wrapped? {
        // Always inlined: a function called from a pack expansion is not specialised (Swift 6.3).
        stored.unsafelyUnwrapped
    }
}
