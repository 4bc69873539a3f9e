/// Pairs the elements of an old and a new list by identity, and determines which of them can stay.
///
/// The identity map is Heckel's (P. Heckel, "A technique for isolating differences between files", 1978), O(n)
/// expected; the elements that stay are a longest ascending subsequence, O(n log n). Neither is needed for a common
/// beginning and end, nor if one list is the other with some elements removed, as by a filter, nor if few elements are
/// elsewhere: these are O(n) comparisons. Equal identities are paired from both ends, then in the order that a filter
/// leaves, then so that few are elsewhere, and otherwise the k-th occurrence with the k-th.
///
/// All but the three closures that look at identities is compiled once, and not for each type of elements.
@usableFromInline
package struct ListAlignment {
    /// A pair of indices at which the two lists have the same element.
    @usableFromInline
    package struct Pair {
        @usableFromInline package let old: Int
        @usableFromInline package let new: Int
        @usableFromInline package let stays: Bool

        @export(implementation)
        init(old: Int, new: Int, stays: Bool) {
            self.old = old
            self.new = new
            self.stays = stays
        }
    }

    /// Elements that follow each other in both lists: the pairs from one on.
    @usableFromInline
    struct Run {
        @usableFromInline let first: Pair
        @usableFromInline var count: Int

        @export(implementation)
        init(_ first: Pair, count: Int) { (self.first, self.count) = (first, count) }
    }

    /// The elements in both lists, by ascending new index.
    @usableFromInline var runs: [Run] = []

    /// The old indices that are paired with no new element, ascending.
    @usableFromInline package var deletions: [Int] = []

    /// The new indices that are paired with no old element, ascending.
    @usableFromInline package var insertions: [Int] = []

    /// - Parameter beginning: How many elements are the same at the beginning of both lists. They are not among the
    ///   pairs.
    @export(implementation)
    package init<Element: Identifiable>(from old: [Element], to new: [Element], after beginning: Int = 0) {
        self.init(
            from: old.count,
            to: new.count,
            after: beginning,
            areSame: { old[$0].id == new[$1].id },
            oldHash: { old[$0].id.hashValue },
            newHash: { new[$0].id.hashValue }
        )
    }

    /// - Parameters:
    ///   - oldCount: The number of elements of the old list.
    ///   - newCount: The number of elements of the new list.
    ///   - beginning: How many elements are the same at the beginning of both lists. They are not among the pairs.
    ///   - ending: How many elements are the same at the end of both lists. They are not among the pairs.
    ///   - areSame: Whether the elements at an old and a new index have the same identity.
    ///   - oldHash: The hash of the identity at an old index.
    ///   - newHash: The hash of the identity at a new index.
    @export(implementation)
    init(
        from oldCount: Int,
        to newCount: Int,
        after beginning: Int = 0,
        before ending: Int = 0,
        areSame: (_ old: Int, _ new: Int) -> Bool,
        oldHash: (Int) -> Int,
        newHash: (Int) -> Int
    ) {
        let (oldCount, newCount) = (oldCount - ending, newCount - ending)
        let limit = min(oldCount, newCount)
        var prefix = beginning
        while prefix < limit, areSame(prefix, prefix) { prefix += 1 }
        var suffix = 0
        while suffix < limit - prefix, areSame(oldCount - suffix - 1, newCount - suffix - 1) { suffix += 1 }

        append(prefix - beginning, old: beginning, new: beginning)
        let (old, new) = (prefix..<(oldCount - suffix), prefix..<(newCount - suffix))
        if let places = Self.places(of: new, in: old, areSame: { areSame($1, $0) }) {
            for (old, new) in zip(places, new) { append(1, old: old, new: new) }
            deletions = Self.gaps(between: places, in: old)
        } else if let places = Self.places(of: old, in: new, areSame: areSame) {
            for (old, new) in zip(old, places) { append(1, old: old, new: new) }
            insertions = Self.gaps(between: places, in: new)
        } else if let script = EditScript(from: old, to: new, areSame) {
            align(by: script, areSame)
        } else {
            alignByIdentity(old, new, areSame, oldHash, newHash)
        }
        append(suffix, old: oldCount - suffix, new: newCount - suffix)
    }

    /// Calls a closure with each pair of elements, by ascending new index.
    @export(implementation)
    @inline(__always)
    package func forEachPair(_ body: (Pair) -> Void) {
        for run in runs {
            for index in 0..<run.count {
                body(Pair(old: run.first.old &+ index, new: run.first.new &+ index, stays: run.first.stays))
            }
        }
    }

    /// Pairs elements that follow each other in both lists.
    @export(implementation)
    mutating func append(_ count: Int, old: Int, new: Int, stay: Bool = true) {
        if count == 0 { return }
        if let last = runs.indices.last, stay, runs[last].first.stays, runs[last].first.old + runs[last].count == old,
            runs[last].first.new + runs[last].count == new
        {
            runs[last].count += count
        } else {
            runs.append(Run(Pair(old: old, new: new, stays: stay), count: count))
        }
    }

    /// Pairs what an edit script keeps, and what it removes in one place and inserts in another.
    @export(implementation)
    mutating func align(by script: EditScript, _ areSame: (Int, Int) -> Bool) {
        var (old, new) = (script.old.lowerBound, script.new.lowerBound)
        deletions = script.removed
        for edit in script.edits {
            append(edit.old - old, old: old, new: new)
            (old, new) = (edit.old, edit.new)
            if edit.isRemoval {
                old += 1
                continue
            }
            if let place = deletions.firstIndex(where: { areSame($0, edit.new) }) {
                append(1, old: deletions.remove(at: place), new: new, stay: false)
            } else {
                insertions.append(new)
            }
            new += 1
        }
        append(script.old.upperBound - old, old: old, new: new)
    }

    /// The indices in another list of the elements of one list, if it contains all of them in the same order; `nil`
    /// otherwise.
    @export(implementation)
    static func places(of few: Range<Int>, in many: Range<Int>, areSame: (Int, Int) -> Bool) -> [Int]? {
        // Of two lists that are as long, the first elements differ.
        guard few.count < many.count else { return nil }
        var places: [Int] = []
        places.reserveCapacity(few.count)
        var candidate = many.lowerBound
        for element in few {
            while candidate < many.upperBound, !areSame(element, candidate) { candidate += 1 }
            if candidate == many.upperBound { return nil }
            places.append(candidate)
            candidate += 1
        }
        return places
    }

    /// The indices of a range that are not in an ascending list of indices.
    @export(implementation)
    static func gaps(between places: [Int], in range: Range<Int>) -> [Int] {
        var result: [Int] = []
        result.reserveCapacity(range.count - places.count)
        var start = range.lowerBound
        for place in places {
            for index in start..<place { result.append(index) }
            start = place + 1
        }
        for index in start..<range.upperBound { result.append(index) }
        return result
    }

    @export(implementation)
    mutating func alignByIdentity(
        _ old: Range<Int>,
        _ new: Range<Int>,
        _ areSame: (Int, Int) -> Bool,
        _ oldHash: (Int) -> Int,
        _ newHash: (Int) -> Int
    ) {
        let start = old.lowerBound
        var identities = IdentityMap(count: old.count) { oldHash(start + $0) }
        var survivors: (old: [Int], new: [Int]) = ([], [])
        for index in new {
            if let taken = identities.take(newHash(index), where: { areSame(start + $0, index) }) {
                survivors.old.append(start + taken)
                survivors.new.append(index)
            } else {
                insertions.append(index)
            }
        }
        deletions = identities.remaining.map { start + $0 }
        let stays = heaviestAscent(survivors.old, survivors.old.map { _ in 1 })
        for index in stays.indices {
            append(1, old: survivors.old[index], new: survivors.new[index], stay: stays[index])
        }
    }
}
