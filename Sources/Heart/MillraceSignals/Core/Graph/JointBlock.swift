import MillraceBase
import Synchronization

/// A block with two lists of the same length that has several owners, on any threads. Whoever leaves it last frees it.
struct JointBlock<First, Second> {
    private struct Header: ~Copyable {
        let owners: Atomic<Int32>
        let capacity: Int32
    }

    private let base: UnsafeMutableRawPointer

    /// Makes room for two lists, which have as many owners as they have elements, and one more.
    init(capacity: Int) {
        let size = Self.headerSize + capacity * (MemoryLayout<First>.stride + MemoryLayout<Second>.stride)
        base = UnsafeMutableRawPointer(makeBlock(of: UInt8.self, count: size))
        let header = Header(owners: Atomic(Int32(capacity) + 1), capacity: Int32(capacity))
        base.bindMemory(to: Header.self, capacity: 1).initialize(to: header)
    }

    /// The block that an element of the first list is part of.
    init(of element: UnsafeMutablePointer<First>, at index: Int) {
        base = UnsafeMutableRawPointer(element - index) - Self.headerSize
    }

    private static var headerSize: Int { MemoryLayout<Header>.stride }

    private var header: UnsafeMutablePointer<Header> { base.assumingMemoryBound(to: Header.self) }

    private var lists: UnsafeMutableRawPointer { base + Self.headerSize }

    /// The place of an element of the first list.
    func first(at index: Int) -> UnsafeMutablePointer<First> { lists.assumingMemoryBound(to: First.self) + index }

    /// The place of an element of the second list.
    func second(at index: Int) -> UnsafeMutablePointer<Second> {
        let start = lists + Int(truncatingIfNeeded: header.pointee.capacity) * MemoryLayout<First>.stride
        return start.assumingMemoryBound(to: Second.self) + index
    }

    /// Removes owners, and frees the block if there is none left.
    func release(_ count: Int) {
        let left = header.pointee.owners.subtract(Int32(count), ordering: .acquiringAndReleasing).newValue
        if left == 0 { freeBlock(base.assumingMemoryBound(to: UInt8.self)) }
    }
}
