/// The length of the longest increasing subsequence: each number replaces the least that is not less than it.
package func lengthOfLongestIncreasing(_ values: [Int]) -> Int {
    var ends: [Int] = []
    for value in values {
        let place = ends.firstIndex { $0 >= value } ?? ends.endIndex
        ends.replaceSubrange(place..<min(place + 1, ends.count), with: [value])
    }
    return ends.count
}
