/// Calls a closure with a value where it stands: nothing is copied, and no references are counted.
///
/// The caller sees to it that the value stays alive until the closure returns. It need not stay in its place, whose
/// memory is only read.
///
/// The value is moved out bit by bit, and never destroyed, since it still belongs to its owner: the room that it is
/// moved into afterwards is given up as it is. A value that cannot be moved like that (a structure with a weak
/// reference, on some platforms) is copied.
@inlinable
@inline(__always)
package func withValue<Value, Result>(at place: UnsafeMutablePointer<Value>, _ use: (Value) -> Result) -> Result {
    if !_isBitwiseTakable(Value.self) { return use(place.pointee) }
    // Unprotected, since nothing writes into the room by its address: a guard of the stack would cost ten instructions.
    return _withUnprotectedUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { room in
        let lent = place.move()
        let result = use(lent)
        room.baseAddress.unsafelyUnwrapped.initialize(to: consume lent)
        return result
    }
}

/// Calls a closure with a value of several words, which was just written: word by word, through registers.
///
/// Here the closure takes the value by its address, so the value is copied to where that is. As a part of another
/// function this copy would read two words at once, which were written one by one; for this the processor waits until
/// both have reached the cache.
@inlinable
@inline(never)
func pass<Value>(_ value: Value, to use: (Value) -> Void) { use(value) }
