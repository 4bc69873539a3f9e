/// The changes of an edit: the difference between a projection before and after, field by field, of every entity that
/// it contains.
///
/// Both are taken apart as answers are. A copy of an entity after the edit is compared with the copy of the same entity
/// that stood at the same place of the projection; one that did not stand there, with the known record.
struct ProjectionDifference {
    struct Write: Sendable {
        let id: EntityID
        let field: String
        let value: FieldValue
    }

    private(set) var writes: [Write] = []

    /// The fields read to find them.
    private(set) var reads: Set<EntityFieldKey> = []

    private let snapshot: EntitySnapshot

    /// A field of an entity, or an entity at a place of the projection, which is named without the indices of lists.
    private struct Place: Hashable {
        let id: EntityID
        let names: [String]
    }

    /// The position of a write, and where in the projection it was found.
    private var found: [Place: (position: Int, path: String)] = [:]

    init(_ snapshot: EntitySnapshot) { self.snapshot = snapshot }

    /// Compares the projection of an entity before and after an edit.
    mutating func compare(_ before: FieldValue, _ after: FieldValue, _ id: EntityID) throws(EntityError) {
        guard case .object(let old) = before, case .object(let new) = after else {
            let what = "a projection that is edited must encode itself as an object"
            throw EntityError(.unencodable(what), at: id.description)
        }
        var former: [Place: EntityCopy] = [:]
        for copy in try copies(in: old.filter { new[$0.name] != $0.value }, of: id) { former[place(of: copy)] = copy }
        for copy in try copies(in: new.filter { old[$0.name] != $0.value }, of: id) {
            if let old = former[place(of: copy)] {
                try compare(old, copy, of: id)
            } else {
                for field in copy.fields where current(copy.id, field.name) != field.value {
                    try write(field, of: copy, in: id)
                }
            }
        }
    }

    private func copies(in members: [FieldValue.Member], of id: EntityID) throws(EntityError) -> [EntityCopy] {
        var normalizer = Normalizer(schema: snapshot.schema, editing: id, in: snapshot)
        try normalizer.normalize(.object(members), as: .one(id.kind))
        return normalizer.copies
    }

    private func place(of copy: EntityCopy) -> Place {
        Place(id: copy.id, names: copy.path.compactMap { if case .name(let name) = $0 { name } else { nil } })
    }

    private mutating func compare(_ old: EntityCopy, _ new: EntityCopy, of root: EntityID) throws(EntityError) {
        let type = snapshot.schema.type(of: new.id.kind)
        let removed = old.fields.filter { $0.value != .null && new.fields[$0.name] == nil }
        for field in new.fields + removed.map({ FieldValue.Member($0.name, .null) }) {
            let before = old.fields[field.name]
            if before == field.value { continue }
            if type.identity.contains(field.name) {
                throw EntityError(.changedIdentity, at: path(of: field, of: new, in: root))
            }
            let present = current(new.id, field.name) ?? .null
            let value = present.rebased(before ?? .null, field.value, type.fields[field.name])
            try write(FieldValue.Member(field.name, value), of: new, in: root)
        }
    }

    private mutating func current(_ id: EntityID, _ field: String) -> FieldValue? {
        let decoding = ProjectionDecoding(snapshot)
        defer { reads.formUnion(decoding.reads) }
        return decoding.value(of: field, in: decoding.view(of: id))
    }

    private mutating func write(
        _ field: FieldValue.Member,
        of copy: EntityCopy,
        in root: EntityID
    ) throws(EntityError) {
        let (place, path) = (Place(id: copy.id, names: [field.name]), path(of: field, of: copy, in: root))
        if let former = found[place] {
            if writes[former.position].value == field.value { return }
            throw EntityError(.conflict(with: former.path), at: path)
        }
        found[place] = (writes.count, path)
        writes.append(Write(id: copy.id, field: field.name, value: field.value))
    }

    private func path(of field: FieldValue.Member, of copy: EntityCopy, in root: EntityID) -> String {
        (copy.path + [.name(field.name)]).text(from: root.description)
    }
}

extension FieldValue {
    /// This value, with the difference between two others that are parts of it.
    ///
    /// - Parameter field: Its declaration in the schema.
    fileprivate func rebased(_ old: FieldValue, _ new: FieldValue, _ field: EntityField?) -> FieldValue {
        switch (self, old, new) {
        case (.object(var present), .object(let before), .object(let after)):
            for member in after where before[member.name] != member.value {
                let (former, own) = (present[member.name] ?? .null, field?.member(member.name))
                present.set(member.name, former.rebased(before[member.name] ?? .null, member.value, own))
            }
            for member in before where after[member.name] == nil {
                if case .dictionary = field {
                    present.removeAll { $0.name == member.name }
                } else if member.value != .null {
                    present.set(member.name, .null)
                }
            }
            return .object(present)
        case (.array(let present), .array(let before), .array(let after))
        where present.count == before.count && before.count == after.count:
            let elements = present.indices.map { index in
                before[index] == after[index]
                    ? present[index] : present[index].rebased(before[index], after[index], field)
            }
            return .array(elements)
        default: return new
        }
    }
}

extension [FieldValue.Member] {
    /// Sets the value of a name, in sorted members.
    fileprivate mutating func set(_ name: String, _ value: FieldValue) {
        if let index = firstIndex(where: { $0.name == name }) {
            self[index].value = value
        } else {
            insert(FieldValue.Member(name, value), at: firstIndex { $0.name > name } ?? count)
        }
    }
}
