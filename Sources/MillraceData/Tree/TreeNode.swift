/// A node of a ``Tree``: a leaf of entries, or an inner node of children. It is changed in place only through a unique
/// reference; a shared node is copied first.
///
/// A node is one block of memory: what it holds follows its header. So there is nothing but a node to count and to
/// allocate, and one cache miss less on each level of a descent.
@usableFromInline
package final class TreeNode<Key: Comparable, Value>: ManagedBuffer<TreeNodeHeader, TreeEntry<Key, Value>> {
    @usableFromInline package typealias Entry = TreeEntry<Key, Value>

    /// Runs on any thread: nobody else refers to the node.
    ///
    /// The `deinit` of a generic class is compiled once for all types. So it uses the types of keys and values alone,
    /// which the class has at hand; those of entries and bounds would be looked up each time.
    deinit {
        let mask = Swift.max(MemoryLayout<Key>.alignment, MemoryLayout<Value>.alignment) - 1
        let (header, end) = withUnsafeMutablePointerToHeader { ($0.pointee, UnsafeMutableRawPointer($0 + 1)) }
        let start = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: end) + UInt(mask)) & ~UInt(mask))
        guard let start else { return }
        let count = Int(header.occupancy)
        if header.height == 0 {
            let offset = (MemoryLayout<Key>.size + MemoryLayout<Value>.alignment - 1) & -MemoryLayout<Value>.alignment
            let stride = (offset + MemoryLayout<Value>.size + mask) & ~mask
            TreeNode.destroy(Key.self, start, count, stride)
            TreeNode.destroy(Value.self, start + offset, count, stride)
        } else {
            let children = start.assumingMemoryBound(to: Unmanaged<AnyObject>.self)
            for index in 0..<count { children[index].release() }
            if _isPOD(Key.self) { return }
            let mask = Swift.max(MemoryLayout<Key>.alignment, MemoryLayout<Int>.alignment) - 1
            let offset = (Int(header.capacity) * MemoryLayout<Int>.size + mask) & ~mask
            let places = (MemoryLayout<Key>.size + MemoryLayout<Int>.alignment - 1) & -MemoryLayout<Int>.alignment
            TreeNode.destroy(Key.self, start + offset, count, (places + MemoryLayout<Int>.size + mask) & ~mask)
        }
    }

    @inline(__always)
    private static func destroy<Item>(_: Item.Type, _ start: UnsafeMutableRawPointer, _ count: Int, _ stride: Int) {
        if _isPOD(Item.self) { return }
        for index in 0..<count {
            (start + index * stride).assumingMemoryBound(to: Item.self).deinitialize(count: 1)
        }
    }
}

