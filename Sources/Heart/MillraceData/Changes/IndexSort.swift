/// Sorts indices.
///
/// A sort is compiled for each type of elements, and takes 3 to 4 KB. So what is sorted seldom is sorted by its
/// indices, by this one function.
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
///
/// A merge sort of numbers, compiled once and for no type: it calls no closure, and looks at no bounds.
@usableFromInline
package func ascendingOrder(of keys: [Int64]) -> [Int] {
    var (order, spare) = (Array(keys.indices), Array(keys.indices))
    keys.withUnsafeBufferPointer { keys in
        var width = 1
        while width < keys.count {
            order.withUnsafeBufferPointer { order in
                spare.withUnsafeMutableBufferPointer { merge(keys, order, width, into: $0) }
            }
            swap(&order, &spare)
            width &*= 2
        }
    }
    return order
}

/// Merges each two neighbouring runs of a width.
private func merge(
    _ keys: UnsafeBufferPointer<Int64>,
    _ order: UnsafeBufferPointer<Int>,
    _ width: Int,
    into merged: UnsafeMutableBufferPointer<Int>
) {
    var start = 0
    while start < keys.count {
        let middle = min(start &+ width, keys.count)
        let end = min(middle &+ width, keys.count)
        var (left, right, place) = (start, middle, start)
        while left < middle, right < end {
            let takesRight = keys[order[right]] < keys[order[left]]
            merged[place] = takesRight ? order[right] : order[left]
            if takesRight { right &+= 1 } else { left &+= 1 }
            place &+= 1
        }
        while left < middle { (merged[place], left, place) = (order[left], left &+ 1, place &+ 1) }
        while right < end { (merged[place], right, place) = (order[right], right &+ 1, place &+ 1) }
        start = end
    }
}
