/// A shortest way from one list to another by removing and inserting elements, if it is short.
///
/// E. W. Myers, "An O(ND) difference algorithm and its variations", 1986: O(n + m) comparisons for lists of n and m
/// elements.
@usableFromInline
struct EditScript {
    /// An element that is removed or inserted.
    @usableFromInline
    struct Edit {
        /// The index in the old list of the element that is removed, or before which one is inserted.
        @usableFromInline let old: Int

        /// The index in the new list of the element that is inserted, or before which one is removed.
        @usableFromInline let new: Int
        @usableFromInline let isRemoval: Bool

        @export(implementation)
        init(old: Int, new: Int, isRemoval: Bool) { (self.old, self.new, self.isRemoval) = (old, new, isRemoval) }
    }

    /// The maximum number of edits: enough for four elements that have moved.
    @export(implementation) static var limit: Int { 8 }

    @usableFromInline let old: Range<Int>
    @usableFromInline let new: Range<Int>

    /// The edits, by ascending indices.
    @usableFromInline var edits: [Edit] = []

    /// The old indices of elements that are removed, ascending.
    @export(implementation) var removed: [Int] { edits.filter(\.isRemoval).map(\.old) }

    /// Finds the script; nil if it has more than ``limit`` edits.
    @export(implementation)
    init?(from old: Range<Int>, to new: Range<Int>, _ areSame: (_ old: Int, _ new: Int) -> Bool) {
        (self.old, self.new) = (old, new)
        let longer = old.count - new.count
        guard abs(longer) <= Self.limit else { return nil }
        // For each number of edits, and each number of elements that are removed more than inserted, the old index that
        // can be reached.
        var reached: [[Int]] = []
        for count in 0...Self.limit {
            reached.append(Array(repeating: 0, count: 2 * count + 1))
            for surplus in stride(from: -count, through: count, by: 2) {
                var index = old.lowerBound
                if count > 0 {
                    let before = Self.before(surplus, reached[count - 1])
                    index = reached[count - 1][before + count - 1] + (before < surplus ? 1 : 0)
                }
                let shift = new.lowerBound - old.lowerBound - surplus
                while index < old.upperBound, index + shift < new.upperBound, areSame(index, index + shift) {
                    index += 1
                }
                reached[count][surplus + count] = index
                if surplus == longer, index >= old.upperBound {
                    trace(reached)
                    return
                }
            }
        }
        return nil
    }

    /// Whence a surplus is reached by one edit more: the one that leads further.
    @export(implementation)
    static func before(_ surplus: Int, _ reached: [Int]) -> Int {
        let most = reached.count / 2
        func index(_ surplus: Int) -> Int { abs(surplus) > most ? -1 : reached[surplus + most] }
        return index(surplus - 1) >= index(surplus + 1) ? surplus - 1 : surplus + 1
    }

    /// Follows the way back from the ends of the lists.
    @export(implementation)
    mutating func trace(_ reached: [[Int]]) {
        var surplus = old.count - new.count
        for former in reached.dropLast().reversed() {
            let before = Self.before(surplus, former)
            let index = former[before + former.count / 2]
            edits.append(
                Edit(old: index, new: index + new.lowerBound - old.lowerBound - before, isRemoval: before < surplus)
            )
            surplus = before
        }
        edits.reverse()
    }
}
