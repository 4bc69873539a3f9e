import Foundation
import Synchronization

/// New identifiers, as a service that a feature is handed: random ones in the app, those in order in tests.
///
/// ```swift
/// struct RoomServices { var identifiers = Identifiers.random }
///
/// let message = Message(id: services.identifiers())
/// ```
///
/// A handler that calls it gives other states when it is replayed (law F7): call it in an effect, or where the action is
/// made. Any thread may call it.
public struct Identifiers: Sendable {
    private let make: @Sendable () -> UUID

    /// Makes a service of a function.
    public init(_ make: @escaping @Sendable () -> UUID) { self.make = make }

    /// A new identifier.
    public func callAsFunction() -> UUID { make() }

    /// Random identifiers.
    public static let random = Identifiers { UUID() }

    /// Identifiers in order: `00000000-0000-0000-0000-000000000001` and so on. Copies share the count.
    ///
    /// - Parameter first: The number of the first.
    public static func inOrder(from first: UInt64 = 1) -> Identifiers {
        let count = Count(first)
        return Identifiers { numbered(count.next()) }
    }

    /// The identifier with a number, as ``inOrder(from:)`` gives it.
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
