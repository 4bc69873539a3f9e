import MillraceData
import TestSupport

/// What is wrong with changes that shall lead from one list to the other: they must give it, and be the fewest.
func problemOfChanges<Row: Identifiable & Equatable>(_ changes: RowChanges, from old: [Row], to new: [Row]) -> String? {
    var applied = old
    changes.apply(to: &applied) { new[$0] }
    if applied != new { return "\(changes) lead from \(old) to \(applied) instead of \(new)" }
    let oldPositions = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
    let newPositions = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1.id, $0) })
    let deletions = old.indices.filter { newPositions[old[$0].id] == nil }
    if changes.deletions != deletions { return "deletions \(changes.deletions) instead of \(deletions)" }
    let insertions = new.indices.filter { oldPositions[new[$0].id] == nil }
    if changes.insertions != insertions { return "insertions \(changes.insertions) instead of \(insertions)" }
    var modifications: [RowChanges.Pair] = []
    var kept: [Int] = []
    for (position, row) in new.enumerated() {
        guard let before = oldPositions[row.id] else { continue }
        kept.append(before)
        if old[before] != row { modifications.append(.init(old: before, new: position)) }
    }
    if changes.modifications != modifications { return "\(changes.modifications) instead of \(modifications)" }
    let staying = lengthOfLongestIncreasing(kept)
    if changes.moves.count != kept.count - staying {
        return "\(changes.moves.count) moves instead of \(kept.count - staying): \(changes) from \(old) to \(new)"
    }
    for move in changes.moves where old[move.old].id != new[move.new].id { return "\(move) is not one row" }
    if changes.moves.map(\.new) != changes.moves.map(\.new).sorted() { return "moves out of order" }
    return nil
}
