/// Why an answer cannot be merged, or an entity cannot be read or changed.
public struct EntityError: Error, Hashable, Sendable, Codable {
    /// The reason.
    public let reason: Reason

    /// The place of the error: the entity and the fields on the way from there, such as `pin 7.author.name`. Empty for
    /// a whole document.
    public let path: String

    init(_ reason: Reason, at path: String = "") {
        self.reason = reason
        self.path = path
    }

    /// The reasons.
    public enum Reason: Hashable, Sendable, Codable {
        /// The text is not JSON.
        case malformed(line: Int, column: Int, String)

        /// An object has no identity where the schema says that it is an entity.
        case lacksIdentity(EntityKind, [String])

        /// An object looks like an entity, and the schema does not say whether it is one. The value is the line to
        /// add.
        case undeclared(add: String)

        /// The value has a form that does not fit the schema.
        case unexpected(String, expected: String)

        /// Nothing is known of the entity.
        case unknown

        /// The field is not known yet.
        case lacksField

        /// The entity was deleted.
        case deleted

        /// The value does not fit the type that is decoded.
        case undecodable(String)

        /// The entity is contained in itself, and is decoded as the same type again.
        case circular

        /// Entities are nested more deeply than can be decoded.
        case tooDeep

        /// The copies of an entity, at this path and at another one, were changed differently.
        case conflict(with: String)

        /// An edit has changed the identity of an entity.
        case changedIdentity

        /// The projection cannot be written as fields.
        case unencodable(String)
    }
}

extension EntityError: CustomStringConvertible {
    /// A sentence for a log.
    public var description: String {
        let place = path.isEmpty ? "" : "\(path): "
        switch reason {
        case .malformed(let line, let column, let what): return "line \(line), column \(column): \(what)"
        case .lacksIdentity(let kind, let names):
            let fields = names.map { "\"\($0)\"" }.joined(separator: " and ")
            return "\(place)an object of the kind \"\(kind)\" has no \(fields)"
        case .undeclared(let line):
            return """
                \(place)an object that looks like an entity, at a field that the schema does not mention. \
                To fix: add \(line), or .value if it is none
                """
        case .unexpected(let found, let expected): return "\(place)\(expected) is expected, and \(found) found"
        case .unknown: return "\(place)nothing is known of it"
        case .lacksField: return "\(place)not known yet"
        case .deleted: return "\(place)deleted"
        case .undecodable(let why): return "\(place)\(why)"
        case .circular: return "\(place)the entity contains itself. To fix: decode its identity there"
        case .tooDeep: return "\(place)entities are nested too deeply. To fix: decode identities there"
        case .conflict(let other): return "\(place)changed differently from its copy at \(other)"
        case .changedIdentity: return "\(place)the identity was changed. To fix: edit other fields"
        case .unencodable(let why): return "\(place)\(why)"
        }
    }
}
