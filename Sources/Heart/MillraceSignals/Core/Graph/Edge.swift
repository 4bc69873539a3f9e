import MillraceBase
import Synchronization

/// An edge of the graph, as stored by the node that is read: one derived node that depends on it.
///
/// The node that is read owns the edge, and with it one reference to the node that reads. So a source owns its
/// dependents, and nothing holds its sources.
@usableFromInline
struct Edge {
    @usableFromInline var next: UnsafeMutablePointer<Edge>?
    var previous: UnsafeMutablePointer<Edge>?
    @usableFromInline let target: Unmanaged<Node>

    /// The position of the node that is read among the inputs of the node that reads it.
    let index: Int32

    /// Whether the edge has a block of its own, and is not part of an ``InputBlock``.
    var isAlone: Bool

    /// Returns the node that reads, having notified it, if it notes which of its inputs change.
    @inline(__always)
    var notifiedTarget: Unmanaged<Node> {
        target._withUnsafeGuaranteedRef {
            if $0.traits.contains(.notesChanges) { $0.inputChanged(at: Int(truncatingIfNeeded: index)) }
        }
        return target
    }

    /// Gives up an edge that is in no list any more, or whose list is about to go: on any thread.
    static func release(_ edge: UnsafeMutablePointer<Edge>) {
        if edge.pointee.isAlone { freeBlock(edge) } else { InputBlock(of: edge).release(1) }
    }
}

/// An edge, as stored by the node that reads: enough to unlink it while the source is alive, and nothing afterwards.
struct Input {
    let source: LightWeak<Node>
    let edge: UnsafeMutablePointer<Edge>
}

/// The block that holds all that links a node to its inputs: the edges, and the inputs themselves.
///
/// A source, which owns its edge, may be released on another thread while the node unlinks itself from the others: so the
/// block has a count of its owners, which are the sources and the node. Whoever leaves it last frees it.
struct InputBlock {
    private struct Header: ~Copyable {
        let owners: Atomic<Int32>
        let capacity: Int32
    }

    private let base: UnsafeMutableRawPointer

    /// Makes room for a number of inputs. Its owners are the node, and as many sources.
    init(capacity: Int) {
        let size = MemoryLayout<Header>.stride + capacity * (MemoryLayout<Edge>.stride + MemoryLayout<Input>.stride)
        base = UnsafeMutableRawPointer(makeBlock(of: UInt8.self, count: size))
        let header = Header(owners: Atomic(Int32(capacity) + 1), capacity: Int32(capacity))
        base.bindMemory(to: Header.self, capacity: 1).initialize(to: header)
    }

    /// The block that an edge is part of.
    fileprivate init(of edge: UnsafeMutablePointer<Edge>) {
        let first = UnsafeMutableRawPointer(edge - Int(truncatingIfNeeded: edge.pointee.index))
        base = first - MemoryLayout<Header>.stride
    }

    private var header: UnsafeMutablePointer<Header> { base.assumingMemoryBound(to: Header.self) }

    private var edges: UnsafeMutableRawPointer { base + MemoryLayout<Header>.stride }

    /// The place of an edge.
    func edge(at index: Int) -> UnsafeMutablePointer<Edge> { edges.assumingMemoryBound(to: Edge.self) + index }

    /// The place of an input.
    func input(at index: Int) -> UnsafeMutablePointer<Input> {
        let first = edges + Int(truncatingIfNeeded: header.pointee.capacity) * MemoryLayout<Edge>.stride
        return first.assumingMemoryBound(to: Input.self) + index
    }

    /// Removes owners, on any thread, and frees the block if there is none left.
    func release(_ count: Int) {
        let left = header.pointee.owners.subtract(Int32(count), ordering: .acquiringAndReleasing).newValue
        if left == 0 { freeBlock(base.assumingMemoryBound(to: UInt8.self)) }
    }
}
