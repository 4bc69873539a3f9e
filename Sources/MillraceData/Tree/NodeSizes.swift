/// How much a node of a ``Tree`` holds.
///
/// A test makes it small, so that random programs split, even out and merge nodes all the time.
@usableFromInline
package struct NodeSizes: Sendable {
    /// The most entries of a leaf.
    @usableFromInline package let leaf: Int

    /// The most children of an inner node.
    @usableFromInline package let fan: Int

    /// What a table of the user's has. A change copies one leaf and one node of each level above it; small leaves are
    /// copied, with a retain for each reference in them, more quickly than large ones.
    @inlinable package static var standard: NodeSizes { NodeSizes(leaf: 16, fan: 32) }

    /// Sizes of at least four.
    @inlinable
    package init(leaf: Int, fan: Int) {
        self.leaf = leaf
        self.fan = fan
    }

    /// The most that a node of this height holds.
    @inlinable func most(height: Int) -> Int { height == 0 ? leaf : fan }

    /// The least that a node of this height holds, unless it is the root.
    @inlinable func least(height: Int) -> Int { most(height: height) / 3 }

    /// Two neighbours that hold no more than this together become one, with room for what may come.
    @inlinable func mergeable(height: Int) -> Int { most(height: height) * 3 / 4 }
}
