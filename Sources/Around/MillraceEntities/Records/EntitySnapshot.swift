/// How much is known of an entity.
public enum EntityStatus: Hashable, Sendable {
    /// No answer has contained it, or it was forgotten.
    case unknown

    /// Some of its fields are known.
    case known

    /// The server has said that it is gone.
    case deleted
}

/// The visible state of all entities: the server's records, with the changes that wait on top.
struct EntitySnapshot {
    let schema: EntitySchema
    var base: EntityRecords
    var overlay: EntityOverlay

    /// The identities that temporary ones have become, for the changes that still know these.
    var renamed: [EntityID: EntityID] = [:]

    /// The number of the field that is the version of entities of a kind; nil if there is none, or it is not known.
    func versionNumber(of kind: EntityKind) -> Int? {
        schema.types[kind]?.version.flatMap { base.number(of: $0, in: kind) }
    }

    /// The visible record of an entity.
    func view(of id: EntityID) -> SeenEntity {
        SeenEntity(id: id, record: base[id], delta: overlay[id], names: base.names[id.kind] ?? FieldNames())
    }
}

/// The visible record of one entity.
struct SeenEntity {
    let id: EntityID
    let record: EntityRecord?
    let delta: EntityPatch.Delta?

    /// The names of the fields of its kind.
    let names: FieldNames

    var status: EntityStatus {
        if let exists = delta?.exists { return exists ? .known : .deleted }
        guard let record else { return delta == nil ? .unknown : .known }
        return record.isDeleted ? .deleted : .known
    }

    /// The value of a field; nil if it is not known.
    subscript(number: Int) -> FieldValue? {
        if let delta {
            if let value = delta.fields[number] { return value }
            if delta.replaces { return nil }
        }
        return record?[number]
    }

    /// Whether the same is seen of two entities, whatever it is made of.
    func isSame(as other: SeenEntity) -> Bool {
        if delta == other.delta, record == other.record { return true }
        if status != other.status { return false }
        let numbers = numbers
        return numbers == other.numbers && numbers.allSatisfy { self[$0] == other[$0] }
    }

    /// The numbers of the fields that are known, ascending.
    var numbers: [Int] {
        let told = delta?.replaces == true ? [] : record?.known.numbers ?? []
        guard let delta, !delta.fields.isEmpty else { return told }
        return Set(told).union(delta.fields.keys).sorted()
    }
}

extension EntitySnapshot {
    /// The value at a key. Where it is the same, a reading of it is the same.
    func part(_ key: EntityFieldKey) -> SeenPart {
        let view = view(of: key.id)
        switch key.part {
        case .status: return .status(view.status)
        case .number(let number): return .field(view[number])
        case .name(let name): return .field(view.names.number(of: name).flatMap { view[$0] })
        case .fields: return .fields(view.numbers)
        }
    }
}

/// The value seen at a key.
enum SeenPart: Hashable, Sendable {
    case status(EntityStatus)

    /// The value of a field; nil if it is not known.
    case field(FieldValue?)

    /// The numbers of the fields that are known.
    case fields([Int])
}
