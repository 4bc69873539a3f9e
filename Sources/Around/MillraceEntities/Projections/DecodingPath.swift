/// Where a value stands: the entity, and the steps from there. Its text is made only for an error.
indirect enum DecodingPath {
    case root(EntityID)
    case step(PathStep, in: DecodingPath)

    /// Within an entity that is decoded as a type.
    case entity(EntityID, ObjectIdentifier, in: DecodingPath)

    var text: String { text(of: []) }

    /// The text of a path that goes on from here.
    func text(of rest: [PathStep]) -> String {
        switch self {
        case .root(let id): rest.text(from: id.description)
        case .step(let step, let path): path.text(of: [step] + rest)
        case .entity(_, _, let path): path.text(of: rest)
        }
    }

    var codingPath: [any CodingKey] {
        switch self {
        case .root: []
        case .step(let step, let path): path.codingPath + [step]
        case .entity(_, _, let path): path.codingPath
        }
    }

    /// The entities that contain each other here, from the innermost on, and the types that they are decoded as.
    var entities: [(id: EntityID, type: ObjectIdentifier)] {
        switch self {
        case .root: []
        case .step(_, let path): path.entities
        case .entity(let id, let type, let path): [(id, type)] + path.entities
        }
    }
}

extension DecodingError {
    func entityError(_ path: DecodingPath) -> EntityError {
        switch self {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            EntityError(.undecodable(found.debugDescription), at: path.text(of: found.codingPath.map(PathStep.init)))
        @unknown default: EntityError(.undecodable("\(self)"), at: path.text)
        }
    }
}
