#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tells whether a value has changed: where its bits have, `==` decides if the type has one.
///
/// Most of what is compared was copied from one version to the next, so its bits are the same, and no string is looked
/// into. The type is asked once whether it is `Equatable`, not with each value.
@usableFromInline
package struct Sameness<Value> {
    @usableFromInline let areEqual: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?

    @inlinable
    package init() { areEqual = equality(of: Value.self) }

    /// Whether two values are the same.
    @inlinable
    @inline(__always)
    package func callAsFunction(_ old: Value, _ new: Value) -> Bool {
        withUnsafePointer(to: old) { old in
            withUnsafePointer(to: new) { new in
                if memcmp(old, new, MemoryLayout<Value>.size) == 0 { return true }
                guard let areEqual else { return false }
                return areEqual(old, new)
            }
        }
    }
}

/// The `==` of a type, if it is `Equatable`. The pointers must be to values of that type.
@usableFromInline
func equality<Value>(of type: Value.Type) -> ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)? {
    func opened<Equal: Equatable>(_ type: Equal.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
        { $0.assumingMemoryBound(to: Equal.self).pointee == $1.assumingMemoryBound(to: Equal.self).pointee }
    }
    guard let type = type as? any Equatable.Type else { return nil }
    return opened(type)
}
