/// How much an entity store keeps of what nobody uses. What is observed or referred to is kept in any case.
public struct EntityLimits: Hashable, Sendable {
    /// The number of entities.
    public var count: Int

    /// About the number of bytes that they take.
    public var bytes: Int

    /// The seconds since an entity was told of or observed.
    public var age: Double

    /// Makes limits; those not given do not limit.
    public init(count: Int = .max, bytes: Int = .max, age: Double = .infinity) {
        self.count = count
        self.bytes = bytes
        self.age = age
    }
}

/// An entity that a store has forgotten: all that was known of it, to be written to a disk and restored when it is
/// needed again.
public struct EvictedEntity: Identifiable, Hashable, Sendable, Codable {
    /// The identity of the entity.
    public let id: EntityID
    let isDeleted: Bool
    let fields: [Field]
    let time: UInt64

    struct Field: Hashable, Sendable, Codable {
        let name: String
        let value: FieldValue
        let time: UInt64
    }
}
