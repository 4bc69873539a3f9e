/// What an observable owns: its node, and the upstreams of all it is derived from.
///
/// Ownership goes upward here, from what the user holds to the roots, and downward in the nodes, from the roots to the
/// observers; the two meet in nobody, so there is no cycle, and dropping everything frees everything in any order.
@usableFromInline
package final class Upstream {
    @usableFromInline package let node: Node
    @exclusivity(unchecked) private var inputs: [Upstream]

    /// The observable that a switch has switched to, where this is the upstream of a `flatMapLatest`.
    @exclusivity(unchecked) var inner: Upstream?

    /// A signal that is held: `hold` keeps what is above it alive.
    @exclusivity(unchecked) private var heldSignal: AnyObject?

    @usableFromInline
    package init(node: Node, inputs: [Upstream] = [], holding heldSignal: AnyObject? = nil) {
        self.node = node
        self.inputs = inputs
        self.heldSignal = heldSignal
    }

    /// Runs on any thread: it hands what it owns on to be released and touches nothing else.
    deinit {
        guard !inputs.isEmpty || inner != nil || heldSignal != nil else { return }
        withThread { thread in
            for input in inputs { thread.discard(Unmanaged.passRetained(input)) }
            if let inner { thread.discard(Unmanaged.passRetained(inner)) }
            if let heldSignal { thread.discard(Unmanaged.passRetained(heldSignal)) }
            inputs = []
            inner = nil
            heldSignal = nil
            thread.releaseDiscarded()
        }
    }

    var inputCount: Int { inner == nil ? inputs.count : inputs.count + 1 }

    func input(at index: Int) -> Upstream? {
        index < inputs.count ? inputs[index] : index == inputs.count ? inner : nil
    }

    /// The height of a node that reads these.
    @usableFromInline
    static func height(above inputs: [Upstream]) -> Int {
        var height = withTurn { $0.maker?.height ?? -1 }
        for input in inputs { height = max(height, input.node.height) }
        return height + 1
    }
}

extension Upstream {
    /// Brings the node's value up to date.
    @inlinable
    package func refresh() {
        if !node.isDerived { return }
        refreshDerived()
    }

    @usableFromInline
    func refreshDerived() {
        let turn = currentTurn().takeUnretainedValue()
        if turn.isNested, let other = turn.interruptedTurn(of: node.home) {
            return turn.resume(other) { _ in refreshDerived() }
        }
        if node.isLinked && turn.isPresent(node) { return }
        turn.visit(Reading(node, self), linking: false)
    }

    /// Brings the node's value up to date and links it, so that turns keep it so.
    ///
    /// - Parameter home: Where those live who link it, if that is known: what knows no home yet takes this one.
    package func link(in home: Home? = nil) {
        if node.isLinked { return refresh() }
        let turn = currentTurn().takeUnretainedValue()
        if let other = turn.interruptedTurn(of: node.home) {
            return turn.resume(other) { $0.visit(Reading(node, self), linking: true, in: home) }
        }
        turn.visit(Reading(node, self), linking: true, in: home)
    }
}

extension Node {
    /// Brings a linked node up to date in mid-turn, for one that is below it and so does not hold its upstream.
    @usableFromInline
    final func refreshLinked() {
        let turn = currentTurn().takeUnretainedValue()
        if let other = turn.interruptedTurn(of: home) { return turn.resume(other) { _ in refreshLinked() } }
        if isLinked, !turn.isPresent(self) { turn.visit(Reading(self, nil), linking: false) }
    }
}

/// A node that is read, with its inputs: those that its upstream owns, or, for one that is read from below and has none
/// at hand, those that it is linked to.
private struct Reading {
    let node: Node
    let upstream: Upstream?

    init(_ node: Node, _ upstream: Upstream?) {
        self.node = node
        self.upstream = upstream
    }

    var inputCount: Int { upstream?.inputCount ?? node.inputCount }

    /// An input. Nil for one that is gone.
    func input(at index: Int) -> Reading? {
        guard let upstream else { return node.input(at: index).map { Reading($0, nil) } }
        return upstream.input(at: index).map { Reading($0.node, $0) }
    }

    var inputs: some Sequence<Node?> { (0..<inputCount).lazy.map { input(at: $0)?.node } }

    /// Whether a visit need not look further.
    func isPresent(_ traversal: UInt64, _ turn: Turn, linking: Bool) -> Bool {
        if node.traversal == traversal { return true }
        if node.isLinked { return turn.isPresent(node) }
        return !node.isDerived && !linking
    }

    func computeIfNeeded(_ turn: Turn) {
        guard node.isDerived else { return }
        if node.isComputing { node.stopCircle() }
        for input in inputs { input?.requireReadable() }
        if node.isLinked {
            guard node.isDirty else { return }
            node.isDirty = false
            if turn.computes(node) { turn.changedOnRead(node) }
        } else {
            guard node.computedFrom != Node.sum(ofVersions: inputs) else { return }
            let isFirst = node.computedFrom == 0
            let passesOn = turn.computes(node)
            if passesOn || isFirst { node.version &+= 1 }
            node.computedFrom = Node.sum(ofVersions: inputs)
            if node.cell.keepsFormer { turn.letGoOfFormer(of: node) }
        }
    }

    /// Links the node below its inputs, which have been visited, so that they are linked; unless a computation of one
    /// has observed and left another meanwhile.
    func link(in home: Home?) {
        guard let upstream else { return }
        for index in 0..<upstream.inputCount {
            if let input = upstream.input(at: index), !input.node.isLinked { input.link(in: home) }
        }
        // The homes of those above come first.
        node.link(to: inputs.compactMap { $0 })
        node.takesHome(home)
    }
}

extension Turn {
    /// Visits what a node is derived from, inputs first, with a stack of its own: depth is free.
    fileprivate func visit(_ reading: Reading, linking: Bool, in home: Home? = nil) {
        beginVisit()
        let wasLinking = exchange(&isLinking, with: linking)
        defer {
            isLinking = wasLinking
            endVisit()
        }
        let traversal = thread.nextTraversal()
        var path: [(reading: Reading, nextInput: Int)] = [(reading, 0)]
        while let (reading, nextInput) = path.last {
            let node = reading.node
            if nextInput == 0, reading.isPresent(traversal, self, linking: linking) {
                path.removeLast()
            } else if nextInput < reading.inputCount {
                if nextInput == 0, node.isVisited { node.stopCircle() }
                node.isVisited = true
                path[path.count - 1].nextInput += 1
                if let input = reading.input(at: nextInput) { path.append((input, 0)) }
            } else {
                node.isVisited = false
                node.traversal = traversal
                path.removeLast()
                reading.computeIfNeeded(self)
                if linking, !node.isLinked { reading.link(in: home) }
            }
        }
    }
}
