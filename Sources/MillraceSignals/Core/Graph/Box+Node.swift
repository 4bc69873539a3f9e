// How the value of a node is changed: by its computation, or from outside, which runs a turn.

extension Box {
    /// Replaces the value of a node that computes.
    ///
    /// The previous value is kept while observers of the node still have to receive it. Otherwise it is kept until the
    /// turn has nothing more to compute, since its `deinit` may set anything.
    @inlinable
    @inline(__always)
    package func write(_ value: Value, of node: Node) {
        if node.isPending { keepSettled() }
        if _isPOD(Value.self) {
            stored = value
        } else if let former = exchange(&stored, with: value) {
            keepFormer(former)
        }
    }

    /// Changes parts of the value of a node that computes; the caller releases replaced parts later.
    @inlinable
    func change(of node: Node, _ body: (inout Value) -> Void) {
        if node.isPending { keepSettled() }
        withUnsafeMutableBytes(of: &stored) { bytes in
            body(&bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Value.self).pointee)
        }
    }

    /// Replaces the value of a node that is set from outside, and runs the turn or leaves it to the one that follows.
    /// The previous value is released afterwards.
    @inlinable
    @inline(__always)
    package func set(_ value: Value, of node: Node) {
        node.requireReadable()
        if node.isPending { keepSettled() }
        let former = exchange(&stored, with: value)
        nodeChanged(node)
        letGo(former)
    }

    /// Changes the value of a node in place. Reading it meanwhile is an error that the node reports.
    @inlinable
    package func update<Result, Failure: Error>(
        of node: Node,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        node.requireReadable()
        if node.isPending { keepSettled() }
        isHandedOut = true
        defer { isHandedOut = false }
        // The payload of an optional is at its start, and the box of a value that is set is never empty.
        return try withUnsafeMutableBytes(of: &stored) { bytes throws(Failure) in
            try body(&bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Value.self).pointee)
        }
    }
}
