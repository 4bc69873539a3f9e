import MillraceSignals

/// A node of a ``Tree``: a leaf of entries, or an inner node of children. It is changed in place only through a unique
/// reference; a shared node is copied first.
///
/// A node is one block of memory: its entries follow its header. So there is nothing but a node to count and to
/// allocate, and one cache miss less on each level of a descent.
@usableFromInline
package final class TreeNode<Key: Comparable, Value>: ManagedBuffer<TreeNodeHeader, TreeEntry<Key, Value>> {
    @usableFromInline package typealias Entry = TreeEntry<Key, Value>

    /// Runs on any thread: nothing else refers to the node.
    ///
    /// The `deinit` of a generic class is compiled once for all types, and would look at the type of each value. So a
    /// node brings along how its contents are released, compiled for their types.
    deinit { withUnsafeMutablePointerToHeader { $0.pointee.release($0) } }
}

/// The header that precedes the entries of a node.
@usableFromInline
package struct TreeNodeHeader {
    /// The number of levels below: 0 for a leaf.
    @usableFromInline let height: Int

    /// The number of entries or children for which there is memory.
    @usableFromInline let capacity: Int

    /// The number of entries or children that the node holds itself.
    @usableFromInline var occupancy = 0

    /// Releases the contents of the node with this header.
    @usableFromInline let release: (UnsafeMutablePointer<TreeNodeHeader>) -> Void

    @export(implementation)
    init(height: Int, capacity: Int, release: @escaping (UnsafeMutablePointer<TreeNodeHeader>) -> Void) {
        self.height = height
        self.capacity = capacity
        self.release = release
    }
}

/// An entry of a leaf.
@usableFromInline
package struct TreeEntry<Key: Comparable, Value> {
    @usableFromInline package var key: Key
    @usableFromInline package var value: Value

    @export(implementation)
    package init(_ key: Key, _ value: Value) {
        self.key = key
        self.value = value
    }
}

extension UnsafeMutablePointer {
    /// Moves the value out of an entry. ``putValue(_:)``, or the removal of the entry, must follow.
    @export(implementation)
    @inline(__always)
    func takeValue<Key: Comparable, Value>() -> Value where Pointee == TreeEntry<Key, Value> {
        withUnsafeMutablePointer(to: &pointee.value) { $0.move() }
    }

    /// Calls a closure with the value of an entry where it stands: no references are counted. The entry must live until
    /// the closure returns.
    @export(implementation)
    @inline(__always)
    func lendValue<Key: Comparable, Value, Result>(
        to use: (Value) -> Result
    ) -> Result where Pointee == TreeEntry<Key, Value> {
        withValue(at: withUnsafeMutablePointer(to: &pointee.value) { $0 }, use)
    }

    /// Moves a value into an entry whose value was moved out.
    @export(implementation)
    @inline(__always)
    func putValue<Key: Comparable, Value>(_ value: consuming Value) where Pointee == TreeEntry<Key, Value> {
        let place = withUnsafeMutablePointer(to: &pointee.value) { $0 }
        place.initialize(to: value)
    }
}

/// The bounds of a child, as an inner node knows them.
@usableFromInline
struct TreeBound<Key: Comparable> {
    /// A lower bound of the keys below, greater than every key below the previous child. The key itself may have
    /// been removed.
    @usableFromInline var key: Key

    /// The number of entries below.
    @usableFromInline var count: Int

    @export(implementation)
    init(key: Key, count: Int) {
        self.key = key
        self.count = count
    }
}

// MARK: - Searching

extension TreeNode {
    /// The index of the first entry of a leaf whose key is not less than `key`.
    @export(implementation)
    @inline(__always)
    func lowerBound(_ key: Key) -> Int {
        let entries = start
        var (low, high) = (0, occupancy)
        while low < high {
            let middle = (low &+ high) >> 1
            if entries[middle].key < key { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// The index of the child to which `key` belongs.
    @export(implementation)
    @inline(__always)
    func childIndex(_ key: Key) -> Int {
        let bounds = bounds.baseAddress.unsafelyUnwrapped
        var (low, high) = (1, occupancy)
        while low < high {
            let middle = (low &+ high) >> 1
            if key < bounds[middle].key { high = middle } else { low = middle &+ 1 }
        }
        return low &- 1
    }

    /// The index of the child that contains a position, which is made relative to that child.
    @export(implementation)
    @inline(__always)
    func childIndex(of position: inout Int) -> Int {
        let bounds = bounds.baseAddress.unsafelyUnwrapped
        var index = 0
        while position >= bounds[index].count {
            position &-= bounds[index].count
            index &+= 1
        }
        return index
    }

    /// The number of entries below the children before one.
    @export(implementation)
    @inline(__always)
    func count(before index: Int) -> Int {
        let bounds = bounds.baseAddress.unsafelyUnwrapped
        var count = 0
        for before in 0..<index { count &+= bounds[before].count }
        return count
    }
}
