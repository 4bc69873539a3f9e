// A node that only tracked nodes read is not computed as long as it is open whether they will read it again:
// `read(isValid) ? read(parsed) : 0` never computes `parsed` where it is not valid.
//
// A node is put off when its turn comes, and stays marked, unless one of its dependents reads it if it computes at all:
// one that is not tracked, or one that reads it before all else, or after what is settled and has not changed. What reads it
// and is not marked yet becomes a suspect. A tracked node that computes has what it reads computed then, and
// leaves the rest. A suspect has what it has read computed in the same order, until something of it has changed.

extension TurnRunner {
    /// Returns whether a node whose turn has come is not to be computed now.
    @inline(never)
    func putsOff(_ node: Node) -> Bool {
        if node.traits.contains(.hasTrackedDependent), putOff(node) { return true }
        node.tracked?.putOffDepth = 0
        return node.traits.contains(.isSuspect) && node.tracked?.hasReasonToCompute() == false
    }

    private func putOff(_ node: Node) -> Bool {
        let depth = node.tracked?.putOffDepth ?? 0
        guard node.first == nil, Int(depth) < ChangingNode.depthLimit else { return false }
        if isSureToBeRead(node) { return false }
        let hasSuspects = node.isAnyDependent { _, dependent in !dependent.isDirty }
        node.isDirty = true
        var cursor = node.firstDependent
        while let edge = cursor {
            cursor = edge.pointee.next
            edge.pointee.target._withUnsafeGuaranteedRef { dependent in
                guard let tracked = dependent.tracked else { return }
                tracked.putOffDepth = max(tracked.putOffDepth, depth + 1)
                if !hasSuspects || dependent.isDirty { return }
                dependent.isDirty = true
                dependent.traits.insert(.isSuspect)
                if !dependent.isQueued { queue.insert(dependent) }
            }
        }
        return true
    }

    /// Returns whether a dependent of a node reads it if it computes.
    private func isSureToBeRead(_ node: Node) -> Bool {
        node.isAnyDependent { edge, dependent in dependent.tracked?.readsFirst(edge) ?? true }
            || node.isAnyDependent { edge, dependent in
                guard !dependent.isDirty, let tracked = dependent.tracked else { return false }
                return tracked.isSure(toRead: edge, at: node.height, in: number)
            }
    }

    /// Computes a node that was put off in this turn, since it is read. Returns false if it is another that is marked.
    func computeWherePutOff(_ node: Node) -> Bool {
        guard phase == .spreading, node.isLinked, node.isDirty, !node.isQueued else { return false }
        node.tracked?.putOffDepth = 0
        if node.traits.contains(.isSuspect), node.tracked?.hasReasonToCompute() == false { return true }
        node.isDirty = false
        guard node.runComputation() else { return true }
        node.version &+= 1
        pending.append(node)
        queue.insertDependents(ofRead: node)
        return true
    }
}

extension Node {
    /// Returns whether a condition holds for an edge to a dependent.
    @inline(__always)
    fileprivate final func isAnyDependent(where isWanted: (UnsafeMutablePointer<Edge>, Node) -> Bool) -> Bool {
        var cursor = firstDependent
        while let edge = cursor {
            cursor = edge.pointee.next
            if edge.pointee.target._withUnsafeGuaranteedRef({ isWanted(edge, $0) }) { return true }
        }
        return false
    }
}

extension ChangingNode {
    /// Returns whether an input is what this node reads before all else.
    @inline(__always)
    fileprivate final func readsFirst(_ edge: UnsafeMutablePointer<Edge>) -> Bool {
        slots.count > 0 && slots[0].edge == edge
    }

    /// Returns whether this node, if it computes, will read an input again: all that it has read before that is settled,
    /// and has not changed. Each is looked at once in a turn, for it stays so.
    ///
    /// - Parameters:
    ///   - height: All that is not marked, and not higher than this, is settled.
    ///   - turn: The number of the turn.
    fileprivate final func isSure(toRead edge: UnsafeMutablePointer<Edge>, at height: Int, in turn: UInt64) -> Bool {
        if settledTurn != turn { (settledTurn, settledCount) = (turn, 0) }
        var isSure = true
        let isFound = isAnyInput(from: settledCount) { source, index in
            settledCount = index
            if slots[index].edge == edge { return true }
            isSure = !source.isDirty && source.height <= height
            return !isSure
        }
        if !isFound { settledCount = slots.count }
        return isSure
    }
}
