import MillraceSignals

extension Rows where Element: Identifiable {
    /// The changes from an older version of these rows to this one.
    ///
    /// A row counts as modified if its bits differ and, for `Equatable` rows, `==` is false.
    ///
    /// - Complexity: O(k log n) for k changes if one version was made from the other; O(n) if they share nothing.
    @export(implementation)
    public func changes(from old: Rows) -> RowChanges {
        changes(from: old, Sameness())
    }

    @export(implementation)
    func changes(from old: Rows, _ same: Sameness<Element>) -> RowChanges {
        // Rows that were made apart have nothing in common but their contents, whatever their labels.
        guard tree.isFlat || tree.sharesLeaves(with: old.tree),
            let changes = tree.changes(from: old.tree, limit: RowChanges.budget(count), same)
        else {
            return RowChanges(comparing: old, with: self, same)
        }
        return RowChanges(changes, to: self, same)
    }
}

extension Table {
    /// The changes from an older version of this table to this one.
    ///
    /// A row counts as modified if its bits differ and, for `Equatable` rows, `==` is false.
    ///
    /// ```swift
    /// let changes = new.rooms.changes(from: old.rooms)
    /// ```
    ///
    /// - Complexity: O(k log n) for k changes, whatever sequence of changes lies between the versions; O(n) if they
    ///   share nothing.
    @export(implementation)
    public func changes(from old: Table) -> RowChanges { elements.changes(from: old.elements) }

    /// The changes from an older version of this table to this one, where rows that are equal may count as modified too.
    ///
    /// - Parameters:
    ///   - old: The older version.
    ///   - areDifferent: Decides about two rows of which the bits differ and `==` is true: the older one, and the newer.
    /// - Complexity: As ``changes(from:)``.
    @export(implementation)
    public func changes(
        from old: Table,
        alsoWhere areDifferent: @escaping (_ old: Element, _ new: Element) -> Bool
    ) -> RowChanges {
        elements.changes(from: old.elements, .unless(areDifferent))
    }
}

extension RowChanges {
    /// Derives row changes from the differences of two trees: which rows were deleted, which were inserted, and which
    /// only have another position. O(k log n).
    ///
    /// The old tree is not needed: the old position of a label is the number of labels before it in the new tree, less
    /// those that were inserted before it, plus those that were removed.
    ///
    /// - Parameters:
    ///   - changes: The differences, by ascending labels.
    ///   - part: Those to look at; nil for all.
    ///   - new: The rows to which they have led.
    @export(implementation)
    init<Element: Identifiable>(
        _ changes: ContiguousArray<TreeChange<UInt64, Element>>,
        _ part: Range<Int>? = nil,
        to new: Rows<Element>,
        _ same: Sameness<Element>
    ) {
        self.init()
        // The positions of elements at labels of the old version only, and of the new version only, in order, each with
        // the index of its change. An element may be in both lists.
        var gone: [(position: Int, change: Int)] = []
        var come: [(position: Int, change: Int)] = []
        let part = part ?? changes.indices
        var ranks = RankFinder(new.tree)
        if changes[part].areInsertions() {
            insertions = part.map { ranks.rank(of: changes[$0].key) }
            return
        }
        var shift = 0
        for index in part {
            let rank = ranks.rank(of: changes[index].key)
            let pair = Pair(old: rank + shift, new: rank)
            let (before, after) = (changes[index].old?.id, changes[index].new?.id)
            if let before, before == after {
                modifications.append(pair)
                continue
            }
            if before != nil {
                if gone.isEmpty { gone.reserveCapacity(part.count) }
                gone.append((pair.old, index))
                shift += 1
            }
            if after != nil {
                if come.isEmpty { come.reserveCapacity(part.count) }
                come.append((pair.new, index))
                shift -= 1
            }
        }
        guard !gone.isEmpty, !come.isEmpty else {
            deletions = gone.map(\.position)
            insertions = come.map(\.position)
            return
        }
        let pair = Pair(old: gone[0].position, new: come[0].position)
        // Of two neighbours that change places either may be named; that is decided below.
        let isAlone = gone.count == 1 && come.count == 1 && abs(pair.old - pair.new) != 1
        func areSame(_ gone: Int, _ come: Int) -> Bool {
            guard let old = changes[gone].old, let new = changes[come].new else { return false }
            return same(old, new)
        }
        if isAlone, changes[gone[0].change].old?.id == changes[come[0].change].new?.id {
            relocate(pair, isModified: !areSame(gone[0].change, come[0].change))
            return
        }
        let partners = RowChanges.partners(
            gone.compactMap { changes[$0.change].old?.id },
            come.compactMap { changes[$0.change].new?.id }
        )
        var isPaired = [Bool](repeating: false, count: gone.count)
        var relocated: [RowMoves.Pair] = []
        relocated.reserveCapacity(come.count)
        modifications.reserveCapacity(modifications.count + come.count)
        let countBefore = modifications.count
        for (index, partner) in partners.enumerated() {
            guard let partner else {
                insertions.append(come[index].position)
                continue
            }
            isPaired[partner] = true
            let pair = Pair(old: gone[partner].position, new: come[index].position)
            relocated.append(.init(pair, goneBefore: partner, comeBefore: index))
            if !areSame(gone[partner].change, come[index].change) { modifications.append(pair) }
        }
        for index in gone.indices where !isPaired[index] { deletions.append(gone[index].position) }
        if modifications.count > countBefore { modifications = sorted(modifications) { $0.new < $1.new } }
        guard !relocated.isEmpty else { return }
        moves = RowMoves(
            relocated,
            gone: gone.map(\.position),
            come: come.map(\.position),
            untouched: new.count - come.count
        ).moves()
    }

    /// The number of changes that are known from which on comparing all rows costs less: there is none where rows have
    /// only been inserted.
    @export(implementation)
    static func budget<Element>(
        _ changes: ContiguousArray<TreeChange<UInt64, Element>>?,
        _ rows: Rows<Element>
    ) -> Int {
        changes?[...].areInsertions() == true ? .max : budget(rows.count)
    }

    /// Adds the only row that has another label: it has moved, unless it is where it was.
    @export(implementation)
    mutating func relocate(_ pair: Pair, isModified: Bool) {
        if pair.old != pair.new { moves = [pair] }
        if !isModified { return }
        let place = modifications.firstIndex { $0.new > pair.new } ?? modifications.endIndex
        modifications.insert(pair, at: place)
    }

    /// For each identity in the second list its index in the first; each index is used once.
    @export(implementation)
    static func partners<ID: Hashable>(_ gone: [ID], _ come: [ID]) -> [Int?] {
        // A few are compared sooner than they are hashed.
        if gone.count * come.count <= 256 {
            var free = Array(gone.indices)
            return come.map { id in
                guard let place = free.firstIndex(where: { gone[$0] == id }) else { return nil }
                return free.remove(at: place)
            }
        }
        var identities = IdentityMap(count: gone.count) { gone[$0].hashValue }
        return come.map { id in identities.take(id.hashValue) { gone[$0] == id } }
    }
}

extension ArraySlice {
    /// Whether nothing was there before at any of these keys.
    @export(implementation)
    func areInsertions<Value>() -> Bool where Element == TreeChange<UInt64, Value> {
        for index in indices where self[index].old != nil { return false }
        return true
    }
}
