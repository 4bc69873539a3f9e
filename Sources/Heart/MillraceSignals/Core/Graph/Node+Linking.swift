import MillraceBase

// How nodes are linked: the edges between them, inputs and dependents.

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
    let isAlone: Bool

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
        if edge.pointee.isAlone { return freeBlock(edge) }
        InputBlock(of: edge, at: Int(truncatingIfNeeded: edge.pointee.index)).release(1)
    }
}

/// An edge, as stored by the node that reads: enough to unlink it while the source is alive, and nothing afterwards.
struct Input {
    let source: LightWeak<Node>
    let edge: UnsafeMutablePointer<Edge>
}

/// The block that holds all that links a node to its inputs: the edges, and the inputs themselves.
///
/// A source, which owns its edge, may be released on another thread while the node unlinks itself from the others. So each
/// source is an owner of the block, and so is the node.
typealias InputBlock = JointBlock<Edge, Input>

// MARK: - Inputs

extension Node {
    /// Greater than the height of everything this node reads. Rises while linked, never falls.
    @inline(__always)
    final var height: Int {
        get { Int(truncatingIfNeeded: storedHeight) }
        set { storedHeight = Int32(newValue) }
    }

    /// Returns an input, while this node is linked: nil for one that is gone.
    final func input(at index: Int) -> Node? {
        if isRoot { return nil }
        if let tracked { return tracked.node(at: index) }
        return asComputed { $0.inputs?.second(at: index).pointee.source.object }
    }

    /// The number of inputs while this node is linked.
    @inline(__always)
    final var inputCount: Int { tracked?.trackedCount ?? Int(truncatingIfNeeded: storedInputCount) }

    /// The inputs that are still alive, while this node is linked.
    @inline(__always)
    final func forEachInput(_ body: (Node) -> Void) {
        if isRoot { return }
        if let tracked { return tracked.forEachNode(body) }
        asComputed { $0.forEachEdge { $0.source.with(body) } }
    }

    /// Returns the sum of the versions of inputs, plus one: never zero, even without inputs.
    @inline(__always)
    static func sum(ofVersions forEachInput: ((Node) -> Void) -> Void) -> UInt64 {
        var sum: UInt64 = 1
        forEachInput { sum &+= $0.version }
        return sum
    }
}

extension ComputedNode {
    /// The inputs while this node is linked, with their edges; none of a tracked node.
    @inline(__always)
    fileprivate final func forEachEdge(_ body: (Input) -> Void) {
        guard let inputs else { return }
        let first = inputs.second(at: 0)
        for index in 0..<Int(truncatingIfNeeded: storedInputCount) { body(first[index]) }
    }

    /// Takes the inputs out, and calls a closure with each. Then it gives up the references to them, and the block, of which
    /// it leaves as many places as the closure returns true: those of edges that were removed.
    @inline(__always)
    final func takeInputs(_ remove: (Input) -> Bool) {
        guard let block = exchange(&inputs, with: nil) else { return }
        var owners = 1
        for index in 0..<Int(truncatingIfNeeded: exchange(&storedInputCount, with: 0)) {
            let input = block.second(at: index).pointee
            if remove(input) { owners += 1 }
            input.source.release()
        }
        block.release(owners)
    }
}

// MARK: - Linking

extension Node {
    final var isUsed: Bool { first != nil || firstDependent != nil }

    /// Links a node that has no inputs.
    final func linkRoot(in home: Home?) {
        isLinked = true
        takeHome(home)
        becameLinked()
    }
}

extension ComputedNode {
    /// Links the node to its inputs, which must be linked and up to date.
    @inline(__always)
    final func link(toInputs count: Int, _ forEachInput: ((Node) -> Void) -> Void) {
        isLinked = true
        forEachInput { shareHome(with: $0) }
        if let tracked {
            tracked.hangBelowInputs()
            return becameLinked()
        }
        if count > 0 { hang(belowInputs: count, forEachInput) }
        becameLinked()
    }

    @inline(__always)
    private final func hang(belowInputs count: Int, _ forEachInput: ((Node) -> Void) -> Void) {
        let block = InputBlock(capacity: count)
        inputs = block
        var index = 0
        forEachInput { input in
            let edge = block.first(at: index)
            hang(below: input, by: edge, as: index, alone: false)
            block.second(at: index).initialize(to: Input(source: LightWeak(input), edge: edge))
            index += 1
        }
        storedInputCount = Int32(index)
    }

