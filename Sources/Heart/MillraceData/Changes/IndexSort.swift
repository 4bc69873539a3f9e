/// Sorts indices.
///
/// A sort is compiled for each type of elements, and takes 3 to 4 KB. So collections that are seldom sorted are sorted
/// by their indices, by this one function.
@usableFromInline
@inline(never)
func sort(_ indices: inout [Int], by areInIncreasingOrder: (Int, Int) -> Bool) {
    indices.sort(by: areInIncreasingOrder)
}

/// The elements of a list in an order.
@export(implementation)
package func sorted<Element>(_ list: [Element], by areInIncreasingOrder: (Element, Element) -> Bool) -> [Element] {
    // Most lists are in order, and a list of one element is the usual case.
    if list.indices.dropFirst().allSatisfy({ !areInIncreasingOrder(list[$0], list[$0 - 1]) }) { return list }
    var indices = Array(list.indices)
    sort(&indices) { areInIncreasingOrder(list[$0], list[$1]) }
    return indices.map { list[$0] }
}

/// The indices of keys in ascending order; those of equal keys in the order of the list.
@usableFromInline
package func ascendingOrder(of keys: [Int64]) -> [Int] {
    keys.withUnsafeBufferPointer { keys in keys.indices.sorted { keys[$0] < keys[$1] } }
}
