import MillraceBase

/// The node of a tracked observable, whose inputs are those that its closure has read the last time, each once.
///
/// The closure reads through a ``Reader``. As long as it reads the same in the same order nothing is linked or
/// unlinked: a cursor moves along the list of inputs. Where it reads something else the rest of the list is set apart:
/// the next readings are looked for there first, and those left there in the end are unlinked.
@usableFromInline
final class TrackedNode: Node {
    /// An input. It has an edge while this node is linked.
    @usableFromInline
    struct Slot {
        /// The address of the upstream that was read. It cannot be that of another one, since its memory is held.
        @usableFromInline let address: UnsafeMutableRawPointer
        private unowned let upstream: Upstream

        /// The node of that, which lives as long as it does.
        @usableFromInline let node: Unmanaged<Node>
        fileprivate weak var source: Node?
        fileprivate var edge: UnsafeMutablePointer<Edge>?

        /// The version that was read, unless this node is linked.
        fileprivate var version: UInt64 = 0

        fileprivate init(_ upstream: Upstream, _ node: Node) {
            self.node = .passUnretained(node)
            address = Unmanaged.passUnretained(upstream).toOpaque()
            self.upstream = upstream
        }
    }

    @exclusivity(unchecked) @usableFromInline var slots = GapBuffer<Slot>()

    /// The number of inputs that the running closure has read.
    @exclusivity(unchecked) @usableFromInline var cursor = 0

    /// Inputs before this one that are read in their order are known to be up to date. Zero while nothing is read.
    @exclusivity(unchecked) @usableFromInline var limit = 0

    /// The number of inputs while linked, otherwise zero.
    @exclusivity(unchecked) @usableFromInline private(set) var linkedCount = 0

    /// The height when the closure began: all linked nodes below it are up to date, if the turn computes this.
    @exclusivity(unchecked) @usableFromInline var heightAtStart: Int32 = 0

    /// Whether the closure runs, so that the reader may be used.
    @exclusivity(unchecked) @usableFromInline var isReading = false

    /// Whether the closure has read anything but its former inputs in their order.
    @exclusivity(unchecked) @usableFromInline var hasReadOther = false

    /// Whether something that the closure reads is being brought up to date: its computation has a reader of its own.
    @exclusivity(unchecked) private var isSuspended = false

    /// Whether it computes because it is read, and not in its order in a turn.
    @exclusivity(unchecked) @usableFromInline var isOnDemand = false

    /// How many nodes were put off that are computed one within the other if this is computed: see `TurnRunner.putsOff`.
    @exclusivity(unchecked) var putOffDepth: UInt8 = 0

    /// With this the inputs are stamped that the running closure has read, if there are many. Otherwise zero.
    @exclusivity(unchecked) private var stamp: UInt64 = 0

    /// The upstreams of the inputs, which the observable owns.
    @exclusivity(unchecked) private weak var held: HeldUpstreams?

    /// The closure of the user, in an object that this owns: a closure that captures what it reads, and that what it
    /// reads, is let go in a loop.
    @usableFromInline let body: Unmanaged<AnyObject>

    @usableFromInline
    init(cell: Cell, body: AnyObject, compute: @escaping (Node) -> Bool) {
        self.body = .passRetained(body)
        super.init(cell: cell, height: max(1, Upstream.height(above: [])), compute: compute)
        traits.insert(.isTracked)
    }

    /// Runs on any thread: the slots refer to others weakly.
    deinit {
        slots.deallocate()
        withThread { thread in
            thread.discard(body)
            thread.releaseDiscarded()
        }
    }

    /// Makes the upstream of this node.
    @usableFromInline
    func makeUpstream() -> Derivation {
        let made = HeldUpstreams()
        held = made
        return Derivation(tracking: self, made)
    }
}

/// The closure of a tracked observable.
@usableFromInline
final class TrackedBody<Value> {
    @usableFromInline let compute: (Reader) -> Value

    @inlinable
    init(_ compute: @escaping (Reader) -> Value) { self.compute = compute }
}

extension TrackedNode {
    /// Runs the closure.
    @inlinable
    @inline(__always)
    func run<Value>(_ type: Value.Type) -> Value {
        beginReading()
        let value = body._withUnsafeGuaranteedRef {
            unsafeDowncast($0, to: TrackedBody<Value>.self).compute(Reader(self))
        }
        endReading()
        return value
    }
}

/// The upstreams that a tracked observable has read last, in the order of its node's inputs. The observable owns them,
/// so that they live while somebody holds it; the node refers to them weakly.
final class HeldUpstreams {
    @exclusivity(unchecked) var list = GapBuffer<Unmanaged<Upstream>>()

