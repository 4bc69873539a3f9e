import MillraceBase

/// Runs the turns of a thread, which has one (see `ThreadState`): one turn after the other, until all is settled.
///
/// A turn has two parts, and the turns that follow it make a *cascade*:
///
/// 1. **spread**: nodes wait in buckets by their height and are computed from the lowest upward, so that everything a
///   node depends on is settled before it computes;
/// 2. **deliver**: the observers of everything that changed are called, lowest observable first, each observable's in
///   the order in which they began to observe. The values that they set make, all together, the next turn;
/// 3. when no such turn is left, the next **job** runs (a dispatch that was requested during a turn).
///
/// This file computes; `TurnRunner+Changes.swift` has the ways to begin a turn, `TurnRunner+Turns.swift` the ways to
/// run it, and `TurnRunner+Cascade.swift` the turns and jobs that follow.
///
/// The buckets are intrusive: a node contains its link in the queue, and nothing is allocated in a turn.
@usableFromInline
package final class TurnRunner {
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

    /// Work that is left until a turn is over.
    struct Job {
        let depth: Int
        let run: () -> Void
    }

    /// Where a job was asked for, which may have to wait.
    @usableFromInline
    package struct Origin {
        let cascade: UInt64
        let depth: Int
    }

    @exclusivity(unchecked) @usableFromInline var phase = Phase.idle

    /// The phase during which nodes compute because their values are read.
    @exclusivity(unchecked) var phaseAroundReading = Phase.idle

    /// The state of the thread whose turns these are, which owns this.
    @usableFromInline let thread: ThreadState

    /// The node whose change, or whose first observer, started the running turn; kept alive by its caller, or by a list
    /// below. It determines whose turn it is.
    @exclusivity(unchecked) @usableFromInline var origin: Unmanaged<Node>?

    /// The node whose computation makes others, if any: they rank above it.
    @exclusivity(unchecked) private(set) var maker: Node?

    /// All linked nodes below this height are up to date while a node computes and links its new dependencies.
    @exclusivity(unchecked) private(set) var settledHeight = 0

    /// A node that is computed because somebody begins to observe it is linked afterwards.
    @exclusivity(unchecked) var isLinking = false

    /// The home of the code that begins to observe it, if it is known; kept by the caller of the visit.
    @exclusivity(unchecked) var homeToLink: Unmanaged<Home>?

    /// The number of visits in progress, each within a computation of the one before.
    @exclusivity(unchecked) var visitDepth = 0

    /// The number of the visit in progress, if any: a node that has it was brought up to date by it.
    @exclusivity(unchecked) var presentTraversal: UInt64 = 0

    /// The nodes that wait to be computed.
    @exclusivity(unchecked) var queue = HeightQueue()

    /// The nodes whose observers are to be called in this turn.
    @exclusivity(unchecked) var pending = PendingNodes()

    /// Nodes that changed before the next turn has begun; kept alive, since their owners may drop them until it is
    /// over.
    @exclusivity(unchecked) var changed = References()

    /// The only node that has changed before the next turn, as long as it is the only one and its dependents are not
    /// marked: see below.
    @exclusivity(unchecked) var lone: Unmanaged<Node>?

    /// Whether there may be something to do when the present turn, or batch, is over.
    @exclusivity(unchecked) var mayHaveMore = false

    /// Jobs that were requested during a turn, in order.
    @exclusivity(unchecked) var jobs = Queue<Job>()

    /// The depth of the job that runs, or has run last: each job is one deeper than that which has asked for it. 0 before
    /// the first one of a cascade.
    @exclusivity(unchecked) var jobDepth = 0

    /// The present cascade, of turns that follow each other until all is settled: the number of the last turn before.
    @exclusivity(unchecked) var cascade: UInt64

    /// The number of the present turn of this thread, starting from a number that no other thread reaches.
    @exclusivity(unchecked) var number: UInt64

    #if DEBUG
    /// The functions that have run turns since a spec has emptied this: see `TurnRunner+Turns.swift`.
    @exclusivity(unchecked) package var paths: Set<String> = []
    #endif

    /// In one of 1,024 turns, that whose number has none of these bits, some owners of observations are checked.
    static let ownerCheckMask: UInt64 = 1023

    init(on thread: ThreadState) {
        self.thread = thread
        number = thread.nextTraversal()
        cascade = number
    }

    deinit {
        queue.deallocate()
        changed.releaseAll()
    }

    @inline(__always)
    func notePath(_ function: StaticString = #function) {
        #if DEBUG
        paths.insert("\(function)")
        #endif
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
    package var isIdle: Bool { phase == .idle }

    /// Whether a derived observable computes.
    @usableFromInline
    package var isComputing: Bool { phase == .spreading || phase == .reading }

    /// Whether a turn is running, so that new requests must wait for its end.
    @usableFromInline
    package var isRunning: Bool { phase == .spreading || phase == .delivering }
}

// MARK: - Waiting for the next turn

// If a batch, a dispatch or an observer changes a single node, its dependents are not marked and queued, but computed
// as if it had been set while nothing runs. The code that looks for the marks sets them first: a visit, which reading
// and linking begin with, and a second change. A node that is unlinked meanwhile asks its inputs whether they are lone.

extension TurnRunner {
    /// Leaves a node that has changed to the next turn.
    func leaveToNextTurn(_ node: Node) {
        changed.append(.passRetained(node))
        mayHaveMore = true
    }

    /// Leaves a node that was set from outside to the next turn, and marks its dependents unless it is the only one.
    @inline(__always)
    func changeLater(_ node: Node) {
        if lone?.toOpaque() == Unmanaged.passUnretained(node).toOpaque() { return }
        if changed.isEmpty, queue.isEmpty { return setLone(node) }
        markDependentsOfLone()
        queue.insertDependents(of: node)
        leaveToNextTurn(node)
    }

    /// Leaves a node to the next turn, as the only one so far: see below.
    @inline(__always)
    func setLone(_ node: Node) {
        lone = .passUnretained(node)
        node.isLone = true
        changed.append(.passRetained(node))
        mayHaveMore = true
    }

    /// Marks and queues the dependents of the lone node, which is none any more.
    @inline(__always)
    func markDependentsOfLone() {
        guard let node = takeLone() else { return }
        node._withUnsafeGuaranteedRef { queue.insertDependents(of: $0) }
    }

    /// Returns the lone node, which is none any more.
    @inline(__always)
    func takeLone() -> Unmanaged<Node>? {
        guard let node = exchange(&lone, with: nil) else { return nil }
        node._withUnsafeGuaranteedRef { $0.isLone = false }
        return node
    }
}

// MARK: - Spreading

extension TurnRunner {
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

extension TurnRunner {
    @inline(__always)
    func beginSpreading() {
        phase = .spreading
        thread.pauseReleases()
    }

    @inline(__always)
    func beginDelivering() {
        phase = .delivering
        thread.resumeReleases()
    }

    /// Computes the waiting nodes, and calls the observers.
    @inline(__always)
    func finishTurn() {
        while !queue.isEmpty, let found = queue.removeLowest() {
            if found._withUnsafeGuaranteedRef({ $0.isDirty }) { compute(startingAt: found) }
        }
        beginDelivering()
        if !pending.isEmpty { exchange(&pending, with: PendingNodes()).deliver() }
    }

    /// Computes a node, and continues along the chain for as long as there is one dependent and nothing else to do.
    @inline(__always)
    func compute(startingAt node: Unmanaged<Node>) {
        var next: Unmanaged<Node>? = node
        while let present = next {
            next = present._withUnsafeGuaranteedRef { recompute($0) ? spread(from: $0) : nil }
        }
    }

    /// Computes a node, and returns whether it has changed.
    @inline(__always)
    func recompute(_ node: Node) -> Bool {
        if node.traits.needAttention, putsOff(node) { return false }
        node.isDirty = false
        guard node.runComputation() else { return false }
        node.version &+= 1
        return true
    }

    /// Notifies a node that computes of all derived nodes which are made meanwhile.
    func making<Result>(by node: Node?, _ body: () -> Result) -> Result {
        let former = exchange(&maker, with: node)
        defer { maker = former }
        return body()
    }

    /// Lets a node that computes link its new dependencies. If it computes in the course of the turn, everything below
    /// it is settled.
    func linking(above node: Node, _ body: () -> Void) { linking(above: node.height, body) }

    /// The same, for a node that had this height when its computation began.
    func linking(above height: Int, _ body: () -> Void) {
        let former = exchange(&settledHeight, with: phase == .spreading ? height : 0)
        defer { settledHeight = former }
        body()
    }
}

// MARK: - Of a thread

extension ThreadState {
    /// The runner of this thread's turns, made at the first use.
    @inline(__always)
    var presentRunner: Unmanaged<TurnRunner> {
        guard let runner else { return makeRunner() }
        return .fromOpaque(runner.toOpaque())
    }

    @inline(never)
    private func makeRunner() -> Unmanaged<TurnRunner> {
        let made = Unmanaged.passRetained(TurnRunner(on: self))
        runner = .fromOpaque(made.toOpaque())
        ThreadSlot.noteRunner(of: self)
        return made
    }
}
