/// What became of the members of a ``StoreFamily``: their keys.
public struct FamilyChanges<Key: Hashable> {
    /// The members whose elements have appeared, in that order.
    public let appeared: [Key]

    /// The members that have changed, whose handlers have run, in the order of the first of them. One that has only
    /// just appeared is not among them; one that has gone and come again is.
    public let changed: [Key]

    /// The members whose elements have gone, in that order.
    public let disappeared: [Key]

    /// Whether nothing happened.
    public var isEmpty: Bool { appeared.isEmpty && changed.isEmpty && disappeared.isEmpty }

    @usableFromInline
    init(appeared: [Key] = [], changed: [Key] = [], disappeared: [Key] = []) {
        self.appeared = appeared
        self.changed = changed
        self.disappeared = disappeared
    }
}

extension FamilyChanges: Equatable {}
extension FamilyChanges: Sendable where Key: Sendable {}