    /// Removes the edges, and notes each input that is not used any more.
    @inline(__always)
    fileprivate final func leaveInputs(_ left: inout LeftNodes) {
        var isStale = isDirty || tracked?.isReading == true
        var sum: UInt64 = 1
        if let tracked {
            tracked.forEachNode { input in
                if input.isLone { isStale = true }
                sum &+= input.version
            }
            computedFrom = isStale ? 0 : sum
            tracked.removeEdges { left.add($0) }
        } else {
            takeInputs { input in
                guard let source = input.source.object else { return false }
                if source.isLone { isStale = true }
                sum &+= source.version
                let isOfBlock = source.remove(input.edge)
                if !source.isUsed { left.add(source) }
                return isOfBlock
            }
            computedFrom = isStale ? 0 : sum
        }
    }

    /// Replaces the last input by another, which must be linked and up to date.
    final func relinkLast(to source: Node) {
        guard let place = inputs?.second(at: inputCount - 1) else { return }
        let left = place.pointee
        shareHome(with: source)
        place.initialize(to: Input(source: LightWeak(source), edge: hang(below: source, as: inputCount - 1)))
        left.source.with { source in
            if source.remove(left.edge) { inputs?.release(1) }
            if !source.isUsed { source.unlinkFromInputs() }
        }
        left.source.release()
        withThread { $0.releaseDiscarded() }
    }
}

extension Node {
    /// Hangs this node below a source, by an edge that has a block of its own.
    final func hang(below source: Node, as index: Int) -> UnsafeMutablePointer<Edge> {
        let edge = makeBlock(of: Edge.self)
        hang(below: source, by: edge, as: index, alone: true)
        return edge
    }

    @inline(__always)
    fileprivate final func hang(
        below source: Node,
        by edge: UnsafeMutablePointer<Edge>,
        as index: Int,
        alone isAlone: Bool
    ) {
        let last = source.lastDependent
        edge.initialize(
            to: Edge(
                next: nil,
                previous: last,
                target: .passRetained(self),
                index: Int32(truncatingIfNeeded: index),
                isAlone: isAlone
            )
        )
        if let last { last.pointee.next = edge } else { source.firstDependent = edge }
        source.lastDependent = edge
        if height <= source.height { raise(above: source) }
    }

    /// Removes an edge from the list. Its reference is discarded.
    ///
    /// - Returns: Whether it is part of a block, which the caller gives up.
    @discardableResult
    final func remove(_ edge: UnsafeMutablePointer<Edge>) -> Bool {
        let (before, after) = (edge.pointee.previous, edge.pointee.next)
        hasLostDependent = true
        if let before { before.pointee.next = after } else { firstDependent = after }
        if let after { after.pointee.previous = before } else { lastDependent = before }
        withThread { $0.discard(edge.pointee.target) }
        if !edge.pointee.isAlone { return true }
        freeBlock(edge)
        return false
    }

    /// Unlinks this node, and all above it that is not used any more, in a loop: a chain of any length on a flat stack.
    final func unlinkFromInputs() {
        if !isLinked || isUsed { return }
        withThread { thread in
            var left = LeftNodes()
            unlink(on: thread, &left)
            while let node = left.removeNext() {
                if node.isLinked && !node.isUsed { node.unlink(on: thread, &left) }
            }
            thread.releaseDiscarded()
        }
    }

    /// Unlinks this node, and notes each input that is not used any more.
    private final func unlink(on thread: ThreadState, _ left: inout LeftNodes) {
        isLinked = false
        if isQueued || isPending || isComputing { thread.keepAlive(.passRetained(self)) }
        if !isRoot { asComputed { $0.leaveInputs(&left) } }
        isDirty = false
        traits.subtract([.hasTrackedDependent, .isSuspect])
        becameUnlinked()
    }

    /// Raises this node above an input, and its dependents above itself. The queue notices when it removes a node.
    private final func raise(above input: Node) {
        height = input.height + 1
        var raised: [Node] = [self]
        while let node = raised.popLast() {
            func lift(_ dependent: Node) {
                guard dependent.height <= node.height else { return }
                if dependent === input { stopSwitchCycle() }
                dependent.height = node.height + 1
                raised.append(dependent)
            }
            var cursor = node.firstDependent
            while let edge = cursor {
                cursor = edge.pointee.next
                edge.pointee.target._withUnsafeGuaranteedRef(lift)
            }
            node.followers.forEach(lift)
        }
    }

    final func stopSwitchCycle() -> Never {
        stop(
            """
            Observable.flatMapLatest: \(label) was switched to an observable that depends on it. \
            To fix: break the cycle; return an observable that is not derived from the result.
            """
        )
    }
}

/// The nodes that nothing uses any more: usually one or two, which need no array.
private struct LeftNodes {
    private var next: Node?
    private var another: Node?
    private var further: [Node] = []

    mutating func add(_ node: Node) {
        if next == nil { next = node } else if another == nil { another = node } else { further.append(node) }
    }

    mutating func removeNext() -> Node? { exchange(&next, with: exchange(&another, with: further.popLast())) }
}
