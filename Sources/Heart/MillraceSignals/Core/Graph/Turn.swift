import MillraceBase

/// One turn of the graph: changes propagate upward by height, each node computing once; then the observers run.
///
/// A thread has one `Turn` (see `ThreadState`), which runs one turn after the other until nothing is left to do:
///
/// 1. **spread**: nodes wait in buckets by their height and are computed from the lowest upward, so that everything a
///   node depends on is settled before it computes;
/// 2. **deliver**: the observers of everything that changed are called, lowest observable first, each observable's in
///   the order in which they began to observe. What they set makes, all together, the next turn;
/// 3. when no such turn is left, the next **job** runs (a dispatch that was requested during a turn).
///
/// This file has the first turn; `Turn+RunningOn.swift` has batches, and the turns and jobs that follow.
///
/// The buckets are intrusive: a node contains its link in the queue, and nothing is allocated in a turn.
@usableFromInline
package final class Turn {
    @usableFromInline
    enum Phase {
        /// Nothing runs: a set runs a turn of its own.
        case idle
        /// A `batch` collects sets.
        case collecting
        /// Nodes compute.
        case spreading
        /// Observers are called.
        case delivering
        /// A node computes because its value is read, during any of the other phases.
        case reading
    }

    /// What is left until a turn is over.
    struct Job {
        let depth: Int
        let run: () -> Void
    }

    /// Where a job was asked for, which may have to wait.
    package struct Origin {
        let row: UInt64
        let depth: Int
    }

    @exclusivity(unchecked) @usableFromInline var phase = Phase.idle

    /// The phase during which nodes compute because their values are read.
    @exclusivity(unchecked) var phaseAroundReading = Phase.idle

    /// The state of the thread that this turn runs on, which owns it.
    @usableFromInline let thread: ThreadState

    /// The node whose change, or whose first observer, started what runs; kept alive by its caller, or by a list below.
    /// It determines whose turn this is.
    @exclusivity(unchecked) @usableFromInline var origin: Unmanaged<Node>?

    /// The node whose computation makes others, if any: they rank above it.
    @exclusivity(unchecked) private(set) var maker: Node?

    /// All linked nodes below this height are up to date while a node computes and links its new dependencies.
    @exclusivity(unchecked) private(set) var settledHeight = 0

    /// What is computed because somebody begins to observe it is linked afterwards.
    @exclusivity(unchecked) var isLinking = false

    /// The nodes that wait to be computed.
    @exclusivity(unchecked) var queue = HeightQueue()

    /// The nodes whose observers are to be called in this turn.
    @exclusivity(unchecked) var pending = PendingNodes()

    /// Nodes that changed before the next turn has begun; kept alive, since their owners may drop them until it is
    /// over.
    @exclusivity(unchecked) var changed = References()

    /// The only node that has changed before the next turn, as long as it is the only one and its dependents are not
    /// marked: see `Turn+IdleSet.swift`.
    @exclusivity(unchecked) var lone: Unmanaged<Node>?

    /// Whether there may be something to do when the present turn, or batch, is over.
    @exclusivity(unchecked) var mayHaveMore = false

    /// Jobs that were requested during a turn, in order.
    @exclusivity(unchecked) var jobs = Queue<Job>()

    /// The depth of the job that runs, or has run last: each job is one deeper than that which has asked for it. 0 before
    /// the first one of a row.
    @exclusivity(unchecked) var jobDepth = 0

    /// The present row of turns, which are run one after the other: the number of the last turn before it.
    @exclusivity(unchecked) var row: UInt64

    /// The number of the present turn of this thread, starting from a number that no other thread reaches.
    @exclusivity(unchecked) var number: UInt64

    /// In one of 1,024 turns, that whose number has none of these bits, some owners of observations are checked.
    private static let ownerCheckMask: UInt64 = 1023

    init(on thread: ThreadState) {
        self.thread = thread
        number = thread.nextTraversal()
        row = number
    }

    deinit {
        queue.deallocate()
        changed.releaseAll()
    }

    /// The number of the turn that the present computation belongs to: the running one while it spreads, the next one
    /// if something is read during a turn or in a batch.
    @usableFromInline
    package var numberOfComputation: UInt64 {
        outerPhase == .idle || outerPhase == .spreading ? number : number + 1
    }

    /// The phase, ignoring that something is being read.
    var outerPhase: Phase { phase == .reading ? phaseAroundReading : phase }

    /// Whether nothing runs.
    var isIdle: Bool { phase == .idle }

    /// Whether a derived observable computes.
    @usableFromInline
    package var isComputing: Bool { phase == .spreading || phase == .reading }

    /// Whether a turn is running, so that new requests must wait for its end.
    @usableFromInline
    package var isRunning: Bool { phase == .spreading || phase == .delivering }
}

// MARK: - What changed

extension Turn {
    /// Notes that a node's value was replaced from outside, and runs the turn unless one will follow anyway.
    ///
    /// What is frequent comes first, and what is not is in functions of its own, which are called last: so a set of a
    /// variable that nobody observes saves no registers.
    @inline(never)
    @usableFromInline
    package func changed(_ node: Node) {
        guard phase == .idle else {
            return phase == .collecting && origin == nil ? changedFirst(node) : changedMeanwhile(node)
        }
        number &+= 1
        origin = .passUnretained(node)
        node.version &+= 1
        if number & Turn.ownerCheckMask == 0 { return runTurnCheckingOwners(of: node) }
        if node.firstDependent != nil { return runTurn(of: node) }
        if node.first != nil { deliverAlone(node) }
    }

