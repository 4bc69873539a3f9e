/// What an operator remembers from one value to the next.
///
/// A value that is replaced is let go when the new one is in its place: its `deinit` may come back here.
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

    /// The value, where that is known to be there.
    @inlinable
    @inline(__always)
    func present<Wrapped>() -> Wrapped where Value == Wrapped? {
        // Always inlined: what is called from a pack expansion is not specialised (Swift 6.3).
        stored.unsafelyUnwrapped
    }
}

/// Lets go of a value that was replaced or taken out.
///
/// A `deinit` of the user's may read, set, send and dispatch, so no value of the user's is dropped while its place is
/// being changed: it is exchanged first, and let go when the access is over.
@inlinable
@inline(__always)
package func letGo<Value>(_ former: consuming Value) {}
