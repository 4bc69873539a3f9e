/// An edge of the graph, as stored by the node that is read: one derived node that depends on it.
///
/// The node that is read owns the edge, and with it one reference to the node that reads. So a source owns what is
/// below it, and nothing holds what is above.
@usableFromInline
struct Edge {
    @usableFromInline var next: UnsafeMutablePointer<Edge>?
    var previous: UnsafeMutablePointer<Edge>?
    @usableFromInline let target: Unmanaged<Node>

    /// The position of the node that is read among the inputs of the node that reads it.
    let index: Int

    /// Returns the node that reads, having notified it, if it notes which of its inputs change.
    @inline(__always)
    var notifiedTarget: Unmanaged<Node> {
        target._withUnsafeGuaranteedRef { if $0.notesChanges { $0.inputChanged(at: index) } }
        return target
    }
}

/// An edge, as stored by the node that reads: enough to unlink it while the source is alive, and nothing afterwards.
struct Input {
    weak var source: Node?
    var edge: UnsafeMutablePointer<Edge>
}

/// A name, in a block of its own.
final class NameTag {
    let name: String

    init(_ name: String) { self.name = name }
}

/// A node of the graph: the part of an observable that does not depend on the type of its value.
///
/// The links that a node inherits from ``Source`` are its observers; the edges are the derived nodes that depend on it.
/// A node is *linked* while it has either: then the turn computes it, once, after its inputs. Otherwise it is computed
/// when it is read.
@usableFromInline
package class Node: Source {
    // The fields that a turn touches come first, so that they share two cache lines.

    @exclusivity(unchecked) @usableFromInline final var isDirty = false
    @exclusivity(unchecked) @usableFromInline final var isQueued = false
    @exclusivity(unchecked) @usableFromInline final var isPending = false
    @exclusivity(unchecked) @usableFromInline final var isComputing = false

    /// Whether it is notified which of its inputs change.
    @exclusivity(unchecked) final var notesChanges = false

    /// Whether a dependent was removed since a turn has begun to walk them.
    @exclusivity(unchecked) final var hasLostDependent = false

    /// Whether it has changed and its dependents are not marked yet: see `Turn.lone`.
    @exclusivity(unchecked) final var isLone = false

    /// Whether a visit is checking what this node is derived from.
    @exclusivity(unchecked) final var isVisited = false
    @exclusivity(unchecked) final var isLinked = false

    /// Whether the value is computed from inputs; that of a root is set from outside.
    @usableFromInline final let isDerived: Bool

    @exclusivity(unchecked) private final var storedHeight: Int32
    @exclusivity(unchecked) private final var storedInputCount: Int32 = 0

    /// Computes the value from the inputs and returns whether it is passed on. Not optional, so that calling it needs
    /// no copy of the closure, which would be counted.
    @usableFromInline final let compute: (Node) -> Bool
    @exclusivity(unchecked) @usableFromInline final var firstDependent: UnsafeMutablePointer<Edge>?
    @exclusivity(unchecked) final var nextQueued: Unmanaged<Node>?

    /// The number of changes of the value.
    @exclusivity(unchecked) @usableFromInline final var version: UInt64 = 1

    /// The version that the observers are receiving; it differs from `version` when one of them sets the value.
    @exclusivity(unchecked) @usableFromInline final var settledVersion: UInt64 = 1
    @exclusivity(unchecked) final var nextPending: Unmanaged<Node>?
    @usableFromInline final let cell: Cell

    /// The sum of the inputs' versions, plus one, when the value was computed. Versions only grow, so an equal sum
    /// means that nothing changed. Zero if the value was never computed.
    @exclusivity(unchecked) final var computedFrom: UInt64 = 0

    /// The last traversal that visited this node; see `Upstream.refresh()`.
    @exclusivity(unchecked) final var traversal: UInt64 = 0
    @exclusivity(unchecked) final var lastDependent: UnsafeMutablePointer<Edge>?

    /// The parts of the first ``Input``, while linked: most nodes have one, which needs no memory of its own. Stored
    /// separately, since a structure with a weak reference is copied and moved by calls of the runtime.
    @exclusivity(unchecked) private final weak var firstSource: Node?
    @exclusivity(unchecked) private final var firstEdge: UnsafeMutablePointer<Edge>?
    @exclusivity(unchecked) private final var furtherInputs: UnsafeMutablePointer<Input>?

    /// The name of the observable, which few have: see `Observable.named(_:)`.
    @exclusivity(unchecked) private final var nameTag: NameTag?

    /// Creates a node that computes its value.
    ///
    /// There are two initialisers, and not one with an optional closure: a closure that passes through an optional is
    /// wrapped in another, which every computation would call first.
    @usableFromInline
    package init(cell: Cell, height: Int, compute: @escaping (Node) -> Bool) {
        self.cell = cell
        storedHeight = Int32(height)
        self.isDerived = true
        self.compute = compute
    }

    /// Creates a node whose value is set from outside.
    @usableFromInline
    package init(root cell: Cell) {
        self.cell = cell
        storedHeight = 0
        isDerived = false
        compute = { _ in false }
    }

    /// Runs on any thread: it passes its dependents on to be released and touches nothing else.
    deinit {
        if furtherInputs != nil { freeFurtherInputs() }
        guard firstDependent != nil else { return }
        withThread { thread in
            var cursor = firstDependent
            while let edge = cursor {
                cursor = edge.pointee.next
                thread.discard(edge.pointee.target)
                freeBlock(edge)
            }
            thread.releaseDiscarded()
        }
    }

    override var kind: String { "Observable\(cell.typeArgument)" }
    final override var name: String? { givenName }

    final var givenName: String? {
        get { nameTag?.name }
        set { nameTag = newValue.map(NameTag.init) }
    }

    final override package func lastLinkLeft() {
        if !isUsed { unlinkFromInputs() }
    }

    /// Nodes that must compute after this one although they do not read it.
    var followers: [Node] { [] }

    /// Called when an input has changed, if `notesChanges` is set.
    func inputChanged(at index: Int) {}

    /// Called with each node that is made while this one computes, if it has asked for this: see `Turn.making(by:_:)`.
    func made(_ node: Node) {}

    /// Ends the process because the node's computation reads the node.
    @inline(never)
    func stopCircle() -> Never {
        stop(
            """
            Observable.value: \(label) is read by its own computation. \
            To fix: break the circle; what an observable is derived from must not depend on it.
            """
        )
    }

    /// Called when the node gets its first observer or dependent.
    func becameLinked() {}

    /// Called when the node has lost its last observer or dependent.
    func becameUnlinked() {}
}

