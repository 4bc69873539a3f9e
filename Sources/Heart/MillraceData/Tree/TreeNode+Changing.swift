extension TreeNode {
    /// Makes a reference to a node unique, by copying the node if it is shared.
    @export(implementation)
    @inline(__always)
    static func own(_ node: inout TreeNode) {
        if !isKnownUniquelyReferenced(&node) { node = node.copy(capacity: node.occupancy) }
    }

    /// Makes a reference to a node unique, and the node large enough to hold `occupancy`.
    @export(implementation)
    @inline(__always)
    static func own(_ node: inout TreeNode, room occupancy: Int) {
        let isLargeEnough = node.head.pointee.capacity >= occupancy
        if !isKnownUniquelyReferenced(&node) {
            node = node.copy(capacity: Swift.max(occupancy, node.occupancy))
        } else if !isLargeEnough {
            // Room for some more, since more may follow.
            node = node.moved(capacity: occupancy + 3)
        }
    }

    /// Inserts an entry whose key is not in the tree. The node must have room for one entry or child more.
    ///
    /// - Returns: The right half if the node was full and has been split.
    @export(implementation)
    func insert(_ key: Key, _ value: Value, _ sizes: NodeSizes) -> TreeNode? {
        if isLeaf {
            let index = lowerBound(key)
            TreeNode.insert(Entry(key, value), entries, at: index)
            grow(by: 1)
            return splitIfNeeded(sizes, isAppending: index == occupancy - 1)
        }
        let index = childIndex(key)
        if key < bounds[index].key { bounds[index].key = key }
        TreeNode.own(&children[index], room: children[index].occupancy + 1)
        bounds[index].count += 1
        guard let right = children[index].insert(key, value, sizes) else { return nil }
        let bound = Bound(key: right.leastKey, count: right.count)
        bounds[index].count -= bound.count
        TreeNode.insert(bound, bounds, at: index + 1)
        TreeNode.insert(right, children, at: index + 1)
        grow(by: 1)
        return splitIfNeeded(sizes, isAppending: index == occupancy - 2)
    }

    /// Splits the node in the middle if it is too full. A node that grows at its end gives away as little as allowed,
    /// since further entries are expected on the right.
    @export(implementation)
    func splitIfNeeded(_ sizes: NodeSizes, isAppending: Bool) -> TreeNode? {
        guard occupancy > sizes.most(height: height) else { return nil }
        let kept = isAppending ? occupancy - sizes.least(height: height) : occupancy / 2
        let right = TreeNode.make(height: height, capacity: occupancy - kept + (isAppending ? 4 : 1))
        move(kept..<occupancy, to: right, at: 0)
        return right
    }

    /// Removes the entry of a key that is in the tree.
    @export(implementation)
    func remove(_ key: Key, _ sizes: NodeSizes) -> Value {
        if isLeaf {
            let index = lowerBound(key)
            // Entries elsewhere must stay, and beyond the last entry nothing may be moved.
            if index >= occupancy || start[index].key != key { stopLostKey() }
            defer { grow(by: -1) }
            return TreeNode.remove(entries, at: index).value
        }
        let index = childIndex(key)
        TreeNode.own(&children[index])
        bounds[index].count -= 1
        let value = children[index].remove(key, sizes)
        evenOut(index, sizes)
        return value
    }

    /// Removes the entry at a position, which must exist.
    @export(implementation)
    func remove(at position: Int, _ sizes: NodeSizes) -> Value {
        if isLeaf {
            defer { grow(by: -1) }
            return TreeNode.remove(entries, at: position).value
        }
        var rest = position
        let index = childIndex(of: &rest)
        TreeNode.own(&children[index])
        bounds[index].count -= 1
        let value = children[index].remove(at: rest, sizes)
        evenOut(index, sizes)
        return value
    }

    /// Updates counts and balance after an entry was removed from its leaf.
    @export(implementation)
    func noteRemoval(_ key: Key, _ sizes: NodeSizes) {
        if isLeaf { return }
        let index = childIndex(key)
        bounds[index].count -= 1
        children[index].noteRemoval(key, sizes)
        evenOut(index, sizes)
    }

    /// Refills a child that holds too little from its neighbour, or merges the two.
    @export(implementation)
    func evenOut(_ index: Int, _ sizes: NodeSizes) {
        let height = height - 1
        guard occupancy > 1, children[index].occupancy < sizes.least(height: height) else { return }
        let (left, right) = index > 0 ? (index - 1, index) : (index, index + 1)
        let total = children[left].occupancy + children[right].occupancy
        let isMerged = total <= sizes.mergeable(height: height)
        let kept = isMerged ? total : total / 2
        TreeNode.own(&children[left], room: kept)
        TreeNode.own(&children[right], room: total - kept)
        children[left].shift(children[right], keeping: kept)
        let both = bounds[left].count + bounds[right].count
        if isMerged {
            bounds[left].count = both
            _ = TreeNode.remove(children, at: right)
            _ = TreeNode.remove(bounds, at: right)
            grow(by: -1)
        } else {
            bounds[left].count = children[left].count
            bounds[right] = Bound(key: children[right].leastKey, count: both - bounds[left].count)
        }
    }

    /// Moves entries or children between this node and its right neighbour until this one holds `kept`.
    @export(implementation)
    func shift(_ right: TreeNode, keeping kept: Int) {
        if occupancy < kept {
            right.move(0..<(kept - occupancy), to: self, at: occupancy)
        } else {
            move(kept..<occupancy, to: right, at: 0)
        }
    }
}
