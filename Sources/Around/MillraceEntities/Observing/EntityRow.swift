/// A row of a live view of entities: a projection of one of them.
public struct EntityRow<Projection>: Identifiable {
    /// The entity.
    public let id: EntityID

    /// In an object, so that a row that was not decoded again is known by its identity.
    private let content: Decoded<Projection>

    init(_ id: EntityID, _ result: Result<Projection, EntityError>, isDeleted: Bool) {
        (self.id, content) = (id, Decoded(result, isDeleted: isDeleted))
    }

    /// The projection; or why it cannot be decoded, for instance because the entity is not known yet.
    public var result: Result<Projection, EntityError> { content.result }

    /// The projection; nil if it cannot be decoded.
    public var value: Projection? { try? content.result.get() }

    /// Whether the entity itself was deleted.
    var isDeleted: Bool { content.isDeleted }
}

extension EntityRow: Equatable {
    /// Whether two rows show the same of the same entity. Projections that are not `Equatable` are the same if they were
    /// decoded at the same time.
    public static func == (left: EntityRow, right: EntityRow) -> Bool {
        if left.content === right.content { return true }
        guard left.id == right.id, left.isDeleted == right.isDeleted else { return false }
        switch (left.result, right.result) {
        case (.success(let one as any Equatable), .success(let other)): return one.isEqual(to: other)
        case (.failure(let one), .failure(let other)): return one == other
        default: return false
        }
    }
}

extension EntityRow: Sendable where Projection: Sendable {}

/// The decoded projection.
private final class Decoded<Projection> {
    let result: Result<Projection, EntityError>
    let isDeleted: Bool

    init(_ result: Result<Projection, EntityError>, isDeleted: Bool) {
        (self.result, self.isDeleted) = (result, isDeleted)
    }
}

extension Decoded: Sendable where Projection: Sendable {}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self).map { $0 == self } ?? false }
}