    /// Checks some owners of observations, and runs the turn of a node.
    @inline(never)
    private func runTurnCheckingOwners(of node: Node) {
        node.home?.checkSomeOwners()
        if node.firstDependent != nil { runTurn(of: node) } else if node.first != nil { deliverAlone(node) }
    }

    /// Runs the turn that the change of a source makes.
    @inline(never)
    func runTurn(of node: Node) {
        beginSpreading()
        if let edge = node.firstDependent, edge.pointee.next == nil, queue.isEmpty {
            pending.append(node)
            compute(startingAt: edge.pointee.notifiedTarget)
        } else {
            spread(fromChanged: node)
        }
        finishTurn()
        if hasMore { runOn() }
        phase = .idle
    }

    /// Notes the first node that a batch, or a dispatch, sets: that is where its turn belongs.
    @inline(never)
    private func changedFirst(_ node: Node) {
        if let other = interruptedTurn(ofGraphOf: node) { return resume(other) { $0.changed(node) } }
        // Kept by the list of what has changed, for as long as the turn takes.
        origin = .passUnretained(node)
        guard changed.isEmpty, queue.isEmpty else { return changedMeanwhile(node) }
        node.version &+= 1
        becomesLone(node)
    }

    /// Notes that a node's value was replaced while something runs.
    @inline(never)
    private func changedMeanwhile(_ node: Node) {
        switch phase {
        case .idle: break
        case .collecting, .delivering:
            if isApart(node) { return apart(in: node.home) { $0.changed(node) } }
            #if DEBUG
            tellOfForeignTurn(node)
            #endif
            node.version &+= 1
            changesLater(node)
        case .spreading, .reading:
            if isApart(node) { return apart(in: node.home) { $0.changed(node) } }
            node.requireUnobserved()
            node.version &+= 1
        }
    }

    /// Notes that a node's value changed when it was read: its own observers are called in the next turn.
    func changedOnRead(_ node: Node) {
        markLone()
        node.version &+= 1
        queue.insertDependents(of: node)
        if outerPhase == .spreading { pending.append(node) } else { changeEarly(node) }
    }

    /// Leaves a node that has changed to the next turn.
    private func changeEarly(_ node: Node) {
        changed.append(.passRetained(node))
        mayHaveMore = true
    }

    /// Leaves a node that was set from outside to the next turn, and marks its dependents unless it is the only one.
    @inline(__always)
    private func changesLater(_ node: Node) {
        if lone?.toOpaque() == Unmanaged.passUnretained(node).toOpaque() { return }
        if changed.isEmpty, queue.isEmpty { return becomesLone(node) }
        markLone()
        queue.insertDependents(of: node)
        changeEarly(node)
    }

    /// Leaves a node to the next turn, as the only one so far: see `Turn+IdleSet.swift`.
    @inline(__always)
    private func becomesLone(_ node: Node) {
        lone = .passUnretained(node)
        node.isLone = true
        changed.begin(with: .passRetained(node))
        mayHaveMore = true
    }

    /// Propagates a change to the dependents of a node. A single dependent, if nothing else waits, needs no queue: it
    /// is returned, to be computed next.
    @inline(__always)
    func spread(from node: Node) -> Unmanaged<Node>? {
        pending.append(node)
        guard let edge = node.firstDependent else { return nil }
        if edge.pointee.next == nil, queue.isEmpty { return edge.pointee.notifiedTarget }
        queue.insertDependents(of: node)
        return nil
    }
}

// MARK: - Computing

extension Turn {
    @inline(__always)
    func beginSpreading() {
        phase = .spreading
        thread.pauseReleases()
    }

    /// Computes the waiting nodes, and calls the observers.
    @inline(__always)
    func finishTurn() {
        while !queue.isEmpty, let found = queue.removeLowest() {
            if found._withUnsafeGuaranteedRef({ $0.isDirty }) { compute(startingAt: found) }
        }
        phase = .delivering
        thread.resumeReleases()
        if !pending.isEmpty { exchange(&pending, with: PendingNodes()).deliver() }
    }

    /// Computes a node, and continues along the chain for as long as there is one dependent and nothing else to do.
    @inline(__always)
    func compute(startingAt node: Unmanaged<Node>) {
        var next: Unmanaged<Node>? = node
        while let present = next {
            next = present._withUnsafeGuaranteedRef { node in
                node.isDirty = false
                guard node.computes() else { return nil }
                node.version &+= 1
                return spread(from: node)
            }
        }
    }

    /// From now on a node that computes is notified of all derived nodes which are made. Returns the one before.
    func beginMaking(by node: Node) -> Node? { exchange(&maker, with: node) }

    func endMaking(_ former: Node?) { maker = former }

    /// Lets a node that computes link its new dependencies. If it computes in the course of the turn, everything below
    /// it is settled.
    func linking(above node: Node, _ body: () -> Void) {
        let former = exchange(&settledHeight, with: phase == .spreading ? node.height : 0)
        defer { settledHeight = former }
        body()
    }
}

// MARK: - Delivering

extension Turn {
    /// Runs the turn of a node that has observers and no dependents.
    @inline(never)
    func deliverAlone(_ node: Node) {
        node.isPending = true
        node.settledVersion = node.version
        phase = .delivering
        node.callOneOrMore()
        node.isPending = false
        if node.cell.keepsSettled { node.cell.forgetKept() }
        if hasMore { runOn() }
        phase = .idle
    }

    /// Calls an observer of a node for the first time. What it sets makes the next turn, as with any observer.
    @usableFromInline
    package func deliverFirst(of node: Node, _ body: () -> Void) {
        guard phase == .idle else {
            return isApart(node) ? apart(in: node.home) { $0.deliverFirst(of: node, body) } : body()
        }
        phase = .delivering
        origin = .passUnretained(node)
        body()
        endCollecting()
    }
}
