import MillraceData

/// The records of all entities, as a value: a table of them, and the names of their fields.
struct EntityRecords: Sendable {
    private(set) var table = Table<EntityRecord>()
    private(set) var names: [EntityKind: FieldNames] = [:]

    /// The record of an entity; nil if it is not known.
    subscript(id: EntityID) -> EntityRecord? { table[id: id] }

    /// The number of a field of a kind; nil if no entity ever had it.
    func number(of name: String, in kind: EntityKind) -> Int? { names[kind]?.number(of: name) }

    /// The number of a field of a kind, which is a new one if no entity ever had it.
    mutating func addNumber(of name: String, in kind: EntityKind) -> Int {
        if let number = number(of: name, in: kind) { return number }
        return names[kind, default: FieldNames()].add(name)
    }

    /// Changes the record of an entity, which is made if there is none.
    mutating func change(
        _ id: EntityID,
        at time: UInt64,
        _ body: (inout EntityRecord, inout FieldNames) -> Void
    ) {
        var names = self.names[id.kind] ?? FieldNames()
        let count = names.names.count
        defer { if names.names.count > count { self.names[id.kind] = names } }
        // Changed in place: copying it would copy its fields.
        if table.contains(id: id) {
            modify(&table[id: id]) { body(&$0, &names) }
        } else {
            var record = EntityRecord(id: id, time: time)
            body(&record, &names)
            table.append(record)
        }
    }

    private func modify(_ record: inout EntityRecord?, _ body: (inout EntityRecord) -> Void) {
        guard var present = record else { return }
        record = nil
        body(&present)
        record = present
    }

    /// Forgets an entity.
    mutating func forget(_ id: EntityID) { table[id: id] = nil }
}

extension EntityRecords {
    /// Whether no number stands for two fields: one is a later version of the other, or both are of one.
    func sharesNumbers(with other: EntityRecords) -> Bool {
        if names == other.names { return true }
        return names.allSatisfy { kind, names in
            guard let others = other.names[kind] else { return true }
            return zip(names.names, others.names).allSatisfy { $0 == $1 }
        }
    }

    /// Whether the same is known, in whatever order it was received. O(k log n) if one was made from the other by k
    /// changes.
    func isSame(as other: EntityRecords) -> Bool {
        if table.count != other.table.count { return false }
        func isSame(_ record: EntityRecord) -> Bool {
            guard let match = other[record.id], match.isDeleted == record.isDeleted else { return false }
            return fields(of: record) == other.fields(of: match)
        }
        if !sharesNumbers(with: other) { return table.allSatisfy(isSame) }
        let changes = table.changes(from: other.table)
        return (changes.insertions + changes.modifications.map(\.new)).allSatisfy { isSame(table[$0]) }
    }

    /// The fields of a record by their names.
    func fields(of record: EntityRecord) -> [String: FieldValue] {
        let names = names[record.id.kind] ?? FieldNames()
        return Dictionary(uniqueKeysWithValues: zip(record.known.numbers.map { names[$0] }, record.values))
    }
}
