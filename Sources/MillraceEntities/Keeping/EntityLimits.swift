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

/// A time of the store's clock, and of the user's.
struct TimeMark: Hashable, Sendable, Codable {
    let clock: UInt64
    let seconds: Double
}
