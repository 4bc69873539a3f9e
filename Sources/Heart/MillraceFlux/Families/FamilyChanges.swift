/// The keys of the members of a ``StoreFamily`` that were added, changed and removed in a turn.
public struct FamilyChanges<Key: Hashable> {
    /// The members whose elements were added, in the order in which that happened.
    public let appeared: [Key]

    /// The members of which a handler has run, in the order in which the first handler of each ran. A member that was
    /// only just added is not among them; one that was removed and added again is.
    public let changed: [Key]

    /// The members whose elements were removed, in the order in which that happened.
    public let disappeared: [Key]

    @export(implementation) var isEmpty: Bool { appeared.isEmpty && changed.isEmpty && disappeared.isEmpty }

    @export(implementation)
    init(appeared: [Key] = [], changed: [Key] = [], disappeared: [Key] = []) {
        self.appeared = appeared
        self.changed = changed
        self.disappeared = disappeared
    }
}

extension FamilyChanges: Equatable {}
extension FamilyChanges: Sendable where Key: Sendable {}
