/// An entity that a table has forgotten, with all that was known of it. It can be written to disk, and restored when
/// it is needed again.
public struct EvictedEntity: Identifiable, Hashable, Sendable, Codable {
    /// The identity of the entity.
    public let id: EntityID
    let isDeleted: Bool
    let fields: [Field]
    let time: UInt64

    /// When it was deleted last; nil if it never was.
    let deletion: UInt64?

    struct Field: Hashable, Sendable, Codable {
        let name: String
        let value: FieldValue
        let time: UInt64
    }
}

extension EntityRecords {
    /// Notes that an entity is in use.
    mutating func use(_ id: EntityID, at time: UInt64) {
        guard let record = self[id], record.lastUse < time else { return }
        change(id, at: time) { record, _ in record.lastUse = time }
    }

    /// All that is known of a record.
    func evicted(_ record: EntityRecord) -> EvictedEntity {
        let names = names[record.id.kind] ?? FieldNames()
        let fields = zip(record.known.numbers, record.values).map { number, value in
            EvictedEntity.Field(
                name: names[number],
                value: value,
                time: record.time(of: number) ?? record.time
            )
        }
        return EvictedEntity(
            id: record.id,
            isDeleted: record.isDeleted,
            fields: fields,
            time: record.time,
            deletion: record.deletion == 0 ? nil : record.deletion
        )
    }
}
