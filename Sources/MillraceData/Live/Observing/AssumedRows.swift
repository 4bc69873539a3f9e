extension Rows where Element: Identifiable {
    /// These rows with only the changes between two other versions applied, and nothing else that may have changed.
    /// O(n).
    @export(implementation)
    func assuming(_ before: Rows, _ after: Rows) -> Rows {
        let same = Sameness<Element>()
        let changes = after.changes(from: before)
        let (known, former, present) = (ContiguousArray(self), ContiguousArray(before), ContiguousArray(after))
        var formerPlaces = IdentityMap(count: former.count) { former[$0].id.hashValue }
        var presentPlaces = IdentityMap(count: present.count) { present[$0].id.hashValue }
        let rows = assumedRows(
            known.count,
            present.count,
            inserted: changes.insertions,
            moved: changes.moves.map(\.new)
        ) { index in
            let id = known[index].id
            let formerPlace = formerPlaces.take(id.hashValue) { former[$0].id == id }
            guard let place = presentPlaces.take(id.hashValue, where: { present[$0].id == id }) else {
                return formerPlace == nil ? .unknown : .gone
            }
            return .there(place, isChanged: formerPlace.map { !same(former[$0], present[place]) } ?? false)
        }
        // Its version is that of no view.
        var assumed = Rows(rows.lazy.map { $0 < 0 ? present[~$0] : known[$0] }, sizes: tree.sizes, spacing: spacing)
        assumed.era = era
        return assumed
    }
}

/// What became of a known row between two other versions.
@usableFromInline
enum RowFate {
    /// It is in neither version.
    case unknown
    /// It is in the first version only.
    case gone
    /// It is at this position of the second version.
    case there(Int, isChanged: Bool)
}

/// Applies to known rows what happened between two other versions. It is not generic, so that it is compiled once.
///
/// - Parameters:
///   - count: The number of known rows.
///   - presentCount: The number of rows of the second version.
///   - inserted: The positions in the second version of the rows that were inserted.
///   - moved: The positions in the second version of the rows that were moved.
///   - fate: What became of a known row.
/// - Returns: The resulting rows: the index of a known row, or the complement (`~`) of a position in the second version.
@usableFromInline
func assumedRows(
    _ count: Int,
    _ presentCount: Int,
    inserted: [Int],
    moved: [Int],
    fate: (Int) -> RowFate
) -> [Int] {
    let fates = (0..<count).map(fate)
    var hasArrived = [Bool](repeating: false, count: presentCount)
    for place in inserted { hasArrived[place] = true }
    // A row that has moved and is not known is to be told yet.
    var hasMoved = [Bool](repeating: false, count: presentCount)
    for place in moved { hasMoved[place] = true }
    for case .there(let place, _) in fates where hasMoved[place] { hasArrived[place] = true }
    var stays = [Bool](repeating: false, count: presentCount)
    for case .there(let place, _) in fates where !hasArrived[place] { stays[place] = true }
    var rows: [Int] = []
    // A row that has arrived is placed after the row that precedes it in the second version.
    func addArrivals(from start: Int) {
        var place = start
        while place < presentCount, !stays[place] {
            if hasArrived[place] { rows.append(~place) }
            place += 1
        }
    }
    addArrivals(from: 0)
    for (index, fate) in fates.enumerated() {
        switch fate {
        case .gone: break
        case .unknown: rows.append(index)
        case .there(let place, let isChanged) where !hasArrived[place]:
            rows.append(isChanged ? ~place : index)
            addArrivals(from: place + 1)
        case .there: break
        }
    }
    return rows
}
