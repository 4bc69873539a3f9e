extension Tree {
    /// Builds a tree from entries in strictly ascending order of their keys. O(n).
    ///
    /// Nodes are filled to three quarters, so that the next insertions do not split them.
    @export(implementation)
    package init(ascending entries: ContiguousArray<Node.Entry>, sizes: NodeSizes = .standard) {
        var builder = TreeBuilder<Key, Value>(sizes: sizes)
        for entry in entries { builder.append(entry) }
        self = builder.tree()
    }

    /// Builds the levels above leaves, each of which must hold as much as is allowed. O(number of leaves).
    @export(implementation)
    init(leaves: ContiguousArray<Node>, count: Int, sizes: NodeSizes) {
        self.init(sizes: sizes)
        self.count = count
        guard count > 0 else { return }
        var level = leaves
        while level.count > 1 {
            var above: ContiguousArray<Node> = []
            let height = level[0].height + 1
            for part in Tree.parts(of: level.count, height: height, sizes) {
                let node = Node.make(height: height, capacity: part.count)
                for child in level[part] { node.append(child, count: child.count) }
                above.append(node)
            }
            level = above
        }
        root = level[0]
    }

    /// Divides a count into ranges of nearly equal length, each of which fits a node.
    @export(implementation)
    static func parts(of count: Int, height: Int, _ sizes: NodeSizes) -> [Range<Int>] {
        if count <= sizes.most(height: height) { return [0..<count] }
        let number = (count + sizes.mergeable(height: height) - 1) / sizes.mergeable(height: height)
        return (0..<number).map { ($0 * count / number)..<(($0 + 1) * count / number) }
    }
}