// MARK: - Computing

extension Node {
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
    final func computes() -> Bool {
        Unmanaged.passUnretained(self)._withUnsafeGuaranteedRef { node in
            if node.isComputing { node.stopCircle() }
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

    @usableFromInline
    final func reportHandedOut() {
        let handled = withThread { $0.dispatched?.takeUnretainedValue() }
        if let order = handled as? any HandlingOrder, order.allowsReading(cell) { return }
        stop(
            """
            Observable.value: \(label) was read while its value is being changed in place. \
            To fix: use the value that was handed in as `inout`.
            """
        )
    }

    /// Handles a value that was computed again before any of its waiting observers was called: when a turn begins with
    /// what was read in a batch, between one set and the next.
    @inline(never)
    final func settleAgain() {
        settledVersion = version
        if cell.keepsSettled, let settled = cell.takeKept() { letGoLater(settled) }
    }

    /// Calls the observers that have not seen the settled value yet.
    @inline(__always)
    final func deliver() {
        if cell.keepsFormer { cell.forgetKept() }
        callObservers()
        isPending = false
        if cell.keepsSettled { cell.forgetKept() }
    }

    @inline(__always)
    private final func callObservers() {
        if var cursor = first, let end = last {
            isDelivering = true
            repeat { call(cursor) } while advance(&cursor, to: end)
            isDelivering = false
        }
        if needsAttention.load(ordering: .relaxed) { pruneAfterDelivery() }
    }

    /// Calls the observers, of which there usually is one: so the loop, which needs more registers, is a function of its
    /// own.
    @inline(__always)
    final func callOneOrMore() {
        guard let link = first, link.toOpaque() == last?.toOpaque() else { return callMany() }
        isDelivering = true
        call(link)
        isDelivering = false
        if needsAttention.load(ordering: .relaxed) { pruneAfterDelivery() }
    }

    @inline(never)
    private final func callMany() { callObservers() }

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

// MARK: - Inputs

extension Node {
    /// Greater than the height of everything this node reads. Rises while linked, never falls.
    @inline(__always)
    final var height: Int {
        get { Int(truncatingIfNeeded: storedHeight) }
        set { storedHeight = Int32(newValue) }
    }

    /// Returns an input, while this node is linked: nil for one that is gone.
    final func input(at index: Int) -> Node? { index == 0 ? firstSource : furtherInputs?[index - 1].source }

    /// The number of inputs while this node is linked.
    @inline(__always)
    final var inputCount: Int { Int(truncatingIfNeeded: storedInputCount) }

    /// The inputs that are still alive, while this node is linked.
    @inline(__always)
    final func forEachInput(_ body: (Node) -> Void) {
        if inputCount == 0 { return }
        if let source = firstSource { body(source) }
        guard let furtherInputs else { return }
        // By index, since a copy of an input would copy its weak reference.
        for index in 0..<inputCount - 1 {
            if let source = furtherInputs[index].source { body(source) }
        }
    }

    private final func freeFurtherInputs() {
        guard let inputs = exchange(&furtherInputs, with: nil) else { return }
        inputs.deinitialize(count: inputCount - 1)
        freeBlock(inputs)
    }

    /// Returns the sum of the versions of inputs, plus one: never zero, even without inputs.
    @inline(__always)
    static func sum(ofVersions forEachInput: ((Node) -> Void) -> Void) -> UInt64 {
        var sum: UInt64 = 1
        forEachInput { sum &+= $0.version }
        return sum
    }
}

// MARK: - Linking

extension Node {
    private final var isUsed: Bool { first != nil || firstDependent != nil }

    /// Links the node to its inputs, which must be linked and up to date.
    @inline(__always)
    final func link(toInputs count: Int, _ forEachInput: ((Node) -> Void) -> Void) {
        isLinked = true
        forEachInput { sharesHome(with: $0) }
        if count > 1 { furtherInputs = makeBlock(of: Input.self, count: count - 1) }
        var index = 0
        forEachInput { input in
            let edge = hang(below: input, as: index)
            if index == 0 {
                firstSource = input
                firstEdge = edge
            } else if let furtherInputs {
                (furtherInputs + (index - 1)).initialize(to: Input(source: input, edge: edge))
            }
            index += 1
        }
        storedInputCount = Int32(index)
        becameLinked()
    }

    /// Replaces the last input by another, which must be linked and up to date.
    final func relinkLast(to source: Node) {
        guard let furtherInputs else { return }
        let last = inputCount - 1
        let (left, edge) = (furtherInputs[last - 1].source, furtherInputs[last - 1].edge)
        sharesHome(with: source)
        furtherInputs[last - 1].edge = hang(below: source, as: last)
        furtherInputs[last - 1].source = source
        guard let source = left else { return }
        source.remove(edge)
        if !source.isUsed { source.unlinkFromInputs() }
        withThread { $0.releaseDiscarded() }
    }

    private final func hang(below source: Node, as index: Int) -> UnsafeMutablePointer<Edge> {
        let edge = makeBlock(of: Edge.self)
        edge.initialize(
            to: Edge(next: nil, previous: source.lastDependent, target: .passRetained(self), index: index)
        )
        if let last = source.lastDependent { last.pointee.next = edge } else { source.firstDependent = edge }
        source.lastDependent = edge
        if height <= source.height { raise(above: source) }
        return edge
    }

    /// Removes an edge from the list. Its reference is discarded.
    private final func remove(_ edge: UnsafeMutablePointer<Edge>) {
        let (before, after) = (edge.pointee.previous, edge.pointee.next)
        hasLostDependent = true
        if let before { before.pointee.next = after } else { firstDependent = after }
        if let after { after.pointee.previous = before } else { lastDependent = before }
        withThread { $0.discard(edge.pointee.target) }
        freeBlock(edge)
    }

    /// Unlinks this node, and all above it that nobody uses any more, in a loop: a chain of any length on a flat stack.
    private final func unlinkFromInputs() {
        let thread = currentThread().takeUnretainedValue()
        // The next one, and the others: usually there are none, which need no array.
        var next: Node? = self
        var further: [Node] = []
        while let node = next {
            next = nil
            if node.isLinked && !node.isUsed {
                node.unlink(on: thread) { source in
                    if next == nil { next = source } else { further.append(source) }
                }
            }
            if next == nil { next = further.popLast() }
        }
        thread.releaseDiscarded()
    }

    /// Unlinks this node, and calls a closure with each input that nobody uses any more.
    private final func unlink(on thread: ThreadState, _ leave: (Node) -> Void) {
        isLinked = false
        if isQueued || isPending || isComputing { thread.hold(.passRetained(self)) }
        var isStale = isDirty
        if !isStale { forEachInput { if $0.isLone { isStale = true } } }
        computedFrom = isStale ? 0 : Node.sum(ofVersions: forEachInput)
        isDirty = false
        if inputCount > 0 { unlinkInputs(leave) }
        becameUnlinked()
    }

    @inline(__always)
    private final func unlinkInputs(_ leave: (Node) -> Void) {
        if let source = firstSource, let edge = exchange(&firstEdge, with: nil) {
            source.remove(edge)
            if !source.isUsed { leave(source) }
        }
        // The weak reference is left in place: clearing it would cost another call of the runtime.
        if let furtherInputs {
            for index in 0..<inputCount - 1 {
                guard let source = furtherInputs[index].source else { continue }
                source.remove(furtherInputs[index].edge)
                if !source.isUsed { leave(source) }
            }
            freeFurtherInputs()
        }
        storedInputCount = 0
    }

    /// Raises this node above an input, and its dependents above itself. The queue notices when it removes a node.
    private final func raise(above input: Node) {
        height = input.height + 1
        var raised: [Node] = [self]
        while let node = raised.popLast() {
            func lift(_ dependent: Node) {
                guard dependent.height <= node.height else { return }
                if dependent === input { stopSwitchCircle() }
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

    final func stopSwitchCircle() -> Never {
        stop(
            """
            Observable.flatMapLatest: \(label) was switched to an observable that depends on it. \
            To fix: break the circle; return an observable that is not derived from the result.
            """
        )
    }
}
