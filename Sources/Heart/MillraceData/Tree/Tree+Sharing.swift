/// A value that shares parts of its storage with other versions of itself, and tells what it does not share.
///
/// Its mirror shows what it holds, but not how that is stored, so code that measures a state asks it instead.
package protocol VersionSharing {
    /// The bytes that this version keeps and another one does not.
    ///
    /// - Parameters:
    ///   - other: The other version; all bytes count if it is nil or of another type.
    ///   - behind: Returns the bytes behind a value, such as an element, besides those behind its counterpart in the
    ///     other version, if it has one.
    func bytesNotShared(with other: Any?, behind: (_ value: Any, _ counterpart: Any?) -> Int) -> Int
}

extension Tree {
    /// The nodes of this version that another one does not have.
    ///
    /// Both trees are walked level by level, and nodes that both have are not entered: O(k log n) if one was made from
    /// the other by k changes.
    @export(implementation)
    package func nodesNotShared(with other: Tree) -> [Node] {
        var found: [Node] = []
        var (own, others) = (root.map { [$0] } ?? [], other.root.map { [$0] } ?? [])
        while let height = own.first?.height {
            let least = others.first?.height ?? -1
            if least <= height {
                if least == height { Self.removeShared(&own, &others) }
                found += own
                own = own.flatMap { Array($0.children) }
            }
            if least >= height { others = others.flatMap { Array($0.children) } }
        }
        return found
    }

    /// Removes the nodes that are in both lists.
    @export(implementation)
    static func removeShared(_ own: inout [Node], _ others: inout [Node]) {
        let (mine, theirs) = (Set(own.map { ObjectIdentifier($0) }), Set(others.map { ObjectIdentifier($0) }))
        own.removeAll { theirs.contains(ObjectIdentifier($0)) }
        others.removeAll { mine.contains(ObjectIdentifier($0)) }
    }

    /// The bytes of the nodes that another version does not have, and those behind their values. Of many leaves, some
    /// represent all.
    ///
    /// - Parameters:
    ///   - other: The other version.
    ///   - behind: Returns the bytes behind a value that the other version lacks, or has changed into another one.
    @export(implementation)
    package func bytesNotShared(with other: Tree, behind: (_ value: Value, _ counterpart: Value?) -> Int) -> Int {
        if isSame(as: other) { return 0 }
        let nodes = nodesNotShared(with: other)
        let own = nodes.reduce(0) { $0 + $1.bytes }
        // The levels follow each other, and the leaves are the last.
        guard !_isPOD(Value.self), let first = nodes.firstIndex(where: { $0.isLeaf }) else { return own }
        let (most, count) = (4, nodes.count - first)
        let sample = stride(from: first, to: nodes.count, by: (count + most - 1) / most)
        var (sampled, sum) = (0, 0)
        for index in sample {
            sampled += 1
            sum += nodes[index].bytesNotShared(with: other, behind)
        }
        return own + sum * count / sampled
    }
}

extension TreeNode {
    /// The bytes behind the values of a leaf that a tree lacks, or has others for.
    @export(implementation)
    func bytesNotShared(with other: Tree<Key, Value>, _ behind: (Value, Value?) -> Int) -> Int {
        let haveSameBits = Sameness<Value> { _, _ in false }
        var sum = 0
        for index in 0..<occupancy {
            let entry = start + index
            if let counterpart = other.entry(of: entry.pointee.key) {
                if haveSameBits(at: &entry.pointee.value, &counterpart.pointee.value) { continue }
                sum += behind(entry.pointee.value, counterpart.pointee.value)
            } else {
                sum += behind(entry.pointee.value, nil)
            }
        }
        return sum
    }
}
