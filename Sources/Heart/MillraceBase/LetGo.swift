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
