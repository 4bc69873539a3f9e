import MillraceBase

// How the value of a node is changed: by its computation, or from outside, which runs a turn.

extension Box {
    /// Replaces the value of a node that computes.
    ///
    /// The previous value is kept while observers of the node still have to receive it. Otherwise it is kept until the
    /// turn has nothing more to compute, since its `deinit` may set anything.
    @inlinable
    @inline(__always)
    package func write(_ value: Value, of node: Node) {
        requireNotLent(of: node)
        if node.isPending { keepSettled() }
        if _isPOD(Value.self) {
            stored = value
        } else if let former = exchange(&stored, with: value) {
            keepFormer(former)
        }
    }

    /// Where the value is, for as long as this box lives. The payload of an optional is at its start, and a value that
    /// has been computed or set is never empty.
    @inlinable var place: UnsafeMutablePointer<Value> {
        @inline(__always) get {
            withUnsafeMutableBytes(of: &stored) {
                $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Value.self)
            }
        }
    }

    /// Calls a closure with the value, for the computation of a node that reads it.
    ///
    /// A linked node is lent the value, and gets no copy: copying a state of ten fields takes longer than all the rest
    /// of a selection. The value can be read meanwhile. But it must not be replaced. A linked node observes the cells
    /// that it reads, so setting one while nodes compute traps in any case; `isLent` is for a closure that ends this
    /// observation and sets such a cell.
    ///
    /// A cell that an unlinked node reads may be set while the node computes, so it gets a copy.
    @inlinable
    @inline(__always)
    func lend<Result>(to node: Node, _ use: (Value) -> Result) -> Result {
        if _isPOD(Value.self) || !node.isLinked { return use(value) }
        let wasLent = exchange(&isLent, with: true)
        let result = withValue(at: place, use)
        isLent = wasLent
        return result
    }

    /// Calls an observer with the value that it is to receive: the settled one.
    ///
    /// It gets no copy: for a state of ten fields that would take as long as the rest of a dispatch. The observer may
    /// set anything. But while it runs the node is pending, so code that replaces the value keeps it, until all
    /// observers have received it. A turn that runs apart within the observer cannot deliver the same node: that traps.
    @inlinable
    @inline(__always)
    func show(to observer: (Value) -> Void) {
        let settled = keepsSettled ? kept.unsafelyUnwrapped : place
        if _isPOD(Value.self) {
            return (9...32).contains(MemoryLayout<Value>.size)
                ? pass(settled.pointee, to: observer) : observer(settled.pointee)
        }
        withValue(at: settled, observer)
    }

    /// Ends the process if the value that is about to be replaced is lent.
    @inlinable
    @inline(__always)
    func requireNotLent(of node: Node) {
        if !_isPOD(Value.self), isLent { node.stopSettingLent() }
    }

    /// Changes parts of the value of a node that computes; the caller releases replaced parts later.
    @inlinable
    package func change(of node: Node, _ body: (inout Value) -> Void) {
        requireNotLent(of: node)
        if node.isPending { keepSettled() }
        body(&place.pointee)
    }

    /// Replaces the value of a node that is set from outside, and runs the turn or leaves it to the one that follows.
    /// The previous value is released afterwards.
    @inlinable
    @inline(__always)
    package func set(_ value: Value, of node: Node) {
        if isHandedOut { node.reportHandedOut() }
        requireNotLent(of: node)
        if node.isPending { keepSettled() }
        let former = exchange(&stored, with: value)
        noteChange(of: node)
        letGo(former)
    }

    /// Changes the value of a node in place. Reading it meanwhile is an error that the node reports.
    @inlinable
    package func update<Result, Failure: Error>(
        of node: Node,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isHandedOut { node.reportHandedOut() }
        requireNotLent(of: node)
        if node.isPending { keepSettled() }
        isHandedOut = true
        defer { isHandedOut = false }
        return try body(&place.pointee)
    }
}
