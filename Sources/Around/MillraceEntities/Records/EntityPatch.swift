/// The values that a change, or all changes that wait, put in place of the server's.
struct EntityPatch: Equatable, Sendable {
    /// The changes of one entity.
    struct Delta: Equatable, Sendable {
        /// Whether it is made to exist, or deleted; nil if it stays as it is.
        var exists: Bool?

        /// Whether it was deleted, perhaps to be added again: then nothing of the record beneath is left.
        var replaces = false
        var fields: [Int: FieldValue] = [:]

        var isEmpty: Bool { exists == nil && !replaces && fields.isEmpty }

        /// Sets a field, unless the entity is deleted.
        mutating func set(_ number: Int, to value: FieldValue) {
            if exists != false { fields[number] = value }
        }

        mutating func setExists(_ exists: Bool) {
            if exists { self.exists = true } else { self = Delta(exists: false, replaces: true) }
        }

        /// Puts another delta on top of this one.
        mutating func apply(_ delta: Delta) {
            if delta.replaces { setExists(false) }
            if let exists = delta.exists { setExists(exists) }
            for (number, value) in delta.fields { set(number, to: value) }
        }
    }

    private(set) var deltas: [EntityID: Delta] = [:]

    var isEmpty: Bool { deltas.isEmpty }

    subscript(id: EntityID) -> Delta? {
        get { deltas.isEmpty ? nil : deltas[id] }
        set { deltas[id] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// Sets a field, unless the entity is deleted.
    mutating func set(_ id: EntityID, _ number: Int, to value: FieldValue) {
        deltas[id, default: Delta()].set(number, to: value)
    }

    mutating func setExists(_ exists: Bool, _ id: EntityID) { deltas[id, default: Delta()].setExists(exists) }

    /// Calls a closure with each entity that a field refers to.
    func forEachReference(_ body: (EntityID) -> Void) {
        for delta in deltas.values {
            for value in delta.fields.values { value.forEachReference(body) }
        }
    }

    /// Puts an entity in the place of another one: in the references of the patch, and with the fields that are not
    /// those of its identity. The patch's own changes of the entity stand.
    mutating func replace(_ old: EntityID, by new: EntityID, except identity: Set<Int>) {
        if let former = deltas.removeValue(forKey: old) {
            var delta = former
            delta.fields = former.fields.filter { !identity.contains($0.key) }
            if let present = deltas[new] {
                delta.exists = present.exists ?? former.exists
                delta.fields.merge(present.fields) { _, present in present }
            }
            self[new] = delta
        }
        for (id, delta) in deltas {
            deltas[id]?.fields = delta.fields.mapValues { $0.replacingReferences([old: new]) }
        }
    }
}
