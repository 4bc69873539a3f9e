/// What is seen in place of what the server has told: what some layers change, and what was written on top.
struct EntityOverlay {
    /// What was written on top, with what stands beneath in the same entity.
    private var written: [EntityID: EntityPatch.Delta] = [:]
    private let beneath: Beneath

    private enum Beneath {
        case all(EntityLayers)
        case some(LayersBeneath)
    }

    /// What all layers change.
    init(_ layers: EntityLayers) { beneath = .all(layers) }

    /// What the layers beneath one change.
    init(_ layers: LayersBeneath) { beneath = .some(layers) }

    subscript(id: EntityID) -> EntityPatch.Delta? {
        if !written.isEmpty, let delta = written[id] { return delta.isEmpty ? nil : delta }
        return switch beneath {
        case .all(let layers): layers.overlay[id: id]?.delta
        case .some(let layers): layers.delta(of: id)
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

/// What the layers beneath a number change, for one pass over layers in their order: the number only rises.
///
/// What was put together for one layer is continued for the next one, so a pass puts each layer of an entity on top of
/// the others once.
final class LayersBeneath {
    /// The layers as they are now. Those beneath the number do not change any more in this pass.
    var layers: EntityLayers
    private var number: UInt64 = 0
    private var known: [EntityID: (delta: EntityPatch.Delta, next: UInt64)] = [:]

    init(_ layers: EntityLayers) { self.layers = layers }

    /// Goes on to a layer.
    func rise(to number: UInt64) { self.number = number }

    /// What is changed of an entity; nil if nothing is.
    func delta(of id: EntityID) -> EntityPatch.Delta? {
        // Taken out, so that it is changed in place.
        var (delta, next) = known.removeValue(forKey: id) ?? (EntityPatch.Delta(), 0)
        layers.apply(next..<number, of: id, to: &delta)
        next = number
        known[id] = (delta, next)
        return delta.isEmpty ? nil : delta
    }
}
