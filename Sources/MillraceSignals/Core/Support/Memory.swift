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
        // Always inlined: what is called from a pack expansion is not specialised (Swift 6.3).
        stored.unsafelyUnwrapped
    }
}

/// Releases a value that was replaced or taken out.
///
/// A user's `deinit` may read, set, send and dispatch. So no user value is dropped while its storage is being changed:
/// it is exchanged first, and released when the access is over.
///
/// Without the fixed lifetime an optimised build releases the former value as soon as it is loaded, before the new one
/// is stored: a `deinit` that comes back then finds the former value, and it is released twice. No memory access moves
/// across the end of a fixed lifetime.
@inlinable
@inline(__always)
package func letGo<Value>(_ former: consuming Value) { _fixLifetime(former) }
