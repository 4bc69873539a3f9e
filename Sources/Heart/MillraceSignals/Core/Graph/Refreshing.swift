// How an observable is brought up to date where it is read or observed, with everything that it is derived from.

extension Upstream {
    /// Brings the node's value up to date.
    @inlinable
    package final func refresh() {
        if node.isRoot { return }
        refreshDerived()
    }

    @usableFromInline
    final func refreshDerived() {
        // An observed node is up to date, as a rule: to see that, nothing is counted.
        let isPresent = withNode { node in
            currentRunner()._withUnsafeGuaranteedRef { node.isLinked && !$0.isNested && $0.isPresent(node) }
        }
        if !isPresent { visit() }
    }

    @inline(never)
    private final func visit() {
        withNode { node in
            withRunner(of: node) { runner in
                if node.isLinked && runner.isPresent(node) { return }
                runner.visit(Reading(node, of: self), linking: false)
            }
        }
    }

    /// Brings the node's value up to date and links it, so that turns keep it up to date.
    ///
    /// - Parameter home: The home of the code that links it, if it is known: sources without a home take this one.
    package final func link(in home: Home? = nil) {
        withNode { node in
            if node.isLinked { return refresh() }
            if node.isRoot { return node.linkRoot(in: home) }
            withRunner(of: node) { $0.visit(Reading(node, of: self), linking: true, in: home) }
        }
    }
}

extension Node {
    /// Brings a linked node up to date during a turn, for a node below it, which does not hold its upstream.
    @usableFromInline
    final func refreshLinked() {
        withRunner(of: self) { runner in
            if !isLinked || runner.isPresent(self) { return }
            runner.visit(Reading(self, of: nil), linking: false)
        }
    }
}

/// Calls `body` with the runner of a node's graph: the calling thread's runner, or one that it has interrupted.
@inline(__always)
private func withRunner(of node: Node, _ body: (TurnRunner) -> Void) {
    currentRunner()._withUnsafeGuaranteedRef { runner in
        guard runner.isNested, let other = runner.interruptedRunner(of: node.home) else { return body(runner) }
        runner.resume(other, body)
    }
}

/// A node that is read, with its inputs: those that its upstream owns or, if it is read from below without an upstream,
/// those that it is linked to.
///
/// Nothing is counted here: the caller of a visit keeps the upstream that is read, which keeps its inputs; and an object
/// that is replaced during a visit is released afterwards. An input that is read from below is kept by `owner`.
private struct Reading {
    let node: Unmanaged<Node>
    let upstream: Unmanaged<Upstream>?
    private let owner: Node?

    @inline(__always)
    init(_ node: Node, of upstream: Upstream?, keptBy owner: Node? = nil) {
        self.node = .passUnretained(node)
        self.upstream = upstream.map { .passUnretained($0) }
        self.owner = owner
    }

    @inline(__always)
    func withNode<Result>(_ body: (Node) -> Result) -> Result { node._withUnsafeGuaranteedRef(body) }

    var inputCount: Int {
        upstream?._withUnsafeGuaranteedRef { $0.aboveCount } ?? withNode { $0.inputCount }
    }

    /// Returns an input. Nil for one that is gone.
    func input(at index: Int) -> Reading? {
        guard let upstream else {
            return withNode { $0.input(at: index) }.map { Reading($0, of: nil, keptBy: $0) }
        }
        return upstream._withUnsafeGuaranteedRef { $0.above(at: index) }.map { Reading($0.node, of: $0) }
    }

    @inline(__always)
    func forEachInput(_ body: (Node) -> Void) {
        guard let upstream else { return withNode { $0.forEachInput(body) } }
        upstream._withUnsafeGuaranteedRef { $0.forEachAbove { $0.withNode(body) } }
    }

    /// Returns whether one of the inputs that a visit has come to has changed so that a tracked node must compute: it may
    /// not read the others any more.
    func isDecided(by input: Int) -> Bool {
        withNode { node in
            guard let tracked = node.tracked else { return false }
            if node.isLinked { return node.isDirty && !node.traits.contains(.isSuspect) }
            return self.input(at: input).map { $0.withNode { tracked.hasChanged($0, at: input) } } ?? false
        }
    }

    /// Returns whether a visit need not go further.
    func isPresent(_ traversal: UInt64, _ runner: TurnRunner, linking: Bool) -> Bool {
        withNode { node in
            if node.traversal == traversal, node.isLinked || !linking { return true }
            if node.isLinked { return runner.isPresent(node) }
            return node.isRoot && !linking
        }
    }

