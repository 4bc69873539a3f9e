/// What a change, or all changes that wait, put in place of what the server has told.
struct EntityPatch: Sendable {
    /// What becomes of one entity.
    struct Delta: Sendable {
        /// Whether it is made to exist, or deleted; nil if it stays as it is.
        var exists: Bool?
        var fields: [Int: FieldValue] = [:]

        var isEmpty: Bool { exists == nil && fields.isEmpty }
    }

    private(set) var deltas: [EntityID: Delta] = [:]

    var isEmpty: Bool { deltas.isEmpty }

    subscript(id: EntityID) -> Delta? {
        get { deltas.isEmpty ? nil : deltas[id] }
        set { deltas[id] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
    }

    mutating func set(_ id: EntityID, _ number: Int, to value: FieldValue) {
        deltas[id, default: Delta()].fields[number] = value
    }

    mutating func setExists(_ exists: Bool, _ id: EntityID) {
        var delta = Delta()
        if exists { delta = deltas[id] ?? Delta() }
        delta.exists = exists
        deltas[id] = delta
    }

    /// Puts another patch on top of this one.
    mutating func apply(_ patch: EntityPatch) {
        for (id, delta) in patch.deltas {
            if let exists = delta.exists { setExists(exists, id) }
            for (number, value) in delta.fields { set(id, number, to: value) }
        }
    }

    /// All that it touches.
    var keys: Set<EntityFieldKey> {
        var keys: Set<EntityFieldKey> = []
        for (id, delta) in deltas {
            if delta.exists != nil {
                keys.insert(EntityFieldKey(id, .status))
                keys.insert(EntityFieldKey(id, .fields))
            }
            for number in delta.fields.keys { keys.insert(EntityFieldKey(id, .number(number))) }
        }
        return keys
    }
}
