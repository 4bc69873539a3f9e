/// An observable that can be set.
///
/// ```swift
/// let name = Variable("Ada")
/// let subscription = name.map { "Hello, \($0)" }.observe { print($0) }   // prints Hello, Ada
/// name.value = "Grace"                                                   // prints Hello, Grace
/// ```
///
/// Hand it out as an ``Observable`` to code that only reads it.
public final class Variable<Value>: Observable<Value> {
    /// Creates a variable with an initial value.
    ///
    /// - Parameters:
    ///   - value: The initial value.
    ///   - home: Where the variable belongs, if this is specified and not learned: see ``Home``.
    @inlinable
    public init(_ value: Value, in home: Home? = nil) {
        let box = Box(value)
        let node = VariableNode(root: box)
        if let home { node.takeHome(home) }
        super.init(box: box, upstream: node)
    }

    /// The present value. Setting it runs a turn: when the assignment is over, every derived observable and every
    /// observer has seen it.
    ///
    /// Setting notifies even if the new value is equal to the old one (law O3). Within a `batch` and within an observer
    /// the turn comes later, and reading returns the new value at once (O7).
    ///
    /// - Complexity: O(n) for the n observables and observers that the change reaches. Nothing is allocated.
    @export(implementation)
    public var value: Value {
        get {
            unsafeDowncast(upstream, to: Node.self).requireReadable()
            return box.value
        }
        set {
            // Borrowed, here and in `withRunner`: counting references would take longer than all the rest.
            Unmanaged.passUnretained(upstream)._withUnsafeGuaranteedRef {
                box.set(newValue, of: unsafeDowncast($0, to: Node.self))
            }
        }
    }

    /// Changes the value in place, without copying it, and runs a turn.
    ///
    /// ```swift
    /// names.update { $0.append("Edsger") }
    /// ```
    ///
    /// Reading the variable, or anything derived from it, within `body` is a precondition failure: use the argument.
    /// Values that `body` sets elsewhere are part of the same turn. If `body` throws, the changes it has made stay and
    /// are notified. Costs as much as setting ``value``.
    ///
    /// A part that `body` replaces within the value is released there and then, so its `deinit` must not read the
    /// variable. If it does, assign ``value`` instead: a former value is released after the turn.
    @export(implementation)
    public func update<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let node = upstream.node
        let runner = currentRunner().takeUnretainedValue()
        return try runner.collect { () throws(Failure) in
            // Marked as changed first, so that nothing derived from the value counts as up to date meanwhile.
            runner.noteChange(of: node)
            return try box.update(of: node, body)
        }
    }
}

/// The node of a variable, with its own name in messages.
@usableFromInline
final class VariableNode: Node {
    @usableFromInline
    override init(root cell: Cell) { super.init(root: cell) }

    override var kind: String { "Variable\(cell.typeArgument)" }
}
