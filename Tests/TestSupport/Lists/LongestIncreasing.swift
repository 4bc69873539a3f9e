/// How long the longest increasing subsequence is, found by trying all subsets.
package func lengthOfLongestIncreasing(_ values: [Int]) -> Int {
    (0..<(1 << values.count)).map { subset in
        let chosen = values.indices.filter { subset & (1 << $0) != 0 }.map { values[$0] }
        return zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 } ? chosen.count : 0
    }.max() ?? 0
}
