import Foundation

/// The name of a type of entities in a schema.
///
/// ```swift
/// extension EntityKind {
///     static let pin: EntityKind = "pin"
/// }
/// ```
public struct EntityKind: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The name.
    public let rawValue: String

    /// Creates a kind of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a kind of its name.
    public init(stringLiteral name: String) { rawValue = name }

    /// The entity of this kind that has an identity: `EntityKind.pin[7]`.
    public subscript(_ key: some LosslessStringConvertible) -> EntityID { EntityID(self, key) }
}

extension EntityKind: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}

/// The identity of an entity: its kind, and the server's name for it.
///
/// `1` and `"1"` are the same identity, since servers mix them. Otherwise identities are compared by their code points:
/// an `é` of one code point is another identity than one of two, although the texts are equal as strings.
public struct EntityID: Identifiable, Hashable, Sendable, Codable {
    /// The kind of the entity.
    public let kind: EntityKind

    /// The identity that the server gave. If it consists of several fields, they are joined by a slash.
    public let key: String

    /// The identity itself: so identities are rows of tables, and elements of lists that are loaded page by page.
    public var id: EntityID { self }

    /// Creates an identity from the server's name for the entity.
    ///
    /// - Parameters:
    ///   - kind: The kind of the entity.
    ///   - key: The identity; several values where the schema names several fields.
    public init(_ kind: EntityKind, _ key: any LosslessStringConvertible...) {
        self.init(kind, keys: key.map { $0.description })
    }

    init(_ kind: EntityKind, keys: [String]) {
        self.kind = kind
        key = keys.count == 1 ? keys[0] : keys.map(Self.escaped).joined(separator: "/")
    }

    private static func escaped(_ part: String) -> String {
        // By code points: an accent behind a slash does not hide it.
        guard part.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }) else { return part }
        return part.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "/": text += "%2F"
            case "%": text += "%25"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether two identities consist of the same code points.
    public static func == (left: EntityID, right: EntityID) -> Bool {
        left.kind == right.kind && left.key.hasCodePoints(of: right.key)
    }
}

extension String {
    /// Whether it consists of the same code points as another one. `==` takes texts for equal that only look the same.
    func hasCodePoints(of other: String) -> Bool {
        let count = utf8.count
        if count != other.utf8.count { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { other in
                guard let one = bytes.baseAddress, let other = other.baseAddress else { return true }
                return memcmp(one, other, count) == 0
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

extension EntityID: CustomStringConvertible {
    /// The kind and the identity: `pin 7`.
    public var description: String { "\(kind) \(key)" }
}
