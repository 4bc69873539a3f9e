import MillraceBase

/// A name, in a block of its own.
final class NameTag {
    let name: String

    init(_ name: String) { self.name = name }
}

/// The traits that few nodes have, in one byte: a node has no room for further flags.
@usableFromInline
struct Traits: OptionSet {
    @usableFromInline var rawValue: UInt8

    @usableFromInline
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It is notified which of its inputs change.
    static var notesChanges: Traits { Traits(rawValue: 1) }

    /// It is a ``TrackedNode``.
    static var isTracked: Traits { Traits(rawValue: 2) }

    /// A tracked node depends on it.
    static var hasTrackedDependent: Traits { Traits(rawValue: 4) }

    /// It is marked although none of its inputs is known to have changed: one may, which was put off.
    static var isSuspect: Traits { Traits(rawValue: 8) }

    /// Whether the turn must look closer before it computes the node.
    @inline(__always) var needAttention: Bool { rawValue >= Traits.hasTrackedDependent.rawValue }
}

/// A node of the graph: the part of an observable that does not depend on the type of its value.
///
/// The links that a node inherits from ``Source`` are its observers; the edges are the derived nodes that depend on it.
/// A node is *linked* while it has either: then the turn computes it, once, after its inputs. Otherwise it is computed
/// when it is read.
@usableFromInline
package class Node: Source {
    // The fields that a turn touches come first, so that they share two cache lines.

    /// Whether something that it reads has changed since its last computation. Only linked nodes are marked.
    @exclusivity(unchecked) @usableFromInline final var isDirty = false

    /// Whether it is in the turn's ``HeightQueue``. It may have been computed there already, because it was read.
    @exclusivity(unchecked) @usableFromInline final var isQueued = false

    /// Whether it is in the turn's ``PendingNodes``, or its observers are being called.
    @exclusivity(unchecked) @usableFromInline final var isPending = false

    /// Whether `compute` is running: code that reads the node meanwhile closes a cycle.
    @exclusivity(unchecked) @usableFromInline final var isComputing = false

    @exclusivity(unchecked) @usableFromInline final var traits: Traits = []

    /// Whether a dependent was removed since a turn has begun to walk them.
    @exclusivity(unchecked) final var hasLostDependent = false

    /// Whether it has changed and its dependents are not marked yet: see `TurnRunner.lone`.
    @exclusivity(unchecked) final var isLone = false

    /// Whether a visit is checking the inputs of this node.
    @exclusivity(unchecked) final var isVisited = false

    @exclusivity(unchecked) @usableFromInline final var storedHeight: Int32

    /// The number of inputs of a linked ``ComputedNode``.
    @exclusivity(unchecked) final var storedInputCount: Int32 = 0
    @exclusivity(unchecked) @usableFromInline final var firstDependent: UnsafeMutablePointer<Edge>?

    /// The next node of its bucket in the ``HeightQueue``.
    @exclusivity(unchecked) final var nextQueued: Unmanaged<Node>?

    /// The number of changes of the value.
    @exclusivity(unchecked) @usableFromInline final var version: UInt64 = 1

    /// The version that the observers are receiving; it differs from `version` when one of them sets the value.
    @exclusivity(unchecked) @usableFromInline final var settledVersion: UInt64 = 1

    /// The next node in the list of ``PendingNodes``.
    @exclusivity(unchecked) final var nextPending: Unmanaged<Node>?
    @usableFromInline final let cell: Cell

    /// The last traversal that visited this node; see `Upstream.refresh()`.
    @exclusivity(unchecked) final var traversal: UInt64 = 0
    @exclusivity(unchecked) final var lastDependent: UnsafeMutablePointer<Edge>?

    /// The name of the observable, which few have: see `Observable.named(_:)`.
    @exclusivity(unchecked) private final var nameTag: NameTag?

    fileprivate init(cell: Cell, height: Int) {
        self.cell = cell
        storedHeight = Int32(height)
    }

    /// Creates a node whose value is set from outside.
    @usableFromInline
    package init(root cell: Cell) {
        self.cell = cell
        storedHeight = 0
        super.init()
        isRoot = true
    }

    /// Runs on any thread: it passes its dependents on to be released and touches nothing else.
    deinit {
        guard firstDependent != nil else { return }
        withThread { thread in
            var cursor = firstDependent
            while let edge = cursor {
                cursor = edge.pointee.next
                thread.discard(edge.pointee.target)
                Edge.release(edge)
            }
            thread.releaseDiscarded()
        }
    }

    override var kind: String { "Observable\(cell.typeArgument)" }
    final override var name: String? {
        get { nameTag?.name }
        set { nameTag = newValue.map(NameTag.init) }
    }

    final override package func lastLinkLeft() {
        if !isUsed { unlinkFromInputs() }
    }

    /// Nodes that must compute after this one although they do not read it.
    var followers: [Node] { [] }

    /// Whether it must compute when it is linked, also if nothing has changed since it was read.
    var computesToLink: Bool { false }

    /// Called when an input has changed, if it has the trait.
    func inputChanged(at index: Int) {}

    /// Called with each node that is made while this one computes, if it has asked for this: see `TurnRunner.making(by:_:)`.
    func made(_ node: Node) {}

    /// Ends the process because the node's computation reads the node.
    @inline(never)
    func stopCycle() -> Never {
        stop(
            """
            Observable.value: \(label) is read by its own computation. \
            To fix: break the cycle; what an observable is derived from must not depend on it.
            """
        )
    }

    /// Called when the node gets its first observer or dependent.
    func becameLinked() {}

    /// Called when the node has lost its last observer or dependent.
    func becameUnlinked() {}
}