/// What precedes the contents of a node.
@usableFromInline
package struct TreeNodeHeader {
    /// The number of levels below: 0 for a leaf.
    @usableFromInline let height: UInt16

    /// The number of entries or children for which there is memory.
    @usableFromInline let capacity: UInt16

    /// The number of entries or children that the node holds itself.
    @usableFromInline var occupancy: Int32

    @export(implementation)
    init(height: Int, capacity: Int) {
        self.height = UInt16(truncatingIfNeeded: height)
        self.capacity = UInt16(truncatingIfNeeded: capacity)
        occupancy = 0
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

    /// Moves a value into an entry whose value was moved out.
    @export(implementation)
    @inline(__always)
    func putValue<Key: Comparable, Value>(_ value: consuming Value) where Pointee == TreeEntry<Key, Value> {
        let place = withUnsafeMutablePointer(to: &pointee.value) { $0 }
        place.initialize(to: value)
    }
}

/// What an inner node knows of a child.
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

// MARK: - Memory

// The only place that knows how a node's memory is laid out. The buffers are used while the tree, or whoever changes the
// node, keeps the node alive.
extension TreeNode {
    @usableFromInline typealias Bound = TreeBound<Key>

    /// Makes a node without contents.
    @export(implementation)
    @inline(__always)
    static func make(height: Int, capacity: Int) -> TreeNode {
        let room = height == 0 ? capacity : roomForChildren(capacity)
        let made = create(minimumCapacity: room) { _ in TreeNodeHeader(height: height, capacity: capacity) }
        // `create` makes an instance of the class that it is called on.
        return unsafeDowncast(made, to: TreeNode.self)
    }

    /// The number of entries that take as much memory as a number of children with their bounds.
    @export(implementation)
    static func roomForChildren(_ capacity: Int) -> Int {
        let bytes = offsetOfBounds(capacity) + capacity * MemoryLayout<Bound>.stride
        return (bytes + MemoryLayout<Entry>.stride - 1) / MemoryLayout<Entry>.stride
    }

    /// Where the bounds begin, behind the children.
    @export(implementation)
    @inline(__always)
    static func offsetOfBounds(_ capacity: Int) -> Int {
        let mask = MemoryLayout<Bound>.alignment - 1
        return (capacity * MemoryLayout<TreeNode>.stride + mask) & ~mask
    }

    /// The header. By its address: an access to the property is checked, each time, for overlapping ones.
    @export(implementation)
    @inline(__always)
    var head: UnsafeMutablePointer<TreeNodeHeader> { withUnsafeMutablePointerToHeader { $0 } }

    @export(implementation)
    @inline(__always)
    var start: UnsafeMutablePointer<Entry> { withUnsafeMutablePointerToElements { $0 } }

    /// The entries of a leaf, by ascending keys; empty in an inner node.
    @export(implementation) package var entries: UnsafeMutableBufferPointer<Entry> {
        @inline(__always) get { UnsafeMutableBufferPointer(start: start, count: isLeaf ? occupancy : 0) }
    }

    /// The children of an inner node; empty in a leaf.
    @export(implementation) package var children: UnsafeMutableBufferPointer<TreeNode> {
        @inline(__always) get {
            let children = UnsafeMutableRawPointer(start).assumingMemoryBound(to: TreeNode.self)
            return UnsafeMutableBufferPointer(start: children, count: isLeaf ? 0 : occupancy)
        }
    }

    /// A child of an inner node, without counting a reference.
    @export(implementation)
    @inline(__always)
    func child(_ index: Int) -> Unmanaged<TreeNode> {
        UnsafeMutableRawPointer(start).assumingMemoryBound(to: Unmanaged<TreeNode>.self)[index]
    }

    /// The entry of a key in a leaf, if there is one.
    @export(implementation)
    @inline(__always)
    func entry(of key: Key) -> UnsafeMutablePointer<Entry>? {
        let index = lowerBound(key)
        return index < occupancy && start[index].key == key ? start + index : nil
    }

    /// The bounds of the children, at the same indices.
    @export(implementation) var bounds: UnsafeMutableBufferPointer<Bound> {
        @inline(__always) get {
            let bounds = UnsafeMutableRawPointer(start) + TreeNode.offsetOfBounds(Int(head.pointee.capacity))
            return UnsafeMutableBufferPointer(
                start: bounds.assumingMemoryBound(to: Bound.self),
                count: isLeaf ? 0 : occupancy
            )
        }
    }

    /// The number of levels below: 0 for a leaf.
    @export(implementation) package var height: Int { Int(head.pointee.height) }

    @export(implementation) package var isLeaf: Bool { head.pointee.height == 0 }

    /// The number of entries or children that the node holds itself.
    @export(implementation) package var occupancy: Int {
        @inline(__always) get { Int(truncatingIfNeeded: head.pointee.occupancy) }
    }

    @export(implementation)
    @inline(__always)
    func grow(by number: Int) { head.pointee.occupancy &+= Int32(truncatingIfNeeded: number) }

    /// The number of entries below. O(occupancy).
    @export(implementation) var count: Int { isLeaf ? occupancy : bounds.reduce(0) { $0 + $1.count } }

    /// A lower bound of all keys below; in a leaf, the least key.
    @export(implementation) var leastKey: Key { isLeaf ? entries[0].key : bounds[0].key }

    /// Appends an entry to a leaf, which must have room for it.
    @export(implementation)
    @inline(__always)
    func append(_ entry: consuming Entry) {
        (start + occupancy).initialize(to: entry)
        grow(by: 1)
    }

    /// Appends a child to an inner node, which must have room for it.
    @export(implementation)
    func append(_ child: TreeNode, count: Int) {
        let (index, bound) = (occupancy, Bound(key: child.leastKey, count: count))
        (children.baseAddress.unsafelyUnwrapped + index).initialize(to: child)
        (bounds.baseAddress.unsafelyUnwrapped + index).initialize(to: bound)
        grow(by: 1)
    }

    /// A copy that may be changed.
    @export(implementation)
    @inline(never)
    func copy(capacity: Int) -> TreeNode {
        let copy = TreeNode.make(height: height, capacity: capacity)
        copy.head.pointee.occupancy = head.pointee.occupancy
        if isLeaf {
            TreeNode.copy(entries, to: copy.entries)
        } else {
            TreeNode.copy(children, to: copy.children)
            TreeNode.copy(bounds, to: copy.bounds)
        }
        return copy
    }

    /// Copies in a loop that is compiled for the type of the items: a buffer copies itself by a call of the runtime for
    /// each of them.
    @export(implementation)
    @inline(__always)
    static func copy<Item>(_ items: UnsafeMutableBufferPointer<Item>, to target: UnsafeMutableBufferPointer<Item>) {
        guard let source = items.baseAddress, let target = target.baseAddress else { return }
        if _isPOD(Item.self) { return target.initialize(from: source, count: items.count) }
        for index in 0..<items.count { (target + index).initialize(to: source[index]) }
    }

    /// A node with other room that takes over all that this one holds.
    @export(implementation)
    @inline(never)
    func moved(capacity: Int) -> TreeNode {
        let other = TreeNode.make(height: height, capacity: capacity)
        move(0..<occupancy, to: other, at: 0)
        return other
    }

    /// Moves what stands in a range to a place in another node of the same height, which must have room for it.
    @export(implementation)
    func move(_ range: Range<Int>, to other: TreeNode, at index: Int) {
        if isLeaf {
            TreeNode.move(start, occupancy, range, other.start, other.occupancy, index)
        } else {
            let (children, bounds) = (children.baseAddress, bounds.baseAddress)
            let (otherChildren, otherBounds) = (other.children.baseAddress, other.bounds.baseAddress)
            if let children, let bounds, let otherChildren, let otherBounds {
                TreeNode.move(children, occupancy, range, otherChildren, other.occupancy, index)
                TreeNode.move(bounds, occupancy, range, otherBounds, other.occupancy, index)
            }
        }
        grow(by: -range.count)
        other.grow(by: range.count)
    }

    @export(implementation)
    @inline(__always)
    static func move<Item>(
        _ source: UnsafeMutablePointer<Item>,
        _ count: Int,
        _ range: Range<Int>,
        _ target: UnsafeMutablePointer<Item>,
        _ targetCount: Int,
        _ index: Int
    ) {
        (target + index + range.count).moveInitialize(from: target + index, count: targetCount - index)
        (target + index).moveInitialize(from: source + range.lowerBound, count: range.count)
        (source + range.lowerBound).moveInitialize(from: source + range.upperBound, count: count - range.upperBound)
    }

    /// Inserts an item into one that has room for it.
    @export(implementation)
    @inline(__always)
    static func insert<Item>(_ item: consuming Item, _ items: UnsafeMutableBufferPointer<Item>, at index: Int) {
        let place = items.baseAddress.unsafelyUnwrapped + index
        (place + 1).moveInitialize(from: place, count: items.count - index)
        place.initialize(to: item)
    }

    /// Removes an item.
    @export(implementation)
    @inline(__always)
    static func remove<Item>(_ items: UnsafeMutableBufferPointer<Item>, at index: Int) -> Item {
        let place = items.baseAddress.unsafelyUnwrapped + index
        let item = place.move()
        place.moveInitialize(from: place + 1, count: items.count - index - 1)
        return item
    }

    /// Removes the entry at an index of a leaf, whose value was moved out.
    @export(implementation)
    func removeShell(at index: Int) {
        let place = start + index
        withUnsafeMutablePointer(to: &place.pointee.key) { _ = $0.deinitialize(count: 1) }
        place.moveInitialize(from: place + 1, count: occupancy - index - 1)
        grow(by: -1)
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
