import MillraceBase
import MillraceSignals

// Keys are searched once, and the entry is then reached by its position: the second search for a key may lead
// elsewhere, if the closure that compares keys contradicts itself.

extension Tree {
    /// The position of a key, if it is in the tree. O(log n).
    @export(implementation)
    func position(of key: Key) -> Int? {
        guard root != nil else { return nil }
        let (leaf, start) = leafAndStart(of: key)
        return leaf._withUnsafeGuaranteedRef { leaf in
            leaf.entry(of: key).map { start &+ leaf.start.distance(to: $0) }
        }
    }

    /// Removes the entry at a position, which must exist. It is found without comparing keys. O(log n).
    @export(implementation)
    @discardableResult
    mutating func remove(at position: Int) -> Value {
        ownRoot()
        count -= 1
        let value = root.unsafelyUnwrapped.remove(at: position, sizes)
        lowerRoot()
        return value
    }
}

/// Ends the process because a key has moved: going on would change memory that is not the entry's.
@usableFromInline
@inline(never)
func stopLostKey() -> Never {
    stop(
        """
        Table: an element is not found again by what it was inserted with. \
        To fix: the identity of an element does not change while the element is in a table; \
        make the `id` of a class a constant.
        """
    )
}
