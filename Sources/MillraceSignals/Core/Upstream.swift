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
        withTurn { turn in
            for input in inputs { turn.discard(Unmanaged.passRetained(input)) }
            if let inner { turn.discard(Unmanaged.passRetained(inner)) }
            if let heldSignal { turn.discard(Unmanaged.passRetained(heldSignal)) }
            inputs = []
            inner = nil
            heldSignal = nil
            turn.releaseDiscarded()
        }
    }

    private func input(at index: Int) -> Upstream? {
        index < inputs.count ? inputs[index] : index == inputs.count ? inner : nil
    }

    /// Everything this upstream's node reads at present.
    private var present: [Upstream] { inner.map { inputs + [$0] } ?? inputs }

    /// The height of a node that reads these.
    @usableFromInline
    static func height(above inputs: [Upstream]) -> Int {
        var height = withTurn { $0.switching?.height ?? -1 }
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
        visit(turn, linking: false)
    }

    /// Brings the node's value up to date and links it, so that turns keep it so.
    ///
    /// - Parameter home: Where those live who link it, if that is known: what knows no home yet takes this one.
    package func link(in home: Home? = nil) {
        if node.isLinked { return refresh() }
        let turn = currentTurn().takeUnretainedValue()
        if let other = turn.interruptedTurn(of: node.home) {
            return turn.resume(other) { visit($0, linking: true, in: home) }
        }
        visit(turn, linking: true, in: home)
    }

    /// Visits what this upstream is derived from, inputs first, with a stack of its own: depth is free.
    private func visit(_ turn: Turn, linking: Bool, in home: Home? = nil) {
        turn.beginVisit()
        defer { turn.endVisit() }
        let traversal = turn.nextTraversal()
        var path: [(upstream: Upstream, nextInput: Int)] = [(self, 0)]
        while let (upstream, nextInput) = path.last {
            let node = upstream.node
            if nextInput == 0, upstream.isPresent(traversal, turn, linking: linking) {
                path.removeLast()
            } else if let input = upstream.input(at: nextInput) {
                if nextInput == 0, node.isVisited { node.stopCircle() }
                node.isVisited = true
                path[path.count - 1].nextInput += 1
                path.append((input, 0))
            } else {
                node.isVisited = false
                node.traversal = traversal
                path.removeLast()
                upstream.computeIfNeeded(turn)
                if linking, !node.isLinked { upstream.linkNode(in: home) }
            }
        }
    }

    /// Links the node below its inputs, which have been visited, so that they are linked; unless a computation of one
    /// has observed and left another meanwhile.
    private func linkNode(in home: Home?) {
        for input in present where !input.node.isLinked { input.link(in: home) }
        // The homes of those above come first.
        node.link(to: present)
        node.takesHome(home)
    }

    /// Whether a visit need not look further at this upstream.
    private func isPresent(_ traversal: UInt64, _ turn: Turn, linking: Bool) -> Bool {
        if node.traversal == traversal { return true }
        if node.isLinked { return turn.isPresent(node) }
        return !node.isDerived && !linking
    }

    private func computeIfNeeded(_ turn: Turn) {
        guard node.isDerived else { return }
        if node.isComputing { node.stopCircle() }
        for input in inputs { input.node.requireReadable() }
        inner?.node.requireReadable()
        if node.isLinked {
            guard node.isDirty else { return }
            node.isDirty = false
            if turn.computes(node) { turn.changedOnRead(node) }
        } else {
            let sum = versions
            guard node.computedFrom != sum else { return }
            let isFirst = node.computedFrom == 0
            let passesOn = turn.computes(node)
            if passesOn || isFirst { node.version &+= 1 }
            node.computedFrom = versions
            if node.cell.keepsFormer { turn.letGoOfFormer(of: node) }
        }
    }

    /// The sum of the inputs' versions, and one: never zero, also where there is no input.
    private var versions: UInt64 {
        var sum: UInt64 = 1
        for input in inputs { sum &+= input.node.version }
        if let inner { sum &+= inner.node.version }
        return sum
    }
}
