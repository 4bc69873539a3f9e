extension Rows where Element: Identifiable {
    /// These rows with only the changes between two other versions applied, and nothing else that may have changed.
    /// O(n).
    ///
    /// - Parameter assumeInner: Does the same for a row that consists of rows. Nil if none does.
    @export(implementation)
    func assuming(
        _ before: Rows,
        _ after: Rows,
        inner assumeInner: ((_ known: Element, _ before: Element, _ after: Element) -> Element)?
    ) -> Rows {
        let same = Sameness<Element>()
        let changes = after.changes(from: before)
        let (known, former, present) = (ContiguousArray(self), ContiguousArray(before), ContiguousArray(after))
        var formerPlaces = IdentityMap(count: former.count) { former[$0].id.hashValue }
        var presentPlaces = IdentityMap(count: present.count) { present[$0].id.hashValue }
        // The sections that have changed, by their positions: of these, too, only the rows that have.
        var sections: [Int: Element] = [:]
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
            guard let formerPlace else { return .there(place, isChanged: true) }
            if same(former[formerPlace], present[place]) { return .there(place, isChanged: false) }
            if let assumeInner { sections[place] = assumeInner(known[index], former[formerPlace], present[place]) }
            return .there(place, isChanged: true)
        }
        // Its version is that of no view.
        let elements = rows.lazy.map { $0 < 0 ? sections[~$0] ?? present[~$0] : known[$0] }
        var assumed = Rows(elements, sizes: tree.sizes, spacing: spacing)
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
/// - Returns: The resulting rows: the index of a known row, or the complement (`~`) of a position in the second
///   version.
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
    var hasMoved = hasArrived
    var stays = hasArrived
    for place in inserted { hasArrived[place] = true }
    for place in moved { hasMoved[place] = true }
    // How each row of the second version is shown: as it is known, unless it has changed.
    var shown = (0..<presentCount).map { ~$0 }
    for (index, fate) in fates.enumerated() {
        guard case .there(let place, let isChanged) = fate else { continue }
        if !isChanged { shown[place] = index }
        // A row that has moved and is not known has not arrived: it is to be told yet.
        if hasMoved[place] { hasArrived[place] = true }
        stays[place] = !hasArrived[place]
    }
    var rows: [Int] = []
    // A row that has arrived is placed after the row that precedes it in the second version.
    func addArrivals(from start: Int) {
        var place = start
        while place < presentCount, !stays[place] {
            if hasArrived[place] { rows.append(shown[place]) }
            place += 1
        }
    }
    addArrivals(from: 0)
    for (index, fate) in fates.enumerated() {
        switch fate {
        case .gone: break
        case .unknown: rows.append(index)
        case .there(let place, _) where !hasArrived[place]:
            rows.append(shown[place])
            addArrivals(from: place + 1)
        case .there: break
        }
    }
    return rows
}
