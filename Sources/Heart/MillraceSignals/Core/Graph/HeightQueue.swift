/// The nodes that wait to be computed, in buckets by height.
///
/// A bucket is a singly linked list through the nodes themselves, first in, first out. Inserting is O(1); finding the
/// lowest looks at each height once. A single waiting node is in no bucket: that is the most frequent case.
///
/// Nodes are not counted here. A node that waits is linked, so the edge from its input owns it; a node that is unlinked
/// while it waits is kept until the turn is over: see `Node.unlink(on:_:)`.
struct HeightQueue {
    private struct Bucket {
        var first: Unmanaged<Node>?
        var last: Unmanaged<Node>?
    }

    private var buckets: UnsafeMutablePointer<Bucket>
    private var capacity: Int
    private var count = 0

    /// The waiting node, if it is the only one.
    private var single: Unmanaged<Node>?

    /// No bucket below this one contains a node.
    private var lowest = Int.max

    init() {
        capacity = 64
        buckets = .allocate(capacity: 64)
        buckets.initialize(repeating: Bucket(), count: 64)
    }

    func deallocate() { buckets.deallocate() }

    var isEmpty: Bool { count == 0 }

    /// Adds the dependents of a node that do not wait yet.
    @inline(__always)
    mutating func insertDependents(of node: Node) { markDependents(of: node, inserting: { _ in true }) }

    /// The same for a node that was computed because it is read: not those that are computing, which read it.
    mutating func insertDependents(ofRead node: Node) {
        markDependents(of: node, except: { $0.isComputing && $0.traits.contains(.isTracked) }, inserting: { _ in true })
    }

    /// Marks the dependents of a source that do not wait yet, and adds those that depend on more than sources. The
    /// caller computes the others.
    @inline(__always)
    mutating func insertFarDependents(ofSource node: Node) { markDependents(of: node, inserting: { $0.height > 1 }) }

    /// Marks the dependents of a node that do not wait yet, and adds those of them that satisfy a condition.
    @inline(__always)
    private mutating func markDependents(
        of node: Node,
        except isLeft: (Node) -> Bool = { _ in false },
        inserting isInserted: (Node) -> Bool
    ) {
        var cursor = node.firstDependent
        while let edge = cursor {
            cursor = edge.pointee.next
            edge.pointee.notifiedTarget._withUnsafeGuaranteedRef { dependent in
                if isLeft(dependent) { return }
                if dependent.isDirty {
                    dependent.traits.remove(.isSuspect)
                    return
                }
                dependent.isDirty = true
                if isInserted(dependent), !dependent.isQueued { insert(dependent) }
            }
        }
    }

    /// Adds those dependents of a node that are marked and do not wait.
    mutating func insertMarkedDependents(of node: Node) {
        var cursor = node.firstDependent
        while let edge = cursor {
            cursor = edge.pointee.next
            edge.pointee.target._withUnsafeGuaranteedRef { if $0.isDirty, !$0.isQueued { insert($0) } }
        }
    }

    @inline(__always)
    mutating func insert(_ node: Node) {
        node.isQueued = true
        if count == 0 {
            count = 1
            single = .passUnretained(node)
        } else {
            insertAnother(node)
        }
    }

    @inline(never)
    private mutating func insertAnother(_ node: Node) {
        if let first = exchange(&single, with: nil) {
            lowest = .max
            first._withUnsafeGuaranteedRef { place($0) }
        }
        place(node)
        count += 1
    }

    private mutating func place(_ node: Node) {
        let height = node.height
        if height >= capacity { grow(toHold: height) }
        let added = Unmanaged.passUnretained(node)
        node.nextQueued = nil
        if let last = buckets[height].last {
            last._withUnsafeGuaranteedRef { $0.nextQueued = added }
        } else {
            buckets[height].first = added
        }
        buckets[height].last = added
        if height < lowest { lowest = height }
    }

    /// Removes the first node of the lowest bucket. A node whose height has risen since is moved to its new bucket.
    @inline(__always)
    mutating func removeLowest() -> Unmanaged<Node>? {
        if let found = exchange(&single, with: nil) {
            count = 0
            found._withUnsafeGuaranteedRef { $0.isQueued = false }
            return found
        }
        return count == 0 ? nil : removeFromBuckets()
    }

    @inline(never)
    private mutating func removeFromBuckets() -> Unmanaged<Node>? {
        while count > 0 {
            let height = lowest
            guard let found = buckets[height].first else {
                lowest += 1
                continue
            }
            let isInPlace = found._withUnsafeGuaranteedRef { node in
                buckets[height].first = node.nextQueued
                if node.nextQueued == nil { buckets[height].last = nil }
                node.nextQueued = nil
                if node.height > height, node.isDirty {
                    place(node)
                    return false
                }
                node.isQueued = false
                count -= 1
                return true
            }
            if isInPlace { return found }
        }
        return nil
    }

    private mutating func grow(toHold height: Int) {
        var enlarged = capacity
        while enlarged <= height { enlarged *= 2 }
        let newBuckets = UnsafeMutablePointer<Bucket>.allocate(capacity: enlarged)
        newBuckets.moveInitialize(from: buckets, count: capacity)
        (newBuckets + capacity).initialize(repeating: Bucket(), count: enlarged - capacity)
        deallocate()
        buckets = newBuckets
        capacity = enlarged
    }
}
