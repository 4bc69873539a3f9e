import MillraceBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// `UnsafeMutablePointer.allocate` takes 170 instructions more on Linux, where it asks for memory of an alignment that
// `malloc` guarantees in any case (Swift 6.3).

/// Returns room for values that need no more than the usual alignment, to be returned with `freeBlock(_:)`.
func makeBlock<Value>(of type: Value.Type, count: Int = 1) -> UnsafeMutablePointer<Value> {
    guard let room = malloc(MemoryLayout<Value>.stride * count) else {
        stop("Observable.observe: the memory is exhausted. To fix: keep less.")
    }
    return room.bindMemory(to: type, capacity: count)
}

/// Returns a block. Its contents have been deinitialised.
func freeBlock<Value>(_ block: UnsafeMutablePointer<Value>) { free(block) }