    /// Runs on any thread: it passes its references on to be released and touches nothing else.
    deinit {
        guard list.count > 0 || list.hasRest else { return }
        withThread { thread in
            for index in 0..<list.count { thread.discard(list[index]) }
            for index in list.rest..<list.capacity { thread.discard(list[index]) }
            thread.releaseDiscarded()
        }
        list.deallocate()
    }
}

// MARK: - Reading

extension TrackedNode {
    /// Begins a run of the closure.
    @inlinable
    @inline(__always)
    func beginReading() {
        cursor = 0
        limit = isOnDemand ? 0 : linkedCount
        heightAtStart = storedHeight
        isReading = true
    }

    /// Ends a run of the closure.
    @inlinable
    @inline(__always)
    func endReading() {
        isReading = false
        limit = 0
        if hasReadOther || cursor != slots.count { dropRest() }
    }

    /// Notes that the closure reads an observable: the usual case, in which it is the next input.
    @inlinable
    @inline(__always)
    func note(_ upstream: Upstream) {
        if cursor < limit {
            let slot = slots.base.unsafelyUnwrapped + cursor
            if slot.pointee.address == Unmanaged.passUnretained(upstream).toOpaque() {
                cursor &+= 1
                // A lower one was computed before, or put off.
                if slot.pointee.node._withUnsafeGuaranteedRef({ $0.isDirty }) { readPutOff(slot.pointee.node) }
                return
            }
        }
        read(upstream)
    }

    /// Brings an input up to date that the turn has not computed yet.
    @usableFromInline
    @inline(never)
    func readPutOff(_ node: Unmanaged<Node>) {
        let former = beginWaiting()
        withRunner { runner in
            node._withUnsafeGuaranteedRef { node in
                if runner.computeWherePutOff(node) { return }
                runner.linking(above: Int(heightAtStart)) { node.refreshLinked() }
            }
        }
        endWaiting(former)
    }

    /// Called before something that is read is brought up to date, whose closure has a reader of its own.
    private func beginWaiting() -> Int {
        isSuspended = true
        return exchange(&limit, with: 0)
    }

    private func endWaiting(_ formerLimit: Int) {
        isSuspended = false
        if isLinked { limit = formerLimit }
    }

    /// Notes that the closure reads an observable, and brings this up to date.
    @usableFromInline
    @inline(never)
    func read(_ upstream: Upstream) {
        if !isReading || isSuspended { stopReading() }
        let node = upstream.node
        let isKnown = find(upstream, node)
        defer { if stamp != 0 { node.traversal = stamp } }
        // The turn computes lower nodes first.
        if isKnown, isLinked, !isOnDemand, !node.isDirty { return }
        let former = beginWaiting()
        bringUpToDate(upstream, node)
        endWaiting(former)
        if !isKnown { add(upstream, node) }
        if !isLinked { noteVersion(of: node, Unmanaged.passUnretained(upstream).toOpaque()) }
    }

    /// Returns whether an upstream is an input already, and notes that it is one still.
    private func find(_ upstream: Upstream, _ node: Node) -> Bool {
        let address = Unmanaged.passUnretained(upstream).toOpaque()
        if cursor < slots.count {
            if slots[cursor].address == address {
                cursor += 1
                return true
            }
            if hasRead(address, node) { return true }
            limit = 0
            hasReadOther = true
            slots.setApart(from: cursor)
            held?.list.setApart(from: cursor)
        }
        for offset in 0..<min(slots.capacity - slots.rest, TrackedNode.foresight)
        where slots[slots.rest + offset].address == address {
            slots.take(offset)
            held?.list.take(offset)
            cursor += 1
            return true
        }
        return hasRead(address, node)
    }

    /// How many of the former inputs are compared with one that is read out of order.
    private static var foresight: Int { 4 }

    /// Returns whether the running closure has read something before.
    private func hasRead(_ address: UnsafeMutableRawPointer, _ node: Node) -> Bool {
        if stamp == 0 {
            if cursor <= 16 {
                for index in 0..<cursor where slots[index].address == address { return true }
                return false
            }
            stampRead()
        }
        return node.traversal == stamp
    }

    /// Stamps the inputs read so far, so that the next question costs O(1). A visit may stamp it again: then it becomes an
    /// input twice, which does no harm.
    private func stampRead() {
        stamp = withThread { $0.nextTraversal() }
        limit = 0
        hasReadOther = true
        if let held {
            for index in 0..<cursor { held.list[index]._withUnsafeGuaranteedRef { $0.node.traversal = stamp } }
        } else {
            for index in 0..<cursor { slots[index].source?.traversal = stamp }
        }
    }

