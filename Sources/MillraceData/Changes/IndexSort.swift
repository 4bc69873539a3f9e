/// Sorts indices.
///
/// A sort is compiled for each type of elements, and takes 3 to 4 KB. So what is sorted seldom is sorted by its indices,
/// by this one function.
@usableFromInline
@inline(never)
func sort(_ indices: inout [Int], by areInIncreasingOrder: (Int, Int) -> Bool) {
    indices.sort(by: areInIncreasingOrder)
}

/// The elements of a list in an order.
@export(implementation)
package func sorted<Element>(_ list: [Element], by areInIncreasingOrder: (Element, Element) -> Bool) -> [Element] {
    var indices = Array(list.indices)
    sort(&indices) { areInIncreasingOrder(list[$0], list[$1]) }
    return indices.map { list[$0] }
}
