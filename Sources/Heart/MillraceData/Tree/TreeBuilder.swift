/// Builds a tree from entries that come one by one, in strictly ascending order of their keys. O(1) per entry.
///
/// Entries are moved into their leaves: nothing is collected before, which would copy each of them again.
@usableFromInline
struct TreeBuilder<Key: Comparable, Value> {
    @usableFromInline typealias Node = TreeNode<Key, Value>

    @usableFromInline let sizes: NodeSizes
    @usableFromInline var leaves: ContiguousArray<Node> = []

    /// The leaf that is being filled.
    @usableFromInline var leaf: Node?

    /// The number of entries for which it has room.
    @usableFromInline var room = 0
    @usableFromInline var count = 0

    @export(implementation)
    init(sizes: NodeSizes) { self.sizes = sizes }

    @export(implementation)
    @inline(__always)
    mutating func append(_ entry: consuming Node.Entry) {
        if room == 0 { openLeaf() }
        leaf.unsafelyUnwrapped.append(entry)
        room &-= 1
        count &+= 1
    }

    @export(implementation)
    @inline(never)
    mutating func openLeaf() {
        if let leaf { leaves.append(leaf) }
        room = sizes.mergeable(height: 0)
        leaf = Node.make(height: 0, capacity: room)
    }

    /// The tree of all entries. The last two leaves share their entries, if the last one would hold too few.
    @export(implementation)
    consuming func tree() -> Tree<Key, Value> {
        if var last = leaf {
            if last.occupancy < sizes.least(height: 0), let before = leaves.popLast() {
                let total = before.occupancy + last.occupancy
                if total <= sizes.most(height: 0) {
                    let both = before.moved(capacity: total)
                    last.move(0..<last.occupancy, to: both, at: both.occupancy)
                    last = both
                } else {
                    before.shift(last, keeping: total / 2)
                    leaves.append(before)
                }
            } else if room > 0 {
                last = last.moved(capacity: last.occupancy)
            }
            leaves.append(last)
        }
        return Tree(leaves: leaves, count: count, sizes: sizes)
    }
}
