// The only place that knows how a node's memory is laid out. The buffers are used while the tree, or the code that
// changes the node, keeps the node alive.
extension TreeNode {
    @usableFromInline typealias Bound = TreeBound<Key>

    /// Makes a node without contents.
    @export(implementation)
    @inline(__always)
    static func make(height: Int, capacity: Int) -> TreeNode {
        let room = height == 0 ? capacity : roomForChildren(capacity)
        let made = create(minimumCapacity: room) { _ in
            TreeNodeHeader(height: height, capacity: capacity) { release($0) }
        }
        // `create` makes an instance of the class that it is called on.
        return unsafeDowncast(made, to: TreeNode.self)
    }

    /// Releases the contents of the node with a header.
    @export(implementation)
    static func release(_ head: UnsafeMutablePointer<TreeNodeHeader>) {
        let mask = UInt(MemoryLayout<Entry>.alignment - 1)
        let address = (UInt(bitPattern: head + 1) + mask) & ~mask
        guard let start = UnsafeMutableRawPointer(bitPattern: address) else { return }
        let count = head.pointee.occupancy
        if head.pointee.height == 0 {
            if _isPOD(Entry.self) { return }
            let entries = start.assumingMemoryBound(to: Entry.self)
            for index in 0..<count { (entries + index).deinitialize(count: 1) }
        } else {
            let children = start.assumingMemoryBound(to: TreeNode.self)
            for index in 0..<count { (children + index).deinitialize(count: 1) }
            if _isPOD(Bound.self) { return }
            let bounds = (start + offsetOfBounds(head.pointee.capacity)).assumingMemoryBound(to: Bound.self)
            for index in 0..<count { (bounds + index).deinitialize(count: 1) }
        }
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
            let bounds = UnsafeMutableRawPointer(start) + TreeNode.offsetOfBounds(head.pointee.capacity)
            return UnsafeMutableBufferPointer(
                start: bounds.assumingMemoryBound(to: Bound.self),
                count: isLeaf ? 0 : occupancy
            )
        }
    }

    /// The number of levels below: 0 for a leaf.
    @export(implementation) package var height: Int { head.pointee.height }

    @export(implementation) package var isLeaf: Bool { head.pointee.height == 0 }

    /// The number of entries or children that the node holds itself.
    @export(implementation) package var occupancy: Int {
        @inline(__always) get { head.pointee.occupancy }
    }

    @export(implementation)
    @inline(__always)
    func grow(by number: Int) { head.pointee.occupancy &+= number }

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

    /// Moves the entries of a range to a place in another node of the same height, which must have room for it.
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
