/// The changes of the layers beneath a number, for one pass over layers in their order: the number only rises.
///
/// The sum for one layer is continued for the next one, so a pass puts each layer of an entity on top of the others
/// once.
final class LayersBeneath {
    /// The layers as they are now. Those beneath the number do not change any more in this pass.
    var layers: EntityLayers
    private var number: UInt64 = 0
    private var known: [EntityID: (delta: EntityPatch.Delta, next: UInt64)] = [:]

    init(_ layers: EntityLayers) { self.layers = layers }

    /// Goes on to a layer.
    func rise(to number: UInt64) { self.number = number }

    /// The changes of an entity; nil if there are none.
    func delta(of id: EntityID) -> EntityPatch.Delta? {
        // Taken out, so that it is changed in place.
        var (delta, next) = known.removeValue(forKey: id) ?? (EntityPatch.Delta(), 0)
        layers.apply(next..<number, of: id, to: &delta)
        next = number
        known[id] = (delta, next)
        return delta.isEmpty ? nil : delta
    }
}
