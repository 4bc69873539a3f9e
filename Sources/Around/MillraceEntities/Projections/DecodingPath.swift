/// Where a value stands: the entity, and the fields on the way to it. Its text is made only for an error.
indirect enum DecodingPath {
    case root(EntityID)
    case name(String, in: DecodingPath)
    case index(Int, in: DecodingPath)

    /// Within an entity that is decoded as a type.
    case entity(EntityID, ObjectIdentifier, in: DecodingPath)

    var text: String {
        switch self {
        case .root(let id): "\(id)"
        case .name(let name, let path): "\(path.text).\(name)"
        case .index(let index, let path): "\(path.text)[\(index)]"
        case .entity(_, _, let path): path.text
        }
    }

    var codingPath: [any CodingKey] {
        switch self {
        case .root: []
        case .name(let name, let path): path.codingPath + [AnyCodingKey(name)]
        case .index(let index, let path): path.codingPath + [AnyCodingKey(index)]
        case .entity(_, _, let path): path.codingPath
        }
    }

    private var parent: DecodingPath? {
        switch self {
        case .root: nil
        case .name(_, let path), .index(_, let path), .entity(_, _, let path): path
        }
    }

    /// Whether an entity is being decoded as a type.
    func contains(_ id: EntityID, _ type: ObjectIdentifier) -> Bool {
        var cursor: DecodingPath? = self
        while let path = cursor {
            if case .entity(let other, let otherType, _) = path, otherType == type, other == id { return true }
            cursor = path.parent
        }
        return false
    }

    /// The number of entities that contain each other here.
    var entityCount: Int {
        var (count, cursor) = (0, Optional(self))
        while let path = cursor {
            if case .entity = path { count += 1 }
            cursor = path.parent
        }
        return count
    }
}

/// A coding key of any text or number.
struct AnyCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ text: String) {
        stringValue = text
        intValue = nil
    }

    init(_ index: Int) {
        stringValue = String(index)
        intValue = index
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(intValue) }
}

extension DecodingError {
    func entityError(_ path: DecodingPath) -> EntityError {
        let context: Context
        switch self {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            context = found
        @unknown default: return EntityError(.undecodable("\(self)"), at: path.text)
        }
        let text = context.codingPath.reduce(into: path.text) { text, key in
            text += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
        }
        return EntityError(.undecodable(context.debugDescription), at: text)
    }
}
