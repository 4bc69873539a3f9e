/// How much an entity store keeps of what nobody uses. Entities that are observed or referred to are kept in any case.
public struct EntityLimits: Hashable, Sendable {
    /// The largest number of entities.
    public var count: Int

    /// The largest number of bytes that they take, estimated.
    public var bytes: Int

    /// The largest number of seconds since an entity was contained in an answer or observed.
    public var age: Double

    /// Creates limits. Without an argument there is no limit of that sort.
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
