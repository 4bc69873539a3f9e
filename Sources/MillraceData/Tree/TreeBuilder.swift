/// Builds a tree from entries that come one by one, in strictly ascending order of their keys. O(1) per entry.
///
/// Entries are moved into their leaves: nothing is collected before, which would copy each of them again.
@usableFromInline
struct TreeBuilder<Key: Comparable, Value> {
    @usableFromInline typealias Node = TreeNode<Key, Value>

    @usableFromInline let sizes: NodeSizes
    @usableFromInline var leaves: ContiguousArray<Node> = []
    @usableFromInline var entries: ContiguousArray<Node.Entry> = []
    @usableFromInline var count = 0

    @export(implementation)
    init(sizes: NodeSizes) { self.sizes = sizes }

    @export(implementation)
    mutating func append(_ entry: consuming Node.Entry) {
        if entries.isEmpty { entries.reserveCapacity(sizes.mergeable(height: 0)) }
        entries.append(entry)
        count += 1
        if entries.count == sizes.mergeable(height: 0) { closeLeaf() }
    }

    @export(implementation)
    mutating func closeLeaf() {
        leaves.append(Node(entries: entries))
        entries = []
    }

    /// The tree of all entries. The last two leaves share what they hold, if the last one would hold too little.
    @export(implementation)
    consuming func tree() -> Tree<Key, Value> {
        if entries.count > 0, entries.count < sizes.least(height: 0), let last = leaves.popLast() {
            let both = last.entries + entries
            let kept = both.count <= sizes.most(height: 0) ? both.count : both.count / 2
            entries = ContiguousArray(both[..<kept])
            closeLeaf()
            entries = ContiguousArray(both[kept...])
        }
        if !entries.isEmpty { closeLeaf() }
        return Tree(leaves: leaves, count: count, sizes: sizes)
    }
}
