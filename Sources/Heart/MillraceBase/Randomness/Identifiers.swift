import Synchronization

// The one type of Foundation that the heart needs is `UUID`: where there is none, there is no such service.
#if canImport(FoundationEssentials)
import FoundationEssentials
#elseif canImport(Foundation)
import Foundation
#endif

#if canImport(FoundationEssentials) || canImport(Foundation)

/// A service that makes identifiers: random ones in the app, and numbered ones in tests.
///
/// ```swift
/// struct RoomServices { var identifiers = Identifiers.random }
///
/// let message = Message(id: services.identifiers())
/// ```
///
/// Do not call it in a handler, which would produce another state when it is replayed (law F7). Call it in an effect,
/// or where the action is made. It may be called on any thread.
public struct Identifiers: Sendable {
    private let make: @Sendable () -> UUID

    private init(_ make: @escaping @Sendable () -> UUID) { self.make = make }

    /// Returns a new identifier.
    public func callAsFunction() -> UUID { make() }

    /// A service that makes random identifiers.
    public static let random = Identifiers { UUID() }

    /// Returns a service that numbers its identifiers: `00000000-0000-0000-0000-000000000001` and so on. Copies share
    /// the count.
    ///
    /// - Parameter first: The number of the first identifier.
    public static func inOrder(from first: UInt64 = 1) -> Identifiers {
        let count = Count(first)
        return Identifiers { numbered(count.next()) }
    }

    /// Returns the identifier with a number, as ``inOrder(from:)`` makes it.
    public static func numbered(_ number: UInt64) -> UUID {
        func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (index * 8)) }
        return UUID(
            uuid: (0, 0, 0, 0, 0, 0, 0, 0, byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0))
        )
    }
}

private final class Count: Sendable {
    private let following: Atomic<UInt64>

    init(_ first: UInt64) { following = Atomic(first) }

    func next() -> UInt64 { following.wrappingAdd(1, ordering: .relaxed).oldValue }
}
#endif
