/// An observable that one can set.
///
/// ```swift
/// let name = Variable("Ada")
/// let subscription = name.map { "Hello, \($0)" }.observe { print($0) }   // prints Hello, Ada
/// name.value = "Grace"                                                   // prints Hello, Grace
/// ```
///
/// Hand it out as an ``Observable`` where others shall only read.
public final class Variable<Value>: Observable<Value> {
    /// Makes a variable with its first value.
    ///
    /// - Parameters:
    ///   - value: The first value.
    ///   - home: Where the variable belongs, if that is said and not learned: see ``Home``.
    public init(_ value: Value, in home: Home? = nil) {
        let box = Box(value)
        let node = VariableNode(cell: box)
        node.takesHome(home)
        super.init(box: box, upstream: Upstream(node: node))
    }

    /// The present value. Setting it runs a turn: when the assignment is over, every derived observable and every
    /// observer has seen it.
    ///
    /// Setting notifies also when the new value equals the old (law O3). Within a `batch` and within an observer the
    /// turn comes later, and the new value reads back at once (O7).
    ///
    /// - Complexity: O(n) for the n observables and observers that the change reaches. Nothing is allocated.
    @inlinable
    public var value: Value {
        get {
            upstream.node.requireReadable()
            return box.value
        }
        set {
            // Borrowed, here and in `withTurn`: counting references would take longer than all the rest.
            Unmanaged.passUnretained(upstream.node)._withUnsafeGuaranteedRef { box.set(newValue, of: $0) }
        }
    }

    /// Changes the value in place, without copying it, and runs a turn.
    ///
    /// ```swift
    /// names.update { $0.append("Edsger") }
    /// ```
    ///
    /// Reading the variable, or what derives from it, within `body` is a programmer's error: use what is handed in.
    /// What `body` sets elsewhere is part of the same turn. If `body` throws, what it has done until then stays and is
    /// notified.
    @inlinable
    public func update<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let node = upstream.node
        let turn = currentTurn().takeUnretainedValue()
        return try turn.collect { () throws(Failure) in
            // Marked as changed first, so that what derives from the value cannot pass for present meanwhile.
            turn.changed(node)
            return try box.update(of: node, body)
        }
    }
}

/// The node of a variable, which calls itself so.
private final class VariableNode: Node {
    override var kind: String { "Variable\(cell.typeArgument)" }
}
