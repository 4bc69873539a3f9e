import MillraceBase

/// The node of a tracked observable, whose inputs are those that its closure has read the last time.
///
/// The closure reads through a ``Reader``. As long as it reads the same in the same order nothing is linked or
/// unlinked: a cursor moves along the list of inputs. Where it reads something else the rest of the list is set apart:
/// the next readings are looked for there first, and those left there in the end are unlinked.
@usableFromInline
final class TrackedNode: ChangingNode {
    @usableFromInline
    init(cell: Cell, body: AnyObject, compute: @escaping (Node) -> Bool) {
        super.init(cell: cell, height: max(1, Upstream.height(above: [])), body: body, compute: compute)
    }

    override func hasReasonToCompute() -> Bool {
        let hasReason = withRunner { runner in
            isAnyInput { input, _ in
                if !input.isDirty { return false }
                if !runner.computeWherePutOff(input) { input.refreshLinked() }
                return !traits.contains(.isSuspect)
            }
        }
        if hasReason { return true }
        isDirty = false
        traits.remove(.isSuspect)
        return false
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

    /// Returns whether what the closure reads is the next input that it read the last time, and is up to date: the usual
    /// case. Then nothing else is to be done.
    @inlinable
    @inline(__always)
    func readsNext(_ upstream: Upstream) -> Bool {
        guard cursor < limit else { return false }
        let slot = slots.base.unsafelyUnwrapped + cursor
        let isNext = slot.pointee.address == Unmanaged.passUnretained(upstream).toOpaque()
        // A lower one was computed before, or put off.
        guard isNext, !slot.pointee.node._withUnsafeGuaranteedRef({ $0.isDirty }) else { return false }
        cursor &+= 1
        return true
    }

    /// Returns whether the closure has just read the same, so that nothing is to be done: this is what a loop does that reads
    /// one observable over and over.
    ///
    /// It only looks, which the optimiser is told, so that it need not keep the observable meanwhile either.
    @usableFromInline
    @inline(never)
    @_effects(readonly)
    func hasJustRead(_ address: UnsafeMutableRawPointer) -> Bool {
        if !isReading || isSuspended || !isLinked || cursor == 0 { return false }
        let next = slots.base.unsafelyUnwrapped + cursor
        return next[-1].address == address || cursor > 1 && next[-2].address == address
            || cursor > 2 && next[-3].address == address
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
        if cursor < limit, slots[cursor].address == Unmanaged.passUnretained(upstream).toOpaque() {
            cursor += 1
            return readPutOff(slots[cursor - 1].node)
        }
        upstream.withNode { read($0, of: upstream) }
    }

    @inline(__always)
    private func read(_ node: Node, of upstream: Upstream) {
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

    /// Brings an input up to date that the turn has not computed yet.
    private func readPutOff(_ node: Unmanaged<Node>) {
        let former = beginWaiting()
        withRunner { runner in
            node._withUnsafeGuaranteedRef { node in
                if runner.computeWherePutOff(node) { return }
                runner.linking(above: Int(heightAtStart)) { node.refreshLinked() }
            }
        }
        endWaiting(former)
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
        }
        for offset in 0..<min(slots.capacity - slots.rest, TrackedNode.foresight)
        where slots[slots.rest + offset].address == address {
            slots.take(offset)
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
        for index in 0..<cursor { slots[index].node._withUnsafeGuaranteedRef { $0.traversal = stamp } }
    }

    /// Brings an observable up to date; links it if this node is linked, or is about to be.
    private func bringUpToDate(_ upstream: Upstream, _ node: Node) {
        withRunner { runner in
            let isLinking = isLinked || runner.isLinking
            if runner.hasVisited(node), node.isLinked || !isLinking { return }
            if isLinked, !isOnDemand, runner.computeWherePutOff(node) { return }
            if isLinked {
                runner.linking(above: Int(heightAtStart)) {
                    // A computation may observe and leave it.
                    repeat { upstream.link(in: home) } while !node.isLinked
                }
            } else if isLinking {
                upstream.link(in: runner.homeToLink?.takeUnretainedValue())
            } else {
                upstream.refresh()
            }
        }
    }

    /// Adds an input.
    private func add(_ upstream: Upstream, _ node: Node) {
        var slot = Slot(holding: upstream, node)
        if isLinked {
            shareHome(with: node)
            slot.edge = hang(below: node, as: 0)
            node.traits.insert(.hasTrackedDependent)
        } else if node.isLinked, !node.isUsed, !withRunner({ $0.isLinking }) {
            // The closure has ended the last observation.
            node.unlinkFromInputs()
        }
        hasReadOther = true
        slots.append(slot)
        cursor += 1
    }

    /// Notes the version that was read of the last input, while this node is not linked.
    private func noteVersion(of node: Node, _ address: UnsafeMutableRawPointer) {
        let last = cursor - 1
        if last >= 0, slots[last].address == address { slots[last].version = node.version }
    }

    /// Unlinks the former inputs that the closure has not read any more.
    @usableFromInline
    @inline(never)
    func dropRest() {
        if cursor < slots.count { slots.setApart(from: cursor) }
        stamp = 0
        hasReadOther = false
        settledTurn = 0
        withThread { thread in
            while let slot = slots.removeFirstOfRest() {
                slot.node._withUnsafeGuaranteedRef { source in
                    // Without an edge, the visit that links this node has linked it first.
                    if let edge = slot.edge { source.remove(edge) }
                    if source.isLinked, !source.isUsed { source.unlinkFromInputs() }
                }
                thread.discard(slot.upstream)
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
