/// Marks the elements of a heaviest ascending subsequence.
///
/// If the values are the old indices of surviving elements in their new order, the marked elements can stay; all others
/// must move, and no lighter set of moves suffices.
///
/// The heaviest subsequence that ends at an element extends the heaviest one that ends earlier at a lesser value, which
/// a binary indexed tree (P. M. Fenwick, "A new data structure for cumulative frequency tables", 1994) finds. O(m +
/// n log m) for n values below m; O(n) if they ascend already.
///
/// - Parameters:
///   - values: Distinct numbers, none of them negative.
///   - weights: The weight of each element, not negative.
@export(implementation)
package func heaviestAscent(_ values: [Int], _ weights: [Int]) -> [Bool] {
    if zip(values, values.dropFirst()).allSatisfy({ $0 < $1 }) { return values.map { _ in true } }
    let limit = (values.max() ?? -1) + 1
    // For each node of the tree, the element that ends the heaviest subsequence among the values that the node covers.
    var best = [Int](repeating: -1, count: limit + 1)
    var total = weights
    var previous = [Int](repeating: -1, count: values.count)
    var last = -1
    for index in values.indices {
        var node = values[index]
        var before = -1
        while node > 0 {
            if best[node] >= 0, before < 0 || total[best[node]] > total[before] { before = best[node] }
            node &= node - 1
        }
        if before >= 0 {
            previous[index] = before
            total[index] += total[before]
        }
        node = values[index] + 1
        while node <= limit {
            if best[node] < 0 || total[index] > total[best[node]] { best[node] = index }
            node += node & -node
        }
        if last < 0 || total[index] > total[last] { last = index }
    }
    var belongs = [Bool](repeating: false, count: values.count)
    while last >= 0 {
        belongs[last] = true
        last = previous[last]
    }
    return belongs
}
