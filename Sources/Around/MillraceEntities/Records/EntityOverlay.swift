import MillraceData

/// The values that cover the server's: the changes of some layers, and the writes on top.
struct EntityOverlay {
    /// The writes on top, with the values beneath in the same entity.
    private var written: [EntityID: EntityPatch.Delta] = [:]
    private let beneath: Beneath

    private enum Beneath {
        case all(Table<OverlaidEntity>)
        case some((EntityID) -> EntityPatch.Delta?)
    }

    /// The changes of all layers.
    init(_ changed: Table<OverlaidEntity>) { beneath = .all(changed) }

    /// What some layers change, by entity.
    init(_ changed: @escaping (EntityID) -> EntityPatch.Delta?) { beneath = .some(changed) }

    subscript(id: EntityID) -> EntityPatch.Delta? {
        if !written.isEmpty, let delta = written[id] { return delta.isEmpty ? nil : delta }
        return switch beneath {
        case .all(let changed): changed[id: id]?.delta
        case .some(let changed): changed(id)
        }
    }

    mutating func set(_ id: EntityID, _ number: Int, to value: FieldValue) {
        change(id) { $0.set(number, to: value) }
    }

    mutating func setExists(_ exists: Bool, _ id: EntityID) { change(id) { $0.setExists(exists) } }

    /// Puts a patch on top.
    mutating func apply(_ patch: EntityPatch) {
        for (id, delta) in patch.deltas { change(id) { $0.apply(delta) } }
    }

    private mutating func change(_ id: EntityID, _ body: (inout EntityPatch.Delta) -> Void) {
        var delta = self[id] ?? EntityPatch.Delta()
        body(&delta)
        written[id] = delta
    }
}

/// The changes of one entity.
struct OverlaidEntity: Identifiable, Equatable, Sendable {
    let id: EntityID
    let delta: EntityPatch.Delta
}
