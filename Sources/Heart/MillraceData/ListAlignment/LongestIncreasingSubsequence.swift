/// Marks the elements of a longest increasing subsequence.
///
/// If the values are the old indices of surviving elements in their new order, the marked elements can stay; all others
/// must move, and no smaller set of moves suffices.
///
/// The algorithm is patience sorting with back links (M. L. Fredman, "On computing the length of longest increasing
/// subsequences", 1975): O(n log n) time and O(n) space; O(n) time if the values already increase.
///
/// - Parameter values: Distinct numbers.
/// - Returns: For each value, whether it belongs to the subsequence.
@export(implementation)
package func longestIncreasingSubsequence(_ values: [Int]) -> [Bool] {
    var tails: [Int] = []  // tails[n]: the index of the least value that ends an increasing subsequence of n + 1
    var previous = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
        let length = subsequenceLength(endingBefore: value, tails: tails, values: values)
        if length > 0 { previous[index] = tails[length - 1] }
        if length == tails.count {
            tails.append(index)
        } else {
            tails[length] = index
        }
    }
    var belongs = [Bool](repeating: false, count: values.count)
    var index = tails.last ?? -1
    while index >= 0 {
        belongs[index] = true
        index = previous[index]
    }
    return belongs
}

/// The length of the longest subsequence found so far that `value` extends: a binary search, after a check of the
/// longest one, which ordered input always extends.
@export(implementation)
func subsequenceLength(endingBefore value: Int, tails: [Int], values: [Int]) -> Int {
    guard let last = tails.last else { return 0 }
    if values[last] < value { return tails.count }
    var low = 0
    var high = tails.count - 1
    while low < high {
        let middle = (low + high) / 2
        if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
    }
    return low
}
