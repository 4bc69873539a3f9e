/// One declaration that parses an address into a target, and prints the address of a target.
///
/// ```swift
/// let room = DeepLink(Screen.room) { "room" / String.self }
/// let event = DeepLink(Screen.eventPage) {
///     "event" / Int.self
///     DeepLinkQuery("page", default: 1)
/// }
/// let roomEvents = Route(Screen.rooms) / room / event         // …/room/mill/event/3?page=2
/// ```
///
/// A link of a screen names the function that makes the screen from the values in the address: a case of an
/// enumeration, or the initialiser of a struct whose stored properties are these values. To print an address, the
/// values are read from the screen by reflection. If these values do not make an equal screen, ``DeepLinks`` returns no
/// address for it. For all other functions, and for types that are `CustomReflectable`, use ``map(_:_:)``.
///
/// `/` composes links of screens into links of routes: each screen is pushed onto the route before it.
public struct DeepLink<Target: Hashable & Sendable>: Sendable {
    let read: @Sendable (inout DeepLinkAddress) throws(DeepLinkMismatch) -> Target

    /// Adds the target to the address; returns false if it is not of this kind.
    let write: @Sendable (Target, inout DeepLinkAddress) -> Bool
}

extension DeepLink {
    /// Creates a link of a target with values.
    ///
    /// - Parameters:
    ///   - make: Makes the target from the values: a case of an enumeration, or an initialiser.
    ///   - pattern: The form of the address, with as many values: see ``DeepLinkPatternBuilder``.
    public init<each Value>(
        _ make: @escaping @Sendable (repeat each Value) -> Target,
        @DeepLinkPatternBuilder pattern: () -> DeepLinkPattern<repeat each Value>
    ) {
        let pieces = pattern().pieces
        self.init { address throws(DeepLinkMismatch) in
            var values = try pieces.read(&address)[...]
            return make(repeat try values.take((each Value).self))
        } write: { target, address in
            pieces.write(payload(of: target), to: &address)
        }
    }

    /// Creates a link of a target without values.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - path: The components of the path, with slashes between them. Empty for the base itself.
    public init(_ target: Target, _ path: String = "") {
        let pieces = [DeepLinkPiece].texts(path)
        self.init { address throws(DeepLinkMismatch) in
            _ = try pieces.read(&address)
            return target
        } write: { other, address in
            other == target && pieces.write(to: &address)
        }
    }

    /// Returns a link of another type of target, with the same addresses.
    ///
    /// - Parameters:
    ///   - make: Makes the new target from the former one; nil if there is none, and then the link does not match.
    ///   - back: The inverse of `make`: makes the former target from the new one; nil if this link does not apply to
    ///     it.
    public func map<New>(
        _ make: @escaping @Sendable (Target) -> New?,
        _ back: @escaping @Sendable (New) -> Target?
    ) -> DeepLink<New> {
        DeepLink<New> { [read] address throws(DeepLinkMismatch) in
            guard let target = make(try read(&address)) else { throw DeepLinkMismatch("there is no such target") }
            return target
        } write: { [write] target, address in
            back(target).map { write($0, &address) } ?? false
        }
    }
}

extension ArraySlice<Any> {
    /// Takes the next value, which must be of this type.
    fileprivate mutating func take<Value>(_ type: Value.Type) throws(DeepLinkMismatch) -> Value {
        guard let value = popFirst() as? Value else { throw DeepLinkMismatch("a \(type) is missing") }
        return value
    }
}

/// The values that a case of an enumeration is made of, or the stored properties of a struct.
private func payload(of target: Any) -> [Any] {
    let mirror = Mirror(reflecting: target)
    guard mirror.displayStyle == .enum else { return mirror.children.map(\.value) }
    guard let payload = mirror.children.first?.value else { return [] }
    let parts = Mirror(reflecting: payload)
    return parts.displayStyle == .tuple ? parts.children.map(\.value) : [payload]
}
