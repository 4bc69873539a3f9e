extension EntityTable {
    /// Edits an entity before the server has confirmed it, through a projection.
    ///
    /// ```swift
    /// let change = try state.entities.edit(Pin.self, id) { $0.likes += 1 }
    /// ```
    ///
    /// The edit is seen at once. Its closure is kept until the change is confirmed or refused, and runs again
    /// whenever something that it reads changes beneath it; so it must be pure. Confirm or refuse the change
    /// when the server has answered. Each run costs one decoding and two encodings of the projection.
    ///
    /// - Returns: The change, to be confirmed or refused.
    /// - Throws: The errors of ``EntityDraft/edit(_:_:_:)``. Then nothing has changed.
    public mutating func edit<Projection: Codable & SendableMetatype>(
        _ type: Projection.Type = Projection.self,
        _ id: EntityID,
        _ body: @escaping @Sendable (inout Projection) throws -> Void
    ) throws -> EntityChange {
        try change { draft in try draft.edit(type, id, body) }
    }

    /// Deletes an entity before the server has confirmed it. See ``edit(_:_:_:)``.
    ///
    /// - Returns: The change, to be confirmed or refused.
    public mutating func remove(_ id: EntityID) -> EntityChange { put { draft in draft.delete(id) }.change }

    /// Changes several entities, or adds some, before the server has confirmed it. See ``edit(_:_:_:)``.
    ///
    /// - Returns: The change, to be confirmed or refused.
    /// - Throws: The error that the operation throws. Then nothing has changed.
    public mutating func change(
        _ operation: @escaping @Sendable (inout EntityDraft) throws -> Void
    ) throws -> EntityChange {
        let (change, failure) = put(operation)
        if let failure { throw failure }
        return change
    }

    /// Puts a layer on top, unless its operation fails.
    private mutating func put(
        _ operation: @escaping EntityLayer.Operation
    ) -> (change: EntityChange, failure: (any Error)?) {
        var (layer, snapshot) = (EntityLayer(EntityChange(number: clock + 1), operation), snapshot)
        if let failure = layer.run(on: &snapshot) { return (layer.change, failure) }
        clock += 1
        base = snapshot.base
        layers.append(layer)
        return (layer.change, nil)
    }

    /// The changes that the server has neither confirmed nor refused, oldest first.
    public var pendingChanges: [EntityChange] { layers.table.filter(\.isPending).map(\.change) }

    /// The changes of an entity that the server has neither confirmed nor refused, oldest first: the first is the one to
    /// send next. O(k log n) for k changes that have to do with it.
    public func pendingChanges(of id: EntityID) -> [EntityChange] {
        let id = renamed[id] ?? id
        return layers.layers(touching: id).filter { $0.isPending && $0.concerns(id) }.map(\.change)
    }

    /// Why a change cannot be applied to the present records; nil if it is applied.
    ///
    /// A change may become impossible, for instance because its entity was deleted meanwhile. Then it changes nothing
    /// until it is possible again.
    public func error(of change: EntityChange) -> EntityError? { layers[change]?.error }

    /// Notes that the server has accepted a change.
    ///
    /// The change counts as the server's, at its place among the changes: the values of the answer stand, and else
    /// those of the change. Changes that were made later stay on top of it, also those that were confirmed before it. Of
    /// entities that the change does not edit, the answer counts as any other: changes of them that wait stay on top. A
    /// change that is not known, such as one that was confirmed already, is ignored, but its answer is merged.
    ///
    /// Where the app makes an identity for an entity that it adds, and the server makes another one, pass the app's as
    /// temporary. The entity then has the identity of the answer: in references to it, and for later changes that wait.
    /// Nothing is known of the temporary identity any more, so replace it in your lists too.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - answer: The server's answer, if it contains entities.
    ///   - shape: The shape of the answer.
    ///   - version: The version of the one entity that the answer is made of, where the answer says it outside its body.
    ///   - temporary: The identities under which the change has added the entities that the answer is made of, in its
    ///     order, and of the same kinds.
    /// - Returns: The entities that the answer is made of, in their order, without those within others.
    /// - Throws: ``EntityError``, with its place in the answer. Then nothing has changed.
    @discardableResult
    public mutating func confirm(
        _ change: EntityChange,
        with answer: some Sequence<UInt8>,
        as shape: EntityField,
        version: String? = nil,
        replacing temporary: EntityID...
    ) throws(EntityError) -> [EntityID] {
        let answer = try EntityAnswer(reading: try FieldValue(json: answer), shape, schema, version)
        return confirm(change, answer, replacing: temporary)
    }

    /// Notes that the server has accepted a change, with an answer that was read before. See
    /// ``confirm(_:with:as:version:replacing:)``.
    ///
    /// - Returns: The entities that the answer is made of, in their order, without those within others.
    @discardableResult
    public mutating func confirm(
        _ change: EntityChange,
        with answer: EntityAnswer,
        replacing temporary: EntityID...
    ) -> [EntityID] { confirm(change, answer, replacing: temporary) }

    /// Notes that the server has accepted a change, with an answer that contains no entities.
    ///
    /// - Parameters:
    ///   - change: The change, as it was begun.
    ///   - version: The version that the answer says outside its body, such as in `ETag`, of the one entity that
    ///     the change writes. Ignored if it writes several.
    public mutating func confirm(_ change: EntityChange, version: String? = nil) {
        var copies: [EntityCopy] = []
        if let version, let written = layers[change]?.patch.deltas.keys,
            written.count == 1, let id = written.first
        {
            let field = FieldValue.Member(schema.versionField(of: id.kind), .string(version))
            copies = [EntityCopy(id: id, fields: [field])]
        }
        confirm(change, copies, [])
    }

    package mutating func confirm(
        _ change: EntityChange,
        _ answer: EntityAnswer,
        replacing temporary: [EntityID]
    ) -> [EntityID] {
        let roots = answer.entities.filter { schema.types[$0.kind] != nil }
        let pairs = zip(temporary, answer.entities).filter { $0 != $1 && $0.kind == $1.kind }
        confirm(change, answer.copies.filter { schema.types[$0.id.kind] != nil }, pairs)
        return roots
    }

    private mutating func confirm(
        _ change: EntityChange,
        _ copies: [EntityCopy],
        _ renamed: [(temporary: EntityID, id: EntityID)]
    ) {
        clock += 1
        guard layers[change]?.isPending == true else { return apply(copies, at: clock) }
        var changes = EntityChanges(since: self)
        for (temporary, id) in renamed { rename(temporary, to: id, &changes) }
        changes.add(layers[change]?.patch.deltas.keys.map { $0 } ?? [], above: change)
        let edited = Set(layers[change]?.edited.map { self.renamed[$0] ?? $0 } ?? [])
        let told = copies.filter { edited.contains($0.id) }.map { copy in
            (copy.id, copy.fields.map { (base.addNumber(of: $0.name, in: copy.id.kind), $0.value) })
        }
        layers.change(change) { layer in
            layer.confirm()
            for (id, fields) in told { layer.merge(fields, of: id) }
        }
        // Of other entities it is an answer like any other: the changes of them that wait stay on top.
        for copy in copies where !edited.contains(copy.id) {
            apply(copy, at: clock)
            supersede(copy, at: clock, &changes)
            changes.add([copy.id])
        }
        passOnVersions(of: change, copies)
        // A confirmed entity exists, also if a deletion that was asked for before arrives later.
        layers.change(change) { layer in
            for (id, delta) in layer.patch.deltas where delta.exists == nil { layer.patch.setExists(true, id) }
        }
        noteTime(from: change)
        changes.add(layers[change]?.patch.deltas.keys.map { $0 } ?? [], above: change)
        changes.add(fold())
        settle(changes)
    }

    /// Notes that changes confirmed behind a change are later than it, whatever their times: changes that write the
    /// same entities are folded in their order.
    private mutating func noteTime(from change: EntityChange) {
        let time = clock
        layers.change(change) { $0.time = time }
        // Most often there is none.
        if layers.confirmedCount == 1 { return }
        var pass = LayerPass()
        pass.add(change.number, nil)
        while let (number, candidates) = pass.next() {
            var ids = candidates
            let other = EntityChange(number: number)
            if let layer = layers[other], !layer.isPending {
                let written = Set(layer.patch.deltas.keys)
                if other == change || !written.isDisjoint(with: ids) {
                    layers.change(other) { $0.time = time }
                    ids.formUnion(written)
                }
            }
            for id in ids { pass.add(layers.firstNumber(touching: id, notBelow: number + 1), id) }
        }
    }

    /// Notes for the changes that wait which versions a confirmed change and the answer to it have brought.
    private mutating func passOnVersions(of change: EntityChange, _ copies: [EntityCopy]) {
        for (id, delta) in layers[change]?.patch.deltas ?? [:] {
            guard let number = snapshot.versionNumber(of: id.kind), let version = delta.fields[number] else { continue }
            passOn(version, number, of: id)
        }
        for copy in copies {
            guard let number = snapshot.versionNumber(of: copy.id.kind),
                let version = copy.fields.last(where: { base.number(of: $0.name, in: copy.id.kind) == number })?.value
            else { continue }
            passOn(version, number, of: copy.id)
        }
    }

    private mutating func passOn(_ version: FieldValue, _ number: Int, of id: EntityID) {
        for other in layers.numbers(touching: id) {
            layers.change(EntityChange(number: other)) { $0.noteVersion(version, number, of: id) }
        }
    }

    /// Gives an entity that a change has added under a temporary identity the one that the server has made.
    private mutating func rename(_ temporary: EntityID, to id: EntityID, _ changes: inout EntityChanges) {
        let identity = schema.type(of: id.kind).identity.compactMap { base.number(of: $0, in: id.kind) }
        for number in layers.numbers(touching: temporary) {
            let change = EntityChange(number: number)
            let written = layers.change(change) { $0.patch.replace(temporary, by: id, except: Set(identity)) }
            changes.add(written, above: change)
        }
        renamed[temporary] = id
    }

    /// Takes a change back, because the server has refused it: the visible state is as if it had never been made.
    ///
    /// A change that is not known, such as one that was confirmed already, is ignored.
    public mutating func refuse(_ change: EntityChange) {
        guard layers[change]?.isPending == true else { return }
        clock += 1
        var changes = EntityChanges(since: self)
        changes.add(layers.remove(change), above: change)
        changes.add(fold())
        settle(changes)
    }
}
