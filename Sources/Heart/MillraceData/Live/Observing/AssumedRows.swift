extension Rows where Element: Identifiable {
    /// These rows with only the changes between two other versions applied, and nothing else that may have changed.
    /// O(k n) for k changes. It runs seldom, so it is compiled once, for no type.
    ///
    /// - Parameter assumeInner: Does the same for a row that consists of rows. Nil if none does.
    @usableFromInline
    func assuming(
        _ before: Rows,
        _ after: Rows,
        inner assumeInner: ((_ known: Element, _ before: Element, _ after: Element) -> Element)?
    ) -> Rows {
        let changes = after.changes(from: before)
        var known = Dictionary(map { ($0.id, $0) }) { $1 }
        for position in changes.deletions { known[before[position].id] = nil }
        for pair in changes.modifications {
            let row = after[pair.new]
            // Of a row that consists of rows, too, only those that have changed.
            if let shown = known[row.id] { known[row.id] = assumeInner?(shown, before[pair.old], row) ?? row }
        }
        for position in changes.insertions { known[after[position].id] = after[position] }
        // A row that has moved and is not known has not arrived: its arrival is still to be reported.
        let arrivals = (changes.insertions + changes.moves.map(\.new)).sorted().filter { known[after[$0].id] != nil }
        let arriving = Set(arrivals.map { after[$0].id })
        var rows = compactMap { arriving.contains($0.id) ? nil : known[$0.id] }
        // A row that has arrived is placed after the nearest row that precedes it.
        for position in arrivals {
            guard let row = known[after[position].id] else { continue }
            var place = 0
            for former in (0..<position).reversed() where place == 0 {
                if let index = rows.firstIndex(where: { $0.id == after[former].id }) { place = index + 1 }
            }
            rows.insert(row, at: place)
        }
        // Its version is that of no view.
        var assumed = Rows(rows, sizes: tree.sizes, spacing: spacing)
        assumed.era = era
        return assumed
    }
}
