extension EntityTable {
    /// The version of an entity that the next change of it is sent with. O(k log n) for k changes of
    /// it that wait.
    ///
    /// It is the field that the schema names, or the version that was given with an answer. While changes of the entity
    /// wait, it is the one that the first of them was made of: an answer that comes in between with a newer version
    /// does not let a change cover values that its author has not seen. The server's answer to a change passes on its
    /// version: if it is confirmed or decided, the next change is sent with the version that this answer has brought.
    ///
    /// - Returns: The version as text: `7`, `"abc"` with the quotes of an `ETag`, a date as the server writes it. Nil if
    ///   none is known.
    public func version(of id: EntityID) -> String? {
        let id = renamed[id] ?? id
        guard let number = snapshot.versionNumber(of: id.kind) else { return nil }
        if let first = layers.layers(touching: id).first(where: { $0.isPending && $0.concerns(id) }),
            let version = first.origins[id]?[number] ?? nil
        {
            return version.version
        }
        return snapshot.view(of: id)[number]?.version
    }

    /// The fields of an entity that a waiting change writes, such as for the body of a `PATCH`. O(log n).
    ///
    /// An entity in it is its identity, as text. There are no fields if the change has nothing to say any more: confirm it
    /// then.
    ///
    /// - Returns: Nil if the change deletes the entity, or cannot be applied (see ``error(of:)``), or does not wait.
    public func fields(changedBy change: EntityChange, in id: EntityID) -> [String: JSONValue]? {
        let id = renamed[id] ?? id
        guard let layer = layers[change], layer.isPending, layer.error == nil else {
            return nil
        }
        guard let delta = layer.patch[id] else { return [:] }
        if delta.exists == false { return nil }
        let names = base.names[id.kind] ?? FieldNames()
        let fields = delta.fields.map { (names[$0.key], JSONValue($0.value.withoutReferences)) }
        return Dictionary(uniqueKeysWithValues: fields)
    }

    /// Decides a conflict: the server has refused a change because it knows a newer version of the entity, and has said
    /// which.
    ///
    /// ```swift
    /// try state.entities.resolve(change, of: id, with: answer, as: IssueEdit.self) { theirs, mine, base in
    ///     var resolved = theirs
    ///     if mine.title != base.title { resolved.title = mine.title }
    ///     return resolved
    /// }
    /// ```
    ///
    /// The answer is merged. If it says something new of a field that the change writes, the function decides, field by
    /// field: its result takes the place of the change's value, and a value that equals theirs is not written any more.
    /// So does each later change of the entity that waits, in their order: none covers values that its author has not
    /// seen. The change keeps waiting, at its place among the others. Send it again, with ``version(of:)`` and
    /// ``fields(changedBy:in:)``; if there are no fields, confirm it.
    ///
    /// A change that deletes the entity writes no field: it stays, and the function is not called. Of a change that is
    /// not known the answer is merged.
    ///
    /// - Parameters:
    ///   - change: The change that was refused.
    ///   - id: The entity.
    ///   - answer: The server's answer, or one that was fetched then. It contains the entity.
    ///   - type: The fields that are decided. A field that it does not have stays as the change says.
    ///   - decide: Gets the entity as the server has it now, as the change has made it, and as it was when the change
    ///     was made. It must be pure.
    /// - Throws: ``EntityError`` if the answer does not contain the entity, with which the change would be sent again
    ///   as it was, and refused again; or if one of the three cannot be decoded. The error that the function throws.
    ///   Then nothing has changed.
    public mutating func resolve<Projection: Codable>(
        _ change: EntityChange,
        of id: EntityID,
        with answer: EntityAnswer,
        as type: Projection.Type = Projection.self,
        _ decide: (_ theirs: Projection, _ mine: Projection, _ base: Projection) throws -> Projection
    ) throws {
        let id = renamed[id] ?? id
        guard answer.copies.contains(where: { $0.id == id }) else {
            throw EntityError(.unexpected("one without it", expected: "an answer that contains it"), at: "\(id)")
        }
        var next = self
        next.merge(answer)
        if next.layers[change] != nil {
            var changes = EntityChanges(since: next)
            changes.visited = next.layers.numbers(touching: id).filter { $0 >= change.number }
            try next.settle(changes, deciding: { $0.number >= change.number }) { layer, snapshot in
                try layer.resolve(id, over: &snapshot, decide)
            }
        }
        self = next
    }
}

extension EntityLayer {
    /// Lets a function decide, if it writes a field of an entity whose value is not the one that its author has seen.
    fileprivate mutating func resolve<Projection: Codable>(
        _ id: EntityID,
        over snapshot: inout EntitySnapshot,
        _ decide: (Projection, Projection, Projection) throws -> Projection
    ) throws {
        let view = snapshot.view(of: id)
        if let number = snapshot.versionNumber(of: id.kind) { noteVersion(view[number], number, of: id) }
        guard let operation, let written = patch[id]?.fields, let origins = origins[id] else { return }
        var base = snapshot
        for number in written.keys {
            if let origin = origins[number] { base.overlay.set(id, number, to: origin ?? .null) }
        }
        let changed = written.keys.filter { base.view(of: id)[$0] ?? .null != view[$0] ?? .null }
        if changed.isEmpty { return }
        var (mine, theirs) = (EntityDraft(base), EntityDraft(snapshot))
        try operation(&mine)
        let made = mine.snapshot.view(of: id)
        if changed.allSatisfy({ made[$0] == view[$0] }) { return }
        let server = try theirs.read(Projection.self, id)
        // The change goes on to write fields that the projection does not have.
        let decided = Set(theirs.reads.compactMap { $0.id == id ? $0.number : nil })
        var original = EntityDraft(base)
        let resolved = try decide(server, try mine.read(Projection.self, id), try original.read(Projection.self, id))
        let writes = try theirs.difference(try theirs.encode(server), try theirs.encode(resolved), of: id)
        replace(on: &snapshot) { draft in
            try operation(&draft)
            draft.forget(decided, of: id)
            draft.write(writes)
        }
    }
}

extension EntityFieldKey {
    /// The number of the field; nil if it is something else of an entity.
    fileprivate var number: Int? { if case .number(let number) = part { number } else { nil } }
}

extension FieldValue {
    /// The value as the text of a version; nil if it is none.
    fileprivate var version: String? {
        if case .number(let number) = self { return "\(number)" }
        return identityText
    }

    /// The value with identities as text.
    fileprivate var withoutReferences: FieldValue {
        switch self {
        case .reference(let id): .string(id.key)
        case .key(let text): .string(text)
        case .array(let elements): .array(elements.map(\.withoutReferences))
        case .object(let members): .object(members.map { Member($0.name, $0.value.withoutReferences) })
        case .null, .bool, .integer, .number, .decimal, .string: self
        }
    }
}
