extension Tree {
    /// Builds a tree from entries in strictly ascending order of their keys. O(n).
    ///
    /// Nodes are filled to three quarters, so that the next insertions do not split them.
    @inlinable
    package init(ascending entries: ContiguousArray<Node.Entry>, sizes: NodeSizes = .standard) {
        self.init(sizes: sizes)
        count = entries.count
        guard count > 0 else { return }
        var level: ContiguousArray<Node.Child> = []
        for part in Tree.parts(of: count, height: 0, sizes) {
            let leaf = Node(height: 0, entries: ContiguousArray(entries[part]))
            level.append(Node.Child(key: leaf.leastKey, count: part.count, node: leaf))
        }
        while level.count > 1 {
            var above: ContiguousArray<Node.Child> = []
            let height = level[0].node.height + 1
            for part in Tree.parts(of: level.count, height: height, sizes) {
                let node = Node(height: height, children: ContiguousArray(level[part]))
                above.append(Node.Child(key: node.leastKey, count: node.count, node: node))
            }
            level = above
        }
        root = level[0].node
    }

    /// Divides a count into ranges of nearly equal length, each of which fits a node.
    @inlinable
    static func parts(of count: Int, height: Int, _ sizes: NodeSizes) -> [Range<Int>] {
        if count <= sizes.most(height: height) { return [0..<count] }
        let number = (count + sizes.mergeable(height: height) - 1) / sizes.mergeable(height: height)
        return (0..<number).map { ($0 * count / number)..<(($0 + 1) * count / number) }
    }
}
