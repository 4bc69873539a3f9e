/// One turn of the graph: what was set spreads upward by height, each node computing once; then the observers run.
///
/// A thread has one `Turn` (see `Thread.swift`), which runs one turn after the other until nothing is left to do:
///
/// 1. **spread**: nodes wait in buckets by their height and are computed from the lowest upward, so that whatever a node
///    depends on is settled before it computes;
/// 2. **deliver**: the observers of all that changed are called, lowest observable first, each observable's in the
///    order in which they began to observe. What they set makes, all together, the next turn;
/// 3. when no such turn is left, the next **job** runs (a dispatch that was asked for in mid-turn).
///
/// The buckets are intrusive: a node carries its own place in the queue, and nothing is allocated in a turn.
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
    }

    @exclusivity(unchecked) @usableFromInline var phase = Phase.idle
    @usableFromInline package let isMain: Bool

    /// The switch that computes, if one does: nodes that are made meanwhile rank above it (see `flatMapLatest`).
    @exclusivity(unchecked) var switching: SwitchNode?

    @exclusivity(unchecked) @usableFromInline var handledObject: Unmanaged<AnyObject>?

    @exclusivity(unchecked) private var queue = HeightQueue()

    /// Nodes whose observers are to be called in this turn, linked through `nextPending`.
    @exclusivity(unchecked) @usableFromInline var firstPending: Unmanaged<Node>?
    @exclusivity(unchecked) @usableFromInline var lastPending: Unmanaged<Node>?

    /// Nodes that changed before the next turn has begun; held, since their owners may drop them until it begins.
    @exclusivity(unchecked) private var changedEarly: [Node] = []

    /// Nodes that left the graph while the queue or the list above still named them.
    @exclusivity(unchecked) private var kept: [Node] = []

    /// Jobs that were asked for while the present ones ran, in order; and the present ones, the last to come first.
    @exclusivity(unchecked) private var jobs: [() -> Void] = []
    @exclusivity(unchecked) private var presentJobs: [() -> Void] = []

    /// How many times in a row jobs have asked for jobs.
    @exclusivity(unchecked) private var jobGenerations = 0

    /// One of the lists above is not empty.
    @exclusivity(unchecked) private var hasMore = false

    /// What is being torn down: see `releaseDiscarded()`.
    @exclusivity(unchecked) private var discarded: [Unmanaged<AnyObject>] = []
    @exclusivity(unchecked) private var isReleasing = false

    @exclusivity(unchecked) private var lastTraversal: UInt64

    /// Counts the turns of this thread, from a number that no other thread comes to.
    @exclusivity(unchecked) private var number: UInt64

    /// More turns in a row than this are taken for a cycle that never settles.
    private static let turnLimit = 10_000

    /// What is being handled on this thread and must not be interrupted by its like: the way of an action.
    ///
    /// A stored property with `package` access would have its accesses checked at run time (Swift 6.3).
    @inlinable package var handled: Unmanaged<AnyObject>? {
        get { handledObject }
        set { handledObject = newValue }
    }

    init(isMain: Bool, firstTraversal: UInt64) {
        self.isMain = isMain
        lastTraversal = firstTraversal
        number = firstTraversal
    }

    deinit { queue.deallocate() }

    /// A number that no other traversal has, on any thread.
    func nextTraversal() -> UInt64 {
        lastTraversal += 1
        return lastTraversal
    }

    /// The number of the turn that what computes now belongs to: the running one while it spreads, the next one where
    /// something is read in mid-turn or in a batch.
    var numberOfComputation: UInt64 { phase == .idle || phase == .spreading ? number : number + 1 }
}

// MARK: - What changed

extension Turn {
    /// Nothing waits to be computed: the values of all linked nodes are the present ones.
    var isSettled: Bool { queue.isEmpty }

    /// Takes note that a node's value was replaced from outside, and runs the turn unless one will follow anyway.
    @usableFromInline
    package func changed(_ node: Node) {
        switch phase {
        case .idle:
            phase = .spreading
            spread(from: node)
            run()
        case .collecting, .delivering:
            node.version &+= 1
            enqueueDependents(of: node)
            changeEarly(node)
        case .spreading:
            preconditionIsUnobserved(node)
            node.version &+= 1
        }
    }

    /// A derived node found on reading that its value changed: its own observers hear of it in the next turn.
    func changedOnRead(_ node: Node) {
        node.version &+= 1
        enqueueDependents(of: node)
        if phase == .spreading { addPending(node) } else { changeEarly(node) }
    }

    private func changeEarly(_ node: Node) {
        changedEarly.append(node)
        hasMore = true
    }

    @inline(__always)
    private func spread(from node: Node) {
        node.version &+= 1
        enqueueDependents(of: node)
        addPending(node)
    }

    @inline(__always)
    private func enqueueDependents(of node: Node) {
        var cursor = node.firstDependent
        while let edge = cursor {
            cursor = edge.pointee.next
            edge.pointee.target._withUnsafeGuaranteedRef { enqueue($0) }
        }
    }

    @inline(__always)
    func enqueue(_ node: Node) {
        if node.isDirty { return }
        node.isDirty = true
        if !node.isQueued { queue.insert(node) }
    }

    @inline(__always)
    private func addPending(_ node: Node) {
        guard node.first != nil, !node.isPending else { return }
        node.isPending = true
        node.settledVersion = node.version
        let added = Unmanaged.passUnretained(node)
        if let lastPending {
            lastPending._withUnsafeGuaranteedRef { $0.nextPending = added }
        } else {
            firstPending = added
        }
        lastPending = added
    }

