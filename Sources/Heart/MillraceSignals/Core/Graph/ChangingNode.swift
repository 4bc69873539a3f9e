import MillraceBase

/// A node whose inputs change: those that it has read the last time, each once. See ``TrackedNode``, which reads them.
@usableFromInline
class ChangingNode: ComputedNode {
    /// An input. It has an edge while this node is linked.
    @usableFromInline
    struct Slot {
        /// The upstream that was read, which this node holds.
        @usableFromInline let upstream: Unmanaged<Upstream>

        /// The node of that, which lives as long as it does.
        @usableFromInline let node: Unmanaged<Node>
        var edge: UnsafeMutablePointer<Edge>?

        /// The version that was read, unless this node is linked.
        var version: UInt64 = 0

        init(holding upstream: Upstream, _ node: Node) {
            self.upstream = .passRetained(upstream)
            self.node = .passUnretained(node)
        }

        @inlinable var address: UnsafeMutableRawPointer { upstream.toOpaque() }
    }

    @exclusivity(unchecked) @usableFromInline final var slots = GapBuffer<Slot>()

    /// The number of inputs that the running closure has read.
    @exclusivity(unchecked) @usableFromInline final var cursor = 0

    /// Inputs before this one that are read in their order are known to be up to date. Zero while nothing is read.
    @exclusivity(unchecked) @usableFromInline final var limit = 0

    /// The number of inputs while linked, otherwise zero.
    @exclusivity(unchecked) @usableFromInline final var linkedCount = 0

    /// The height when the closure began: all linked nodes below it are up to date, if the turn computes this.
    @exclusivity(unchecked) @usableFromInline final var heightAtStart: Int32 = 0

    /// Whether the closure runs, so that the reader may be used.
    @exclusivity(unchecked) @usableFromInline final var isReading = false

    /// Whether the closure has read anything but its former inputs in their order.
    @exclusivity(unchecked) @usableFromInline final var hasReadOther = false

    /// Whether something that the closure reads is being brought up to date: its computation has a reader of its own.
    @exclusivity(unchecked) final var isSuspended = false

    /// Whether it computes because it is read, and not in its order in a turn.
    @exclusivity(unchecked) @usableFromInline final var isOnDemand = false

    /// How many nodes were put off that are computed one within the other if this is computed: see `TurnRunner.putsOff`.
    @exclusivity(unchecked) final var putOffDepth: UInt8 = 0

    /// How many of the first inputs are settled in a turn, and the number of that: see `isSure(toRead:at:in:)`.
    @exclusivity(unchecked) final var settledCount = 0
    @exclusivity(unchecked) final var settledTurn: UInt64 = 0

    /// With this the inputs are stamped that the running closure has read, if there are many. Otherwise zero.
    @exclusivity(unchecked) final var stamp: UInt64 = 0

    /// The closure of the user, in an object that this owns: a closure that captures what it reads, and that what it
    /// reads, is let go in a loop.
    @usableFromInline final let body: Unmanaged<AnyObject>

    /// - Parameter height: Greater than the height of all nodes that it must not compute before.
    @usableFromInline
    init(cell: Cell, height: Int, body: AnyObject, compute: @escaping (Node) -> Bool) {
        self.body = .passRetained(body)
        super.init(cell: cell, height: height, compute: compute)
        traits.insert(.isTracked)
    }

    /// Runs on any thread: it passes its references on to be released and touches nothing else.
    deinit {
        withThread { thread in
            slots.forEach { thread.discard($0.upstream) }
            slots.deallocate()
            thread.discard(body)
            thread.releaseDiscarded()
        }
    }

    /// Computes those of its inputs that were put off, until something of them has changed: whether this node, which is
    /// a suspect, must compute. If it need not, it is up to date.
    func hasReasonToCompute() -> Bool { true }
}

extension Node {
    /// This node, if its inputs change.
    @inline(__always)
    final var tracked: ChangingNode? {
        traits.contains(.isTracked) ? unsafeDowncast(self, to: ChangingNode.self) : nil
    }
}

// MARK: - Linking

extension ChangingNode {
    /// The number of inputs that are known.
    final var trackedCount: Int { slots.count }

    final func upstream(at index: Int) -> Upstream { slots[index].upstream.takeUnretainedValue() }

    final func node(at index: Int) -> Node { slots[index].node.takeUnretainedValue() }

    final func forEachUpstream(_ body: (Upstream) -> Void) {
        for index in 0..<slots.count { slots[index].upstream._withUnsafeGuaranteedRef(body) }
    }

    final func forEachNode(_ body: (Node) -> Void) {
        for index in 0..<slots.count { slots[index].node._withUnsafeGuaranteedRef(body) }
    }

    /// Calls a closure with the inputs from one on, in order, until it returns true.
    @inline(__always)
    final func isAnyInput(from first: Int = 0, where isWanted: (Node, _ index: Int) -> Bool) -> Bool {
        for index in first..<slots.count {
            if slots[index].node._withUnsafeGuaranteedRef({ isWanted($0, index) }) { return true }
        }
        return false
    }

    /// Hangs this node below its inputs, in their order.
    final func hangBelowInputs() {
        for index in 0..<slots.count {
            slots[index].node._withUnsafeGuaranteedRef { input in
                slots[index].edge = hang(below: input, as: 0)
                input.traits.insert(.hasTrackedDependent)
            }
        }
        linkedCount = slots.count
        settledTurn = 0
    }

    /// Removes the edges, and calls a closure with each input that is not used any more.
    final func removeEdges(_ leave: (Node) -> Void) {
        limit = 0
        linkedCount = 0
        let isStale = computedFrom == 0
        slots.forEach { slot in
            guard let edge = exchange(&slot.edge, with: nil) else { return }
            slot.node._withUnsafeGuaranteedRef { source in
                // Of a node that was not up to date no version counts as read.
                slot.version = isStale ? 0 : source.version
                source.remove(edge)
                if !source.isUsed { leave(source) }
            }
        }
    }

    /// Returns whether an input has changed since it was read, while this node is not linked.
    final func hasChanged(_ node: Node, at index: Int) -> Bool { slots[index].version != node.version }

    /// More nodes than this, each of which reads the one before, are not put off: each is computed by a call within that
    /// of the next. Visits within each other are limited likewise: the last one has all inputs computed.
    static var depthLimit: Int { 32 }
}
