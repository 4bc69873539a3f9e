import MillraceBase
import MillraceData

/// The changes that are not folded into the base, oldest first, as a value: with their sum, and an index of the
/// entities that each has to do with.
///
/// So the cost for one entity is that of the changes of that one, however many wait.
struct EntityLayers: Sendable {
    /// The changes, in the order of their numbers.
    private(set) var table: Table<EntityLayer> = []

    /// The sum of all changes, by entity.
    private(set) var overlay: Table<OverlaidEntity> = []

    /// By entity, the numbers of the changes that have to do with it.
    private var places: Table<EntityPlaces> = []

    /// The changes that wait and have a name.
    private var named: Table<NamedChange> = []

    /// How many are confirmed, and wait for those beneath them.
    private(set) var confirmedCount = 0

    var isEmpty: Bool { table.isEmpty }

    /// The layer of a change; nil if it is not there.
    subscript(change: EntityChange) -> EntityLayer? { table[id: change] }

    /// The change that waits under a name; nil if there is none.
    subscript(name: String) -> EntityChange? { named[id: name]?.change }

    /// The numbers of the layers that read, write or refer to an entity, ascending.
    func numbers(touching id: EntityID) -> ContiguousArray<UInt64> { places[id: id]?.numbers ?? [] }

    /// The first of these that is not below a number; nil if there is none.
    func firstNumber(touching id: EntityID, notBelow number: UInt64) -> UInt64? {
        guard let numbers = places[id: id]?.numbers else { return nil }
        let position = numbers.firstPosition(notBelow: number)
        return position < numbers.count ? numbers[position] : nil
    }

    /// Puts on top of a delta the changes of an entity by the layers from one number up to another, without that.
    func apply(_ numbers: Range<UInt64>, of id: EntityID, to delta: inout EntityPatch.Delta) {
        guard let place = places[id: id] else { return }
        var position = place.numbers.firstPosition(notBelow: numbers.lowerBound)
        while position < place.numbers.count, place.numbers[position] < numbers.upperBound {
            if let patch = place.deltas[position] { delta.apply(patch) }
            position += 1
        }
    }

    /// The layers that read, write or refer to an entity, oldest first.
    func layers(touching id: EntityID) -> some Sequence<EntityLayer> {
        numbers(touching: id).lazy.compactMap { self[EntityChange(number: $0)] }
    }
}

/// The changes that have to do with one entity.
private struct EntityPlaces: Identifiable, Sendable {
    let id: EntityID
    var numbers: ContiguousArray<UInt64> = []

    /// The delta of each of them for the entity; nil if it only reads it, or refers to it.
    var deltas: ContiguousArray<EntityPatch.Delta?> = []
}

/// The change of a name.
private struct NamedChange: Identifiable, Sendable {
    let id: String
    let change: EntityChange
}

// MARK: - Changing

extension EntityLayers {
    /// Puts a layer on top.
    mutating func append(_ layer: EntityLayer) {
        table.append(layer)
        if let name = layer.name { named.updateOrAppend(NamedChange(id: name, change: layer.change)) }
        for id in layer.touched { addPlace(layer.change.number, of: id, layer.patch[id]) }
        for (id, delta) in layer.patch.deltas {
            var top = overlay[id: id]?.delta ?? EntityPatch.Delta()
            top.apply(delta)
            overlay.updateOrAppend(OverlaidEntity(id: id, delta: top))
        }
    }

    /// Changes a layer. Returns the entities of which it writes something, before or after, if its writes have changed.
    /// ``compose(_:)`` then brings the overlay up to date.
    @discardableResult
    mutating func change<E: Error>(
        _ change: EntityChange,
        _ body: (inout EntityLayer) throws(E) -> Void
    ) throws(E) -> Set<EntityID> {
        guard let former = table[id: change] else { return [] }
        var layer = former
        try body(&layer)
        table.updateOrAppend(layer)
        if former.isPending, !layer.isPending {
            confirmedCount += 1
            if let name = layer.name { named.remove(id: name) }
        }
        let (before, after) = (former.touched, layer.touched)
        for id in before.subtracting(after) { removePlace(change.number, of: id) }
        for id in after.subtracting(before) { addPlace(change.number, of: id, layer.patch[id]) }
        if former.patch == layer.patch { return [] }
        for id in after.intersection(before) where former.patch[id] != layer.patch[id] {
            setDelta(layer.patch[id], at: change.number, of: id)
        }
        return Set(former.patch.deltas.keys).union(layer.patch.deltas.keys)
    }

    /// Takes a layer out. Returns the entities of which it wrote something.
    @discardableResult
    mutating func remove(_ change: EntityChange) -> Set<EntityID> {
        guard let layer = table.remove(id: change) else { return [] }
        if !layer.isPending { confirmedCount -= 1 }
        if let name = layer.name, layer.isPending { named.remove(id: name) }
        for id in layer.touched { removePlace(change.number, of: id) }
        return Set(layer.patch.deltas.keys)
    }

    /// Sums up the changes of some entities by all layers.
    mutating func compose(_ ids: some Sequence<EntityID>) {
        for id in ids {
            var delta = EntityPatch.Delta()
            apply(0..<UInt64.max, of: id, to: &delta)
            if delta.isEmpty {
                overlay.remove(id: id)
            } else {
                overlay.updateOrAppend(OverlaidEntity(id: id, delta: delta))
            }
        }
    }

    private mutating func addPlace(_ number: UInt64, of id: EntityID, _ delta: EntityPatch.Delta?) {
        // Taken out, so that it is changed in place.
        var place = places[id: id] ?? EntityPlaces(id: id)
        places.updateOrAppend(EntityPlaces(id: id))
        let position = place.numbers.firstPosition(notBelow: number)
        place.numbers.insert(number, at: position)
        place.deltas.insert(delta, at: position)
        places.updateOrAppend(place)
    }

    private mutating func setDelta(_ delta: EntityPatch.Delta?, at number: UInt64, of id: EntityID) {
        guard var place = places[id: id] else { return }
        place.deltas[place.numbers.firstPosition(notBelow: number)] = delta
        places.updateOrAppend(place)
    }

    private mutating func removePlace(_ number: UInt64, of id: EntityID) {
        guard var place = places[id: id] else { return }
        let position = place.numbers.firstPosition(notBelow: number)
        place.numbers.remove(at: position)
        place.deltas.remove(at: position)
        if place.numbers.isEmpty { places.remove(id: id) } else { places.updateOrAppend(place) }
    }
}

extension ContiguousArray<UInt64> {
    /// The position of the first number that is not below another, in ascending ones.
    func firstPosition(notBelow number: UInt64) -> Int { partitioningIndex { $0 >= number } }
}