    func computeIfNeeded(_ runner: TurnRunner) {
        withNode { node in
            if node.isRoot { return }
            if node.isComputing { node.stopCycle() }
            // A tracked node may read others than the last time.
            if !node.traits.contains(.isTracked) { forEachInput { $0.requireReadable() } }
            if node.isLinked {
                guard node.isDirty else { return }
                node.isDirty = false
                // All that was put off is up to date now, and has not changed.
                if node.traits.remove(.isSuspect) != nil { return }
                if runner.computeOnRead(node) { runner.noteChangeOnRead(of: node) }
            } else {
                computeUnlinked(unsafeDowncast(node, to: ComputedNode.self), runner)
            }
        }
    }

    @inline(__always)
    private func computeUnlinked(_ node: ComputedNode, _ runner: TurnRunner) {
        guard node.computedFrom != Node.sum(ofVersions: forEachInput) || runner.isLinking && node.computesToLink
        else { return }
        let isFirst = node.computedFrom == 0
        let passesOn = runner.computeOnRead(node)
        if passesOn || isFirst { node.version &+= 1 }
        node.computedFrom = Node.sum(ofVersions: forEachInput)
        if node.cell.keepsFormer { runner.letGoOfFormer(of: node) }
    }

    /// Links the node to its inputs, which have been visited, so that they are linked, unless a computation of one has
    /// observed and left another meanwhile.
    func link(in home: Home?) {
        guard let upstream else { return }
        withNode { node in
            if node.isRoot { return node.linkRoot(in: home) }
            linkInputs(in: home)
            // The homes of the sources come first.
            let count = upstream._withUnsafeGuaranteedRef { $0.aboveCount }
            node.asComputed { $0.link(toInputs: count, forEachInput) }
            node.takeHome(home)
        }
    }

    /// Links the inputs that are not linked.
    func linkInputs(in home: Home?) {
        upstream?._withUnsafeGuaranteedRef {
            $0.forEachAbove { input in
                if !input.withNode({ $0.isLinked }) { input.link(in: home) }
            }
        }
    }

    /// Returns whether a visit of the inputs would find nothing to compute: each is set from outside, or linked and
    /// known to be up to date. This is the rule where something is read or observed close to its sources.
    func isShallow(_ runner: TurnRunner) -> Bool {
        if withNode({ $0.isVisited }) { return false }
        var isShallow = true
        forEachInput { isShallow = isShallow && ($0.isLinked ? runner.isPresent($0) : $0.isRoot) }
        return isShallow
    }
}

extension TurnRunner {
    /// Visits the nodes that a node is derived from, inputs first, with an explicit stack: depth costs no stack.
    fileprivate func visit(_ reading: Reading, linking: Bool, in home: Home? = nil) {
        beginVisit()
        let wasLinking = exchange(&isLinking, with: linking)
        let formerHome = exchange(&homeToLink, with: home.map { .passUnretained($0) })
        let formerTraversal = presentTraversal
        visitDepth += 1
        defer {
            visitDepth -= 1
            isLinking = wasLinking
            homeToLink = formerHome
            if presentTraversal != 0 { presentTraversal = formerTraversal }
            resumeReleases()
        }
        if reading.isShallow(self) {
            if linking { reading.linkInputs(in: home) }
            reading.computeIfNeeded(self)
            if linking, !reading.withNode({ $0.isLinked }) { reading.link(in: home) }
            return
        }
        // What a visit around this one has visited is up to date.
        presentTraversal = formerTraversal != 0 && linking == wasLinking ? formerTraversal : thread.nextTraversal()
        visitDeeply(reading, presentTraversal, linking: linking, in: home)
    }

    /// The part of a visit that is seldom needed, in a function of its own: visits nest, and its frame is large.
    @inline(never)
    private func visitDeeply(_ reading: Reading, _ traversal: UInt64, linking: Bool, in home: Home?) {
        var path: [(reading: Reading, nextInput: Int)] = [(reading, 0)]
        while let (reading, nextInput) = path.last {
            if nextInput == 0, reading.isPresent(traversal, self, linking: linking) {
                path.removeLast()
            } else if nextInput < reading.inputCount,
                nextInput == 0 || visitDepth > ChangingNode.depthLimit || !reading.isDecided(by: nextInput - 1)
            {
                reading.withNode { node in
                    if nextInput == 0, node.isVisited { node.stopCycle() }
                    node.isVisited = true
                }
                path[path.count - 1].nextInput += 1
                if let input = reading.input(at: nextInput) { path.append((input, 0)) }
            } else {
                reading.withNode { $0.isVisited = false }
                path.removeLast()
                reading.computeIfNeeded(self)
                reading.withNode { node in
                    if linking, !node.isLinked { reading.link(in: home) }
                    node.traversal = traversal
                }
            }
        }
    }
}
