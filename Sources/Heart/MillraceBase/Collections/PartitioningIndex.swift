extension RandomAccessCollection {
    /// The index of the first element that satisfies a condition, where all behind one that does satisfy it, too; the end
    /// if none does. O(log n).
    ///
    /// A range searches whatever its numbers stand for: `(0..<count).partitioningIndex { self[$0].end > position }`.
    @inlinable
    package func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isBehind(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
