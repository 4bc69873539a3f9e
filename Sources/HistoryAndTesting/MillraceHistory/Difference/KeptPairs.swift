/// Finds the elements of two lists that a shortest edit script keeps, as the standard library's `difference(from:by:)`
/// does.
///
/// - Parameters:
///   - old: The indices in the old list.
///   - new: The indices in the new list.
///   - comparisons: How many comparisons may be worth the time.
///   - areSame: Whether an old and a new element are the same.
/// - Returns: The pairs of indices that are kept, ascending; nil if the lists are too long for so many comparisons.
package func keptPairs(
    from old: Range<Int>,
    to new: Range<Int>,
    comparisons: Int,
    _ areSame: (_ old: Int, _ new: Int) -> Bool
) -> [(old: Int, new: Int)]? {
    guard old.count * new.count <= comparisons else { return nil }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old, by: areSame) {
        switch change {
        case .remove(_, let index, _): removed.insert(index)
        case .insert(_, let index, _): inserted.insert(index)
        }
    }
    return zip(old.filter { !removed.contains($0) }, new.filter { !inserted.contains($0) }).map { ($0, $1) }
}
