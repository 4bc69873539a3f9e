extension EntityStore {
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
    public mutating func remove(_ id: EntityID) -> EntityChange {
        let operation: EntityLayer.Operation = { draft in draft.delete(id) }
        var draft = EntityDraft(snapshot)
        draft.delete(id)
        return put(operation, draft)
    }

    /// Changes several entities, or adds some, before the server has confirmed it. See ``edit(_:_:_:)``.
    ///
    /// - Returns: The change, to be confirmed or refused.
    /// - Throws: What the operation throws. Then nothing has changed.
    public mutating func change(
        _ operation: @escaping @Sendable (inout EntityDraft) throws -> Void
    ) throws -> EntityChange {
        var draft = EntityDraft(snapshot)
        try operation(&draft)
        return put(operation, draft)
    }

    /// The changes that the server has neither confirmed nor refused, oldest first.
    public var pendingChanges: [EntityChange] { layers.filter(\.isPending).map(\.change) }

    /// Why a change cannot be applied to what is known now; nil if it is applied.
    ///
    /// A change may become impossible, for instance because its entity was deleted meanwhile. Then it changes nothing
    /// until it is possible again.
    public func error(of change: EntityChange) -> EntityError? { layers.first { $0.change == change }?.error }

    /// Puts a layer on top: an operation, and the draft that it has worked on.
    private mutating func put(_ operation: @escaping EntityLayer.Operation, _ draft: EntityDraft) -> EntityChange {
        clock += 1
        let change = EntityChange(number: clock)
        var layer = EntityLayer(change: change, operation: operation)
        layer.take(draft)
        base = draft.snapshot.base
        overlay = draft.snapshot.overlay
        layers.append(layer)
        return change
    }

    /// Notes that the server has accepted a change.
    ///
    /// The change counts as told, with the values of the answer where it contains them, at its place: changes that
    /// were made later stay on top of it. A change that is not known, such as one that was confirmed already, is
    /// ignored, but its answer is merged.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - answer: What the server has answered, if it tells of entities.
    ///   - shape: What the answer is.
    /// - Throws: ``EntityError``, with its place in the answer. Then nothing has changed.
    @discardableResult
    public mutating func confirm(
        _ change: EntityChange,
        with answer: some Sequence<UInt8>,
        as shape: EntityField
    ) throws(EntityError) -> [EntityID] {
        var normalizer = Normalizer(schema: schema)
        try normalizer.normalize(try JSONParser.parse(answer), as: shape)
        confirm(change, normalizer.copies)
        return normalizer.roots
    }

    /// Notes that the server has accepted a change, with an answer that contains no entities.
    public mutating func confirm(_ change: EntityChange) { confirm(change, []) }

    private mutating func confirm(_ change: EntityChange, _ copies: [EntityCopy]) {
        clock += 1
        guard let index = layers.firstIndex(where: { $0.change == change && $0.isPending }) else {
            return tell(copies, at: clock)
        }
        var changed = layers[index].patch.keys
        layers[index].operation = nil
        layers[index].reads = []
        layers[index].error = nil
        // What was confirmed behind it is later than it, whenever that was.
        for later in index..<layers.count where !layers[later].isPending { layers[later].time = clock }
        for copy in copies {
            if layers[index].patch[copy.id]?.exists == false { layers[index].patch[copy.id] = nil }
            if snapshot.view(of: copy.id).status != .known { layers[index].patch.setExists(true, copy.id) }
            for field in copy.fields {
                let number = base.addNumber(of: field.name, in: copy.id.kind)
                layers[index].patch.set(copy.id, number, to: field.value)
            }
        }
        changed.formUnion(layers[index].patch.keys)
        fold()
        settle(after: changed)
    }

    /// Takes a change back, because the server has refused it: what is seen is as if it had never been made.
    ///
    /// A change that is not known, such as one that was confirmed already, is ignored.
    public mutating func refuse(_ change: EntityChange) {
        guard let index = layers.firstIndex(where: { $0.change == change && $0.isPending }) else { return }
        clock += 1
        let layer = layers.remove(at: index)
        fold()
        settle(after: layer.patch.keys)
    }
}

// MARK: - Layers

extension EntityStore {
    /// What is seen.
    var snapshot: EntitySnapshot { EntitySnapshot(schema: schema, base: base, overlay: overlay) }

    /// Moves what is confirmed into the base, where no pending change stands before it.
    ///
    /// Confirming straight into the base would let a value that an earlier change has not got confirmed yet show
    /// through.
    mutating func fold() {
        var blocked: Set<EntityFieldKey> = []
        for index in layers.indices {
            if layers[index].isPending {
                blocked.formUnion(layers[index].patch.keys)
                blocked.formUnion(layers[index].reads)
                continue
            }
            let (patch, time) = (layers[index].patch, layers[index].time)
            for (entity, delta) in patch.deltas.sorted(by: { $0.key.description < $1.key.description }) {
                layers[index].patch[entity] = fold(delta, of: entity, at: time, unless: blocked)
            }
        }
        layers.removeAll { !$0.isPending && $0.patch.isEmpty }
    }

    /// Folds what is not blocked, and returns the rest.
    private mutating func fold(
        _ delta: EntityPatch.Delta,
        of id: EntityID,
        at time: UInt64,
        unless blocked: Set<EntityFieldKey>
    ) -> EntityPatch.Delta? {
        var rest = EntityPatch.Delta()
        let isStatusBlocked = blocked.contains(EntityFieldKey(id, .status))
        if let exists = delta.exists {
            if isStatusBlocked {
                rest.exists = exists
            } else {
                base.change(id, at: time) { record, _ in
                    if exists { _ = record.revive(at: time) } else { _ = record.delete(at: time) }
                }
            }
        }
        for (number, value) in delta.fields.sorted(by: { $0.key < $1.key }) {
            if isStatusBlocked && delta.exists != nil || blocked.contains(EntityFieldKey(id, .number(number))) {
                rest.fields[number] = value
            } else {
                base.change(id, at: time) { record, _ in
                    if record.revive(at: time) { _ = record.set(number, to: value, at: time) }
                }
            }
        }
        return rest.isEmpty ? nil : rest
    }

    /// Drops what was confirmed and not folded yet, where an answer that was asked for later tells something newer.
    mutating func supersede(_ copy: EntityCopy, at time: UInt64, _ changed: inout Set<EntityFieldKey>?) {
        for index in layers.indices where !layers[index].isPending && layers[index].time < time {
            guard var delta = layers[index].patch[copy.id] else { continue }
            if delta.exists != nil { changed?.insert(EntityFieldKey(copy.id, .status)) }
            delta.exists = nil
            for field in copy.fields {
                guard let number = base.number(of: field.name, in: copy.id.kind) else { continue }
                delta.fields[number] = nil
                changed?.insert(EntityFieldKey(copy.id, .number(number)))
            }
            layers[index].patch[copy.id] = delta
        }
        layers.removeAll { !$0.isPending && $0.patch.isEmpty }
    }

    /// Runs the changes again that read what has changed beneath them, and puts all of them together.
    mutating func settle(after changed: Set<EntityFieldKey>) {
        if layers.isEmpty {
            overlay = EntityPatch()
            return
        }
        var changed = changed
        var snapshot = EntitySnapshot(schema: schema, base: base, overlay: EntityPatch())
        for index in layers.indices {
            if layers[index].isPending, layers[index].error != nil || !changed.isDisjoint(with: layers[index].reads) {
                changed.formUnion(layers[index].run(on: &snapshot))
            }
            snapshot.overlay.apply(layers[index].patch)
        }
        base = snapshot.base
        overlay = snapshot.overlay
    }
}