    @inline(never)
    private func preconditionIsUnobserved(_ node: Node) {
        guard node.first != nil || node.firstDependent != nil else { return }
        fatalError(
            """
            Variable.value: \(node.label) was set while a derived observable computes. \
            To fix: set it in an observer or in a store's handler; what derives observables only computes.
            """
        )
    }

    /// A node leaves the graph: it is kept until no list of this turn names it any more.
    func keep(_ node: Node) {
        guard node.isQueued || node.isPending || node.isComputing else { return }
        kept.append(node)
        hasMore = true
    }
}

// MARK: - Running

extension Turn {
    /// Runs turns and jobs until nothing is left to do.
    @inline(__always)
    private func run() {
        runTurn()
        if hasMore || !queue.isEmpty { runOn() }
        phase = .idle
    }

    @inline(__always)
    private func runTurn() {
        phase = .spreading
        number &+= 1
        if !queue.isEmpty { drain() }
        phase = .delivering
        if firstPending != nil { deliverPending() }
    }

    /// Goes on when a turn has left something to do: most do not.
    @inline(never)
    private func runOn() {
        var turns = 1
        while true {
            if beginNextTurn() {
                turns += 1
                if turns > Turn.turnLimit { stopCycle() }
            } else if runNextJob() {
                turns = 1
            } else {
                break
            }
            runTurn()
        }
        hasMore = false
        jobGenerations = 0
        phase = .idle
        if !kept.isEmpty { releaseKept() }
    }

    /// Lets go of the nodes that were kept. What a release runs may set something again: the list is emptied before, and
    /// its memory given back afterwards, so that the next turn need not allocate.
    private func releaseKept() {
        var released = exchange(&kept, with: [])
        while released.popLast() != nil {}
        if kept.isEmpty { kept = released }
    }

    private func drain() {
        while let found = queue.removeLowest() {
            found._withUnsafeGuaranteedRef { node in
                guard node.isDirty else { return }
                node.isDirty = false
                if node.computes() { spread(from: node) }
            }
        }
    }

    private func deliverPending() {
        var cursor = firstPending
        firstPending = nil
        lastPending = nil
        while let found = cursor {
            found._withUnsafeGuaranteedRef { node in
                cursor = node.nextPending
                node.nextPending = nil
                node.deliver()
            }
        }
    }

    /// Makes the next turn of what was set meanwhile. False where nothing was.
    private func beginNextTurn() -> Bool {
        if changedEarly.isEmpty { return !queue.isEmpty }
        for node in changedEarly { addPending(node) }
        // Taking over the list where it is the only one spares an allocation.
        if kept.isEmpty {
            swap(&kept, &changedEarly)
        } else {
            kept.append(contentsOf: changedEarly)
            changedEarly.removeAll(keepingCapacity: true)
        }
        return true
    }

    private func runNextJob() -> Bool {
        if presentJobs.isEmpty {
            guard !jobs.isEmpty else { return false }
            swap(&presentJobs, &jobs)
            presentJobs.reverse()
            jobGenerations += 1
        }
        let job = presentJobs.removeLast()
        phase = .collecting
        job()
        if jobGenerations > Turn.turnLimit, !changedEarly.isEmpty { stopCycleOfJobs() }
        _ = beginNextTurn()
        return true
    }

    private func stopCycle() -> Never {
        fatalError(
            """
            Turn.run: observers have set \(namesOfChanged) anew in \(Turn.turnLimit) turns on end. \
            To fix: an observer that sets what it depends on must come to an end; \
            set only what differs, or derive the value (map, combine) instead of setting it.
            """
        )
    }

    private func stopCycleOfJobs() -> Never {
        fatalError(
            """
            Turn.run: observers have dispatched what changes \(namesOfChanged) in \(Turn.turnLimit) turns on end, \
            each in answer to the one before. \
            To fix: an observer that dispatches what it is told of must come to an end; \
            observe a `select` of what matters, or make the whole change in the handlers of one action.
            """
        )
    }

    private var namesOfChanged: String {
        var names: [String] = []
        for node in changedEarly where !names.contains(node.label) { names.append(node.label) }
        return names.joined(separator: ", ")
    }
}

// MARK: - Collecting

extension Turn {
    /// Runs `body`; all that it sets is one turn, which is over on return unless a turn is already running.
    @inlinable
    package func collect<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard phase == .idle else { return try body() }
        phase = .collecting
        defer { endCollecting() }
        return try body()
    }

    /// Calls an observer for the first time. What it sets makes the next turn, as what any observer sets.
    @usableFromInline
    package func deliverFirst(_ body: () -> Void) {
        guard phase == .idle else { return body() }
        phase = .delivering
        body()
        endCollecting()
    }

    @usableFromInline
    func endCollecting() {
        if hasMore || !queue.isEmpty { runOn() } else { phase = .idle }
    }

    /// Whether a turn is running, so that what is asked for now must wait for its end.
    @usableFromInline
    package var isRunning: Bool { phase == .spreading || phase == .delivering }

    /// Queues a job that runs, as a turn of its own, before the outermost call that runs turns returns.
    @usableFromInline
    package func afterTurn(_ job: @escaping () -> Void) {
        jobs.append(job)
        hasMore = true
    }
}

// MARK: - Tearing down

extension Turn {
    /// Takes over one reference to an object, to be released by `releaseDiscarded()`.
    func discard<Object: AnyObject>(_ object: Unmanaged<Object>) {
        discarded.append(.fromOpaque(object.toOpaque()))
    }

    /// Releases what was discarded.
    ///
    /// What a `deinit` discards meanwhile is released by the outermost call, in a loop: a chain of any length is torn
    /// down on a flat stack.
    func releaseDiscarded() {
        guard !isReleasing else { return }
        isReleasing = true
        while let object = discarded.popLast() { object.release() }
        isReleasing = false
    }
}
