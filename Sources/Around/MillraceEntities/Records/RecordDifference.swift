/// How a record of an entity differs from an earlier one, or from none: what is written of it.
///
/// Applied to the earlier record it makes the other one, with the times of all fields, so that a later answer does to it
/// what it would have done to the other. It is no merge: nothing in it is too old. What it does not mention is as before.
package struct RecordDifference: Hashable, Sendable, Codable {
    /// The entity; nil where there was a record.
    package let id: EntityID?
    private let isDeleted: Bool?

    /// The fields that have other values or times.
    private let fields: [Field]?

    /// The names of the fields that are not known any more, of an entity that is not deleted.
    private let forgotten: [String]?

    /// The time of the fields that have none here, or of a record without fields.
    private let time: UInt64?

    /// Whether the fields that are not mentioned have that time, too.
    private let isForAll: Bool?
    private let deletion: UInt64?
    private let lastUse: UInt64?

    fileprivate struct Field: Hashable, Sendable {
        let name: String

        /// Nil if it has the same value as before.
        let value: FieldValue?

        /// Nil if it is that of the difference.
        let time: UInt64?
    }

    /// The difference between two records, each with the names of the fields of its kind.
    init(
        from former: (record: EntityRecord, names: FieldNames)?,
        to record: EntityRecord,
        _ names: FieldNames
    ) {
        let old = former?.record ?? EntityRecord(id: record.id, time: record.latest)
        id = former == nil ? record.id : nil
        isDeleted = record.isDeleted == old.isDeleted ? nil : record.isDeleted
        deletion = record.deletion == old.deletion ? nil : record.deletion
        lastUse = record.lastUse == old.lastUse ? nil : record.lastUse

        var known: [String: EntityRecord.Field] = [:]
        for field in old.fields { known[former?.names[field.number] ?? ""] = field }
        let fields = record.fields
        let common = fields.allSatisfy { $0.time == record.latest } ? record.latest : nil
        let isForAll = common != nil && fields.contains { known[names[$0.number]].map { $0.time != common } ?? false }
        let changed = fields.compactMap { field in
            let (name, before) = (names[field.number], known.removeValue(forKey: names[field.number]))
            let isSame = before?.value == field.value
            if isSame, isForAll || before?.time == field.time { return nil as Field? }
            let time = field.time == record.latest ? nil : field.time
            return Field(name: name, value: isSame ? nil : field.value, time: time)
        }
        self.fields = changed.isEmpty ? nil : changed
        forgotten = known.isEmpty || record.isDeleted ? nil : known.keys.sorted()
        self.isForAll = isForAll ? true : nil
        let isEmptied = fields.isEmpty && (record.time != old.time || !old.values.isEmpty)
        let isTimed = id != nil || isForAll || isEmptied || changed.contains { $0.time == nil }
        time = isTimed ? record.latest : nil
    }

    /// Whether it tells times alone, all that a difference of that sort tells: then a later one takes its place.
    package var isTouch: Bool { fields == nil && forgotten == nil && isForAll == true }

    /// Makes the record of it that it was made of.
    func apply(to record: inout EntityRecord, _ names: inout FieldNames) {
        let isDeleted = isDeleted ?? record.isDeleted
        var known: [Int: EntityRecord.Field] = [:]
        for var field in isDeleted ? [] : record.fields {
            if isForAll == true, let time { field.time = time }
            known[field.number] = field
        }
        for name in forgotten ?? [] { names.number(of: name).map { known[$0] = nil } }
        var number = -1
        for field in fields ?? [] {
            number = names.add(field.name, likely: number + 1)
            guard let value = field.value ?? known[number]?.value else { continue }
            let time = field.time ?? time ?? record.time
            known[number] = EntityRecord.Field(number: number, value: value, time: time)
        }
        record = EntityRecord(
            id: record.id,
            isDeleted: isDeleted,
            fields: known.values.sorted { $0.number < $1.number },
            time: time ?? record.time,
            deletion: deletion ?? record.deletion,
            lastUse: lastUse ?? record.lastUse
        )
    }
}

extension RecordDifference.Field: Codable {
    private enum CodingKeys: CodingKey { case name, value, time }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        // A null is a value.
        value = container.contains(.value) ? try container.decode(FieldValue.self, forKey: .value) : nil
        time = try container.decodeIfPresent(UInt64.self, forKey: .time)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        if let value { try container.encode(value, forKey: .value) }
        try container.encodeIfPresent(time, forKey: .time)
    }
}

extension EntityRecords {
    /// How the record at a position differs from one of earlier records, or from none.
    func difference(at position: Int, from former: (records: EntityRecords, position: Int)?) -> RecordDifference {
        let record = table[position]
        return RecordDifference(
            from: former.map { former in
                let old = former.records.table[former.position]
                return (old, former.records.fieldNames(of: old.id.kind))
            },
            to: record,
            fieldNames(of: record.id.kind)
        )
    }

    /// Puts a record in that is not there, from all its differences, the oldest first. Returns the latest of its times; nil
    /// if the first is no whole record.
    @discardableResult
    mutating func put(_ differences: some Collection<RecordDifference>) -> UInt64? {
        guard let first = differences.first, let id = first.id else { return nil }
        var latest: UInt64 = 0
        change(id, at: first.startTime) { record, names in
            for difference in differences { difference.apply(to: &record, &names) }
            latest = max(record.latest, record.deletion, record.lastUse)
        }
        return latest
    }

    /// The names of the fields of a kind.
    func fieldNames(of kind: EntityKind) -> FieldNames { names[kind] ?? FieldNames() }
}

extension RecordDifference {
    fileprivate var startTime: UInt64 { time ?? 0 }
}
