/// What an edit has changed: the difference between a projection before and after, field by field, of every entity that
/// it contains.
struct ProjectionDifference {
    struct Write {
        let id: EntityID
        let field: String
        let value: FieldValue
    }

    private(set) var writes: [Write] = []

    /// What was looked at to find them.
    private(set) var reads: Set<EntityFieldKey> = []

    private let snapshot: EntitySnapshot
    private struct Place: Hashable {
        let id: EntityID
        let field: String
    }

    /// The position of a write, and where in the projection it was found.
    private var found: [Place: (position: Int, path: String)] = [:]
    private var path: [Normalizer.PathStep] = []

    init(_ snapshot: EntitySnapshot) { self.snapshot = snapshot }

    /// Compares the projection of an entity before and after an edit.
    mutating func compare(_ before: FieldValue, _ after: FieldValue, _ id: EntityID) throws(EntityError) {
        root = id
        guard case .object(let old) = before, case .object(let new) = after else {
            throw mistake(.unencodable("a projection that is edited must encode itself as an object"))
        }
        try compareEntity(old, new, id)
    }

    private var root: EntityID?

    private var pathText: String {
        let text = path.text
        return text.isEmpty ? "\(root?.description ?? "")" : "\(root?.description ?? "").\(text)"
    }

    private func mistake(_ reason: EntityError.Reason) -> EntityError { EntityError(reason, at: pathText) }

    // MARK: - Entities

    private mutating func compareEntity(
        _ old: [FieldValue.Member],
        _ new: [FieldValue.Member],
        _ id: EntityID
    ) throws(EntityError) {
        let type = snapshot.schema.type(of: id.kind)
        for member in new {
            let former = old[member.name]
            if member.value == former { continue }
            path.append(.name(member.name))
            if type.identity.contains(member.name) { throw mistake(.changedIdentity) }
            let value = try changed(former, member.value, type.fields[member.name], current(id, member.name))
            if let value { try write(id, member.name, value) }
            path.removeLast()
        }
        // The generated code leaves out what is nil.
        for member in old where member.value != .null && new[member.name] == nil {
            path.append(.name(member.name))
            if type.identity.contains(member.name) { throw mistake(.changedIdentity) }
            try write(id, member.name, .null)
            path.removeLast()
        }
    }

    private mutating func current(_ id: EntityID, _ field: String) -> FieldValue? {
        let decoding = ProjectionDecoding(snapshot)
        defer { reads.formUnion(decoding.reads) }
        return decoding.value(of: field, in: decoding.view(of: id))
    }

    private mutating func write(_ id: EntityID, _ field: String, _ value: FieldValue) throws(EntityError) {
        let place = Place(id: id, field: field)
        if let former = found[place] {
            if writes[former.position].value == value { return }
            throw mistake(.conflict(with: former.path))
        }
        found[place] = (writes.count, pathText)
        writes.append(Write(id: id, field: field, value: value))
    }

    // MARK: - Values

    /// The new value of a field that an edit has changed; nil if only entities within it have changed.
    private mutating func changed(
        _ old: FieldValue?,
        _ new: FieldValue,
        _ field: EntityField?,
        _ current: FieldValue?
    ) throws(EntityError) -> FieldValue? {
        switch field {
        case nil, .value: return (current ?? .null).rebased(old ?? .null, new)
        case .one, .oneOf:
            let reference = try reference(old, new, field, current)
            return reference == current ? nil : reference
        case .many, .manyOf: return try references(old, new, field, current)
        case .object, .dictionary: return try object(old, new, field, current)
        case .list: return try list(old, new, field, current)
        }
    }

    private mutating func reference(
        _ old: FieldValue?,
        _ new: FieldValue,
        _ field: EntityField?,
        _ current: FieldValue?
    ) throws(EntityError) -> FieldValue {
        guard case .object(let members) = new else { return try scalarReference(new, field) }
        let formerID = try old.flatMap { former throws(EntityError) in try identity(former, field, current) }
        guard let id = try identity(new, field, current) else {
            throw mistake(.lacksIdentity(kinds(field).first ?? "", ["id"]))
        }
        if id == formerID, case .object(let former) = old {
            try compareEntity(former, members, id)
        } else {
            // It did not stand at this place: what differs from what is known of it is written.
            _ = try taken(new, single(field))
        }
        return .reference(id)
    }

    /// The entity that an object is: by its own identity, or as the one that stands at this place.
    private func identity(
        _ value: FieldValue,
        _ field: EntityField?,
        _ current: FieldValue?
    ) throws(EntityError) -> EntityID? {
        if case .reference(let id) = value { return id }
        guard case .object(let members) = value else { return nil }
        // It may be of a kind that a former schema had.
        if case .reference(let id) = current, let type = snapshot.schema.types[id.kind] {
            let keys = type.identity.compactMap { members[$0]?.identityText }
            if keys.isEmpty { return id }
        }
        var normalizer = Normalizer(schema: snapshot.schema)
        try normalizer.normalize(value, as: single(field))
        return normalizer.roots.first
    }

    private func scalarReference(_ value: FieldValue, _ field: EntityField?) throws(EntityError) -> FieldValue {
        switch value {
        case .null, .reference: return value
        default:
            guard case .kind(let kind) = field?.target, let key = value.identityText else {
                throw mistake(.unexpected(value.kindOfValue, expected: "an entity"))
            }
            return .reference(EntityID(kind, keys: [key]))
        }
    }