/// A node whose value is computed from those of other nodes: its inputs.
@usableFromInline
package class ComputedNode: Node {
    /// Computes the value from the inputs and returns whether it is passed on. Not optional, so that calling it needs
    /// no copy of the closure, which would be counted.
    @usableFromInline final let compute: (Node) -> Bool

    /// The sum of the inputs' versions, plus one, when the value was computed. Versions only grow, so an equal sum
    /// means that nothing changed. Zero if the value was never computed.
    @exclusivity(unchecked) final var computedFrom: UInt64 = 0

    /// The inputs, while linked; of a tracked node nil.
    @exclusivity(unchecked) final var inputs: InputBlock?

    @usableFromInline
    package init(cell: Cell, height: Int, compute: @escaping (Node) -> Bool) {
        self.compute = compute
        super.init(cell: cell, height: height)
    }

    /// Runs on any thread, as that of its superclass.
    deinit { takeInputs { _ in false } }
}

// MARK: - Computing

extension Node {
    /// Calls a closure with this node, which is computed and not set. The node is not counted.
    @inline(__always)
    final func asComputed<Result>(_ body: (ComputedNode) -> Result) -> Result {
        Unmanaged.passUnretained(unsafeDowncast(self, to: ComputedNode.self))._withUnsafeGuaranteedRef(body)
    }

    /// Ends the process because the node is observed, and was set while another computes.
    @inline(never)
    final func requireUnobserved() {
        if !isUsed { return }
        stop(
            """
            Variable.value: \(label) was set while a derived observable computes. \
            To fix: set it in an observer or in a store's handler; what derives observables only computes.
            """
        )
    }

    /// Computes the value and returns whether it is passed on.
    @inline(__always)
    final func runComputation() -> Bool {
        Unmanaged.passUnretained(unsafeDowncast(self, to: ComputedNode.self))._withUnsafeGuaranteedRef { node in
            if node.isComputing { node.stopCycle() }
            node.isComputing = true
            let passesOn = node.compute(node)
            node.isComputing = false
            return passesOn
        }
    }

    /// Reports a read of a value that is being changed in place.
    @inlinable
    @inline(__always)
    package final func requireReadable() {
        if cell.isHandedOut { reportHandedOut() }
    }

    /// Reports that a value is replaced by the computation that is using it.
    @usableFromInline
    @inline(never)
    final func stopSettingLent() -> Never {
        stop(
            """
            Variable.value: \(label) was set by a computation that reads it. \
            To fix: set it in an observer or in a store's handler; what derives observables only computes.
            """
        )
    }

    @usableFromInline
    final func reportHandedOut() {
        let handling = withThread { $0.handling?.takeUnretainedValue() }
        let order = handling as? any HandlingOrder
        if let order, order.allowsReading(cell) { return }
        let place = order?.place(changing: cell)
        stop(
            """
            Observable.value: \(label) was read while its value is being changed in place. \
            To fix: use the value that was handed in as `inout`; the `deinit` of a value within it must not read it, either.
            """,
            file: place?.file ?? #fileID,
            line: place?.line ?? #line
        )
    }

    /// Handles a value that was computed again before any of its waiting observers was called: when a turn begins with
    /// nodes that were read in a batch, between one set and the next.
    @inline(never)
    final func settleAgain() {
        if isDelivering { stopNestedDelivery() }
        settledVersion = version
        if cell.keepsSettled, let settled = cell.takeKept() { letGoLater(settled) }
    }

    /// Calls the observers that have not seen the settled value yet.
    @inline(__always)
    final func deliver() {
        if cell.keepsFormer { cell.letGoOfKept() }
        callOneOrMore()
        isPending = false
        if cell.keepsSettled { cell.letGoOfKept() }
    }

    /// Calls the observers, of which there usually is one: so the loop, which needs more registers, is a function of
    /// its own.
    @inline(__always)
    final func callOneOrMore() {
        if let link = first {
            if isDelivering { stopNestedDelivery() }
            isDelivering = true
            if link.toOpaque() == last?.toOpaque() { call(link) } else { callMany() }
            isDelivering = false
        }
        if needsAttention.load(ordering: .relaxed) { pruneAfterDelivery() }
    }

    @inline(never)
    private final func stopNestedDelivery() -> Never {
        stop(
            """
            Turn.run: \(label) was set by a turn apart, while observers of it are being called. \
            To fix: where a graph of another home is used, set nothing of the graph whose turn is interrupted; set it \
            afterwards.
            """
        )
    }

    @inline(never)
    private final func callMany() {
        guard var cursor = first, let end = last else { return }
        repeat { call(cursor) } while advance(&cursor, to: end)
    }

    @inline(__always)
    private final func call(_ link: Unmanaged<Link>) {
        link._withUnsafeGuaranteedRef {
            let observer = unsafeDowncast($0, to: ObserverLink.self)
            if observer.seenVersion < settledVersion, !observer.isCancelled.load(ordering: .relaxed) {
                observer.seenVersion = settledVersion
                observer.receive()
            }
        }
    }

    @inline(never)
    private final func pruneAfterDelivery() { pruneMarked() }
}
