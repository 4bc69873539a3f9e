/// How many entries or children a node of a ``Tree`` may hold.
///
/// Tests use small sizes, so that random programs split, rebalance and merge nodes often.
@usableFromInline
package struct NodeSizes: Sendable {
    /// The maximum number of entries in a leaf.
    @usableFromInline package let leaf: Int

    /// The maximum number of children of an inner node.
    @usableFromInline package let fan: Int

    /// The sizes that tables use. A change copies one leaf and one node on each level above it; small leaves are
    /// copied, with a retain for each reference in them, more quickly than large ones.
    @export(implementation) package static var standard: NodeSizes { NodeSizes(leaf: 16, fan: 16) }

    /// Creates sizes, each of which must be at least four.
    @export(implementation)
    package init(leaf: Int, fan: Int) {
        self.leaf = leaf
        self.fan = fan
    }

    /// The maximum occupancy of a node of this height.
    @export(implementation) func most(height: Int) -> Int { height == 0 ? leaf : fan }

    /// The minimum occupancy of a node of this height, unless it is the root.
    @export(implementation) func least(height: Int) -> Int { most(height: height) / 3 }

    /// The maximum joint occupancy at which two neighbours are merged, which leaves room for later insertions.
    @export(implementation) func mergeable(height: Int) -> Int { most(height: height) * 3 / 4 }
}