    private func kinds(_ field: EntityField?) -> [EntityKind] { field?.kinds ?? [] }

    /// The field of one element of a field of many.
    private func single(_ field: EntityField?) -> EntityField {
        switch field {
        case .many(let kind): .one(kind)
        case .manyOf(let tag, let kinds): .oneOf(tag: tag, kinds)
        default: field ?? .value
        }
    }

    // MARK: - Lists

    private mutating func references(
        _ old: FieldValue?,
        _ new: FieldValue,
        _ field: EntityField?,
        _ current: FieldValue?
    ) throws(EntityError) -> FieldValue? {
        guard case .array(let elements) = new else {
            if case .null = new { return .null }
            throw mistake(.unexpected(new.kindOfValue, expected: "an array of entities"))
        }
        var former: [FieldValue] = []
        if case .array(let elements) = old { former = elements }
        var currentElements: [FieldValue] = []
        if case .array(let elements) = current { currentElements = elements }
        let single = single(field)
        // Copies of one entity are matched in their order.
        var waiting: [EntityID: [FieldValue]] = [:]
        for element in former {
            if let id = try identity(element, single, nil) { waiting[id, default: []].append(element) }
        }
        var references: [FieldValue] = []
        for (index, element) in elements.enumerated() {
            path.append(.index(index))
            if case .array = element {
                let (before, present) = (former.element(at: index), currentElements.element(at: index))
                references.append(try self.references(before, element, field, present) ?? present ?? element)
                path.removeLast()
                continue
            }
            let id = try identity(element, single, nil)
            var before: FieldValue?
            if let id, var copies = waiting[id], !copies.isEmpty {
                before = copies.removeFirst()
                waiting[id] = copies
            }
            references.append(
                before == element
                    ? id.map(FieldValue.reference) ?? element
                    : try reference(before, element, single, nil)
            )
            path.removeLast()
        }
        let formerReferences = try former.enumerated().map { index, element throws(EntityError) -> FieldValue? in
            if case .array = element { return currentElements.element(at: index) }
            return try identity(element, single, nil).map(FieldValue.reference)
        }
        return old != nil && formerReferences == references ? nil : .array(references)
    }

    // MARK: - Objects that are no entities

    private mutating func object(
        _ old: FieldValue?,
        _ new: FieldValue,
        _ field: EntityField?,
        _ current: FieldValue?
    ) throws(EntityError) -> FieldValue {
        guard case .object(let members) = new, case .object(let former) = old, case .object(var present) = current
        else {
            return try taken(new, field ?? .value)
        }
        for member in members where former[member.name] != member.value {
            path.append(.name(member.name))
            let value = try changed(
                former[member.name],
                member.value,
                field?.member(member.name),
                present[member.name]
            )
            if let value { present.set(member.name, value) }
            path.removeLast()
        }
        for member in former where members[member.name] == nil {
            if case .dictionary = field {
                present.removeAll { $0.name == member.name }
            } else if member.value != .null {
                present.set(member.name, .null)
            }
        }
        return .object(present)
    }

    private mutating func list(
        _ old: FieldValue?,
        _ new: FieldValue,
        _ field: EntityField?,
        _ current: FieldValue?
    ) throws(EntityError) -> FieldValue {
        guard case .list(let fields) = field, case .array(let elements) = new, case .array(let former) = old,
            case .array(let present) = current, elements.count == former.count, former.count == present.count
        else { return try taken(new, field ?? .value) }
        var result = present
        for index in elements.indices where elements[index] != former[index] {
            path.append(.index(index))
            result[index] = try object(former[index], elements[index], .object(fields), present[index])
            path.removeLast()
        }
        return .array(result)
    }

    /// A value that replaces what was there, with the entities in it.
    private mutating func taken(_ value: FieldValue, _ field: EntityField) throws(EntityError) -> FieldValue {
        var normalizer = Normalizer(schema: snapshot.schema)
        let result = try normalizer.taken(value, as: field)
        for copy in normalizer.copies {
            for member in copy.fields {
                let present = current(copy.id, member.name)
                if present != member.value { try write(copy.id, member.name, member.value) }
            }
        }
        return result
    }
}

extension FieldValue {
    /// This value, with what differs between two others that are parts of it.
    func rebased(_ old: FieldValue, _ new: FieldValue) -> FieldValue {
        switch (self, old, new) {
        case (.object(var present), .object(let before), .object(let after)):
            for member in after where before[member.name] != member.value {
                let former = present[member.name] ?? .null
                present.set(member.name, former.rebased(before[member.name] ?? .null, member.value))
            }
            for member in before where member.value != .null && after[member.name] == nil {
                present.set(member.name, .null)
            }
            return .object(present)
        case (.array(let present), .array(let before), .array(let after))
        where present.count == before.count && before.count == after.count:
            return .array(
                present.indices.map { index in
                    before[index] == after[index] ? present[index] : present[index].rebased(before[index], after[index])
                }
            )
        default: return new
        }
    }
}

extension [FieldValue] {
    fileprivate func element(at index: Int) -> FieldValue? { indices.contains(index) ? self[index] : nil }
}

extension [FieldValue.Member] {
    /// Sets the value of a name, in sorted members.
    mutating func set(_ name: String, _ value: FieldValue) {
        if let index = firstIndex(where: { $0.name == name }) {
            self[index].value = value
        } else {
            insert(FieldValue.Member(name, value), at: firstIndex { $0.name > name } ?? count)
        }
    }
}