    /// Brings an observable up to date; links it if this node is linked, or is about to be.
    private func bringUpToDate(_ upstream: Upstream, _ node: Node) {
        let runner = currentRunner().takeUnretainedValue()
        let isLinking = isLinked || runner.isLinking
        if runner.hasVisited(node), node.isLinked || !isLinking { return }
        if isLinked, !isOnDemand, runner.computeWherePutOff(node) { return }
        if isLinked {
            runner.linking(above: Int(heightAtStart)) {
                // A computation may observe and leave it.
                repeat { upstream.link(in: home) } while !node.isLinked
            }
        } else if isLinking {
            upstream.link(in: runner.homeToLink)
        } else {
            upstream.refresh()
        }
    }

    /// Adds an input.
    private func add(_ upstream: Upstream, _ node: Node) {
        var slot = Slot(upstream, node)
        if isLinked {
            shareHome(with: node)
            slot.edge = hang(below: node, as: 0)
            slot.source = node
            node.traits.insert(.hasTrackedDependent)
        } else if node.isLinked, !node.isUsed, !withRunner(\.isLinking) {
            // The closure has ended the last observation.
            node.unlinkFromInputs()
        }
        hasReadOther = true
        slots.append(slot)
        held?.list.append(.passRetained(upstream))
        cursor += 1
    }

    /// Notes the version that was read of the last input, while this node is not linked.
    private func noteVersion(of node: Node, _ address: UnsafeMutableRawPointer) {
        let last = cursor - 1
        if last >= 0, slots[last].address == address { slots[last].version = node.version }
    }

    /// Returns whether an input has changed since it was read, while this node is not linked.
    func hasChanged(_ node: Node, at index: Int) -> Bool { slots[index].version != node.version }

    /// Unlinks the former inputs that the closure has not read any more.
    @usableFromInline
    @inline(never)
    func dropRest() {
        let held = held
        if cursor < slots.count {
            slots.setApart(from: cursor)
            held?.list.setApart(from: cursor)
        }
        stamp = 0
        hasReadOther = false
        withThread { thread in
            while let slot = slots.removeFirstOfRest() {
                let upstream = held?.list.removeFirstOfRest()
                if let edge = slot.edge, let source = slot.source {
                    source.remove(edge)
                    if !source.isUsed { source.unlinkFromInputs() }
                } else if let node = upstream?._withUnsafeGuaranteedRef(\.node), node.isLinked, !node.isUsed {
                    // The visit that links this node has linked it first.
                    node.unlinkFromInputs()
                }
                if let upstream { thread.discard(upstream) }
            }
            if isLinked { linkedCount = slots.count }
            thread.releaseDiscarded()
        }
    }

    private func stopReading() -> Never {
        stop(
            """
            Reader: the reader of \(label) was used outside of the closure that it was handed to. \
            To fix: read within the closure, before it returns, with the reader that it gets.
            """
        )
    }
}

// MARK: - Linking

extension TrackedNode {
    /// The number of inputs that are known.
    var trackedCount: Int { slots.count }

    /// Returns an input, while this node is linked: nil for one that is gone.
    func source(at index: Int) -> Node? { slots[index].source }

    /// Calls a closure with the inputs that are still alive, in order, until it returns true.
    ///
    /// While somebody holds the observable they all are: a weak reference is loaded for each only where nobody does.
    @inline(__always)
    func isAnySource(where isWanted: (Node, UnsafeMutablePointer<Edge>?) -> Bool) -> Bool {
        let held = held
        for index in 0..<slots.count {
            if held != nil {
                if slots[index].node._withUnsafeGuaranteedRef({ isWanted($0, slots[index].edge) }) { return true }
            } else if let source = slots[index].source, isWanted(source, slots[index].edge) {
                return true
            }
        }
        return false
    }

    /// The inputs that are still alive, while this node is linked.
    func forEachSource(_ body: (Node) -> Void) {
        for index in 0..<slots.count {
            if let source = slots[index].source { body(source) }
        }
        for index in slots.rest..<slots.capacity {
            if let source = slots[index].source { body(source) }
        }
    }

    /// Hangs this node below its inputs, in their order.
    func hangBelowInputs(_ forEachInput: ((Node) -> Void) -> Void) {
        var index = 0
        forEachInput { input in
            slots[index].edge = hang(below: input, as: 0)
            slots[index].source = input
            input.traits.insert(.hasTrackedDependent)
            index += 1
        }
        linkedCount = slots.count
    }

    /// Removes the edges, and calls a closure with each input that is not used any more.
    func removeEdges(_ leave: (Node) -> Void) {
        limit = 0
        linkedCount = 0
        for index in 0..<slots.count { removeEdge(at: index, leave) }
        for index in slots.rest..<slots.capacity { removeEdge(at: index, leave) }
    }

    private func removeEdge(at index: Int, _ leave: (Node) -> Void) {
        let edge = exchange(&slots[index].edge, with: nil)
        guard let edge, let source = slots[index].source else { return }
        slots[index].source = nil
        slots[index].version = source.version
        source.remove(edge)
        if !source.isUsed { leave(source) }
    }
}
