import MillraceSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Compares two versions of a value: first bit by bit, then with `==` if the type is `Equatable`.
///
/// Most values that are compared were copied from one version to the next, so their bits are equal and no string is
/// read. Whether the type is `Equatable` is looked up once, not for each value.
@usableFromInline
package struct Sameness<Value> {
    @usableFromInline let areEqual: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?

    @export(implementation)
    package init() { areEqual = equality(of: Value.self) }

    /// Compares with a closure, which is compiled for the type where `==` would be called as any type's.
    @export(implementation)
    package init(_ areEqual: @escaping (Value, Value) -> Bool) {
        self.areEqual = { compare($0, $1, areEqual) }
    }

    /// Compares with `==` if the type is `Equatable`, and values that are equal with a closure, which tells whether they
    /// differ nonetheless.
    @export(implementation)
    package static func unless(_ areDifferent: @escaping (Value, Value) -> Bool) -> Sameness {
        Sameness(
            areEqual: equality(of: Value.self).map { equality in
                { old, new in equality(old, new) && compare(old, new) { !areDifferent($0, $1) } }
            }
        )
    }

    @export(implementation)
    init(areEqual: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?) { self.areEqual = areEqual }

    /// Whether two values are the same.
    @export(implementation)
    @inline(__always)
    package func callAsFunction(_ old: Value, _ new: Value) -> Bool {
        withUnsafePointer(to: old) { old in
            withUnsafePointer(to: new) { new in self(at: old, new) }
        }
    }

    /// Whether two values are the same, where they stand.
    @export(implementation)
    @inline(__always)
    package func callAsFunction(at old: UnsafePointer<Value>, _ new: UnsafePointer<Value>) -> Bool {
        if memcmp(old, new, MemoryLayout<Value>.size) == 0 { return true }
        guard let areEqual else { return false }
        return areEqual(old, new)
    }
}

/// The `==` of a type, if it is `Equatable`. The pointers must point to values of that type.
@export(implementation)
@inline(__always)
func equality<Value>(of type: Value.Type) -> ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)? {
    func opened<Equal: Equatable>(_ type: Equal.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
        { compare($0, $1, (==) as (Equal, Equal) -> Bool) }
    }
    guard let type = type as? any Equatable.Type else { return nil }
    return opened(type)
}

/// Compares two values where they stand: a value that is handed over by a copy has its references counted.
@export(implementation)
@inline(__always)
func compare<Value>(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ areEqual: (Value, Value) -> Bool
) -> Bool {
    // Lending only reads.
    let old = UnsafeMutablePointer(mutating: old.assumingMemoryBound(to: Value.self))
    let new = UnsafeMutablePointer(mutating: new.assumingMemoryBound(to: Value.self))
    return withValue(at: old) { old in withValue(at: new) { new in areEqual(old, new) } }
}
