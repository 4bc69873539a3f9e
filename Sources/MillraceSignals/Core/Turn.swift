/// One turn of the graph: what was set spreads upward by height, each node computing once; then the observers run.
///
/// A thread has one `Turn` (see `Thread.swift`), which runs one turn after the other until nothing is left to do:
///
/// 1. **spread**: nodes wait in buckets by their height and are computed from the lowest upward, so that whatever a
///    node depends on is settled before it computes;
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
        /// A node computes because its value is read, in the midst of any of the others.
        case reading
    }

    @exclusivity(unchecked) @usableFromInline var phase = Phase.idle
    @usableFromInline package let isOnMainThread: Bool

    /// The phase in whose midst nodes compute because their values are read.
    @exclusivity(unchecked) private var phaseAroundReading = Phase.idle

    /// All linked nodes below this height are up to date while a switch computes and links what it switches to.
    @exclusivity(unchecked) private var settledHeight = 0

    /// The node whose change, or whose first observer, began what runs; kept by its caller, or by a list below. It tells
    /// whose turn this is.
    @exclusivity(unchecked) @usableFromInline var origin: Unmanaged<Node>?

    /// A turn for what belongs to another home: see ``separately(_:)``.
    @exclusivity(unchecked) var spare: Turn?

    /// The turn that waits until this one is over.
    @exclusivity(unchecked) var interrupted: Unmanaged<Turn>?

    /// The last to have begun of the turns that interrupt this one, which is the outermost.
    @exclusivity(unchecked) var innermost: Unmanaged<Turn>?

    /// The switch that computes, if one does: nodes that are made meanwhile rank above it (see `flatMapLatest`).
    @exclusivity(unchecked) var switching: SwitchNode?

    @exclusivity(unchecked) @usableFromInline var handledObject: Unmanaged<AnyObject>?

    /// The leakTrackers that are being taken of what is made on this thread.
    @exclusivity(unchecked) var leakTrackers: [LeakTracker] = []

    @exclusivity(unchecked) private var queue = HeightQueue()

    /// Nodes whose observers are to be called in this turn, linked through `nextPending`.
    @exclusivity(unchecked) @usableFromInline var firstPending: Unmanaged<Node>?
    @exclusivity(unchecked) @usableFromInline var lastPending: Unmanaged<Node>?

    /// Nodes that changed before the next turn has begun; held, since their owners may drop them until it begins.
    /// References that are counted by hand: an array of nodes would count them anew at each step.
    @exclusivity(unchecked) private var changedEarly: [Unmanaged<Node>] = []

    /// Nodes that left the graph while the queue or the list above still named them.
    @exclusivity(unchecked) private var kept: [Unmanaged<Node>] = []

    /// Jobs that were asked for while the present ones ran, in order; and the present ones, the last to come first.
    @exclusivity(unchecked) private var jobs: [() -> Void] = []
    @exclusivity(unchecked) private var presentJobs: [() -> Void] = []

    /// How many times in a row jobs have asked for jobs.
    @exclusivity(unchecked) private var jobGenerations = 0

    /// How many visits are looking at what nodes are derived from.
    @exclusivity(unchecked) private var visits = 0

    /// Values that were replaced in the midst of a computation.
    @exclusivity(unchecked) private var replaced: [Any] = []

    /// One of the lists above is not empty.
    @exclusivity(unchecked) private var hasMore = false

    /// What is being torn down: see `releaseDiscarded()`.
    @exclusivity(unchecked) private var discarded: [Unmanaged<AnyObject>] = []
    @exclusivity(unchecked) private var isReleasing = false

    @exclusivity(unchecked) private var lastTraversal: UInt64

    /// Counts the turns of this thread, from a number that no other thread comes to.
    @exclusivity(unchecked) private var number: UInt64

    /// Each time that so many turns have passed, less one, some owners of observations are looked after.
    private static let attendance: UInt64 = 1023

    /// After more turns in a row than this, what goes on changing is taken for a cycle that never settles.
    private static let turnLimit = 10_000

    /// What is being handled on this thread and must not be interrupted by its like: the way of an action.
    ///
    /// A stored property with `package` access would have its accesses checked at run time (Swift 6.3).
    @inlinable package var handled: Unmanaged<AnyObject>? {
        get { handledObject }
        set { handledObject = newValue }
    }

    init(isOnMainThread: Bool, firstTraversal: UInt64) {
        self.isOnMainThread = isOnMainThread
        lastTraversal = firstTraversal
        number = firstTraversal
    }

    deinit {
        queue.deallocate()
        for node in changedEarly + kept { node.release() }
    }

    /// A number that no other traversal has, on any thread.
    func nextTraversal() -> UInt64 {
        lastTraversal += 1
        return lastTraversal
    }

    /// The number of the turn that what computes now belongs to: the running one while it spreads, the next one where
    /// something is read in mid-turn or in a batch.
    var numberOfComputation: UInt64 {
        outerPhase == .idle || outerPhase == .spreading ? number : number + 1
    }

    /// The phase, not counting that something is read in its midst.
    private var outerPhase: Phase { phase == .reading ? phaseAroundReading : phase }
}

// MARK: - What changed

extension Turn {
    /// Takes note that a node's value was replaced from outside, and runs the turn unless one will follow anyway.
    @usableFromInline
    package func changed(_ node: Node) {
        switch phase {
        case .idle:
            number &+= 1
            origin = .passUnretained(node)
            if number & Turn.attendance == 0 { node.home?.attend() }
            if node.firstDependent == nil { return deliverAlone(node) }
            phase = .spreading
            if let next = spread(from: node) { compute(startingAt: next) }
            run()
        case .collecting, .delivering:
            if isApart(node) { return apart(in: node.home) { $0.changed(node) } }
            #if DEBUG
            tellOfForeignTurn(node)
            #endif
            node.version &+= 1
            enqueueDependents(of: node)
            changeEarly(node)
        case .spreading, .reading:
            if isApart(node) { return apart(in: node.home) { $0.changed(node) } }
            preconditionIsUnobserved(node)
            node.version &+= 1
        }
    }

    private func changeEarly(_ node: Node) {
        changedEarly.append(.passRetained(node))
        hasMore = true
    }

    /// Spreads a change to what depends on a node. A lone dependent, where nothing else waits, needs no queue: it is
    /// returned, to be computed next.
    @inline(__always)
    private func spread(from node: Node) -> Unmanaged<Node>? {
        node.version &+= 1
        addPending(node)
        guard let edge = node.firstDependent else { return nil }
        if edge.pointee.next == nil, queue.isEmpty { return edge.pointee.target }
        enqueueDependents(of: node)
        return nil
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
        guard node.first != nil || node.cell.keepsFormer else { return }
        if node.isPending { return node.settleAnew() }
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
        stop(
            """
            Variable.value: \(node.label) was set while a derived observable computes. \
            To fix: set it in an observer or in a store's handler; what derives observables only computes.
            """
        )
    }

    /// A node leaves the graph: it is kept until no list of this turn names it any more, nor one of a turn that this one
    /// interrupts. The outermost is the last to be over.
    func keep(_ node: Node) {
        guard node.isQueued || node.isPending || node.isComputing else { return }
        let outermost = outermost
        outermost.kept.append(.passRetained(node))
        outermost.hasMore = true
    }
}

// MARK: - Letting go

extension Turn {
    /// Lets go of a value when nothing computes any more.
    @usableFromInline
    func letGoLater(_ value: Any) {
        replaced.append(value)
        hasMore = true
    }

    /// Lets go of what could not go while nodes computed.
    @inline(__always)
    private func letGoOfDiscarded(isIdle: Bool) {
        if !discarded.isEmpty { releaseDiscarded() }
        if isIdle, !replaced.isEmpty { letGo(exchange(&replaced, with: [])) }
    }

    /// A node that is not linked has computed, because it was read, and keeps the value before: it is let go at once
    /// where no other node computes.
    func letGoOfFormer(of node: Node) {
        if visits == 0, outerPhase != .spreading, phase != .reading {
            node.cell.forgetKept()
        } else if let former = node.cell.takeKept() {
            letGoLater(former)
        }
    }
}

// MARK: - Reading

extension Turn {
    /// Whether the value of a linked node is known to be the present one. While nodes compute, what is above the one
    /// that does may still be to follow, and while an action is handled what is above may be about to change; so only
    /// looking tells.
    func isPresent(_ node: Node) -> Bool {
        switch phase {
        case .spreading: node.height < settledHeight
        case .reading: queue.isEmpty && phaseAroundReading != .spreading && handledObject == nil
        case .idle, .collecting, .delivering: queue.isEmpty && handledObject == nil
        }
    }

    /// Computes a node because its value is read: what it may set is the same as in a turn.
    func computes(_ node: Node) -> Bool {
        let former = phase
        if former != .reading { phaseAroundReading = former }
        if former == .idle { origin = .passUnretained(node) }
        phase = .reading
        let passesOn = node.computes()
        phase = former
        if visits == 0, !isComputing { letGoOfDiscarded(isIdle: former == .idle) }
        return passesOn
    }

    /// Nothing is let go while nodes are visited: a `deinit` may read what the visit has begun to look at.
    func beginVisit() { visits += 1 }

    func endVisit() {
        visits -= 1
        if visits == 0, !isComputing { letGoOfDiscarded(isIdle: phase == .idle) }
    }

    /// A derived node found on reading that its value changed: its own observers hear of it in the next turn.
    func changedOnRead(_ node: Node) {
        node.version &+= 1
        enqueueDependents(of: node)
        if outerPhase == .spreading { addPending(node) } else { changeEarly(node) }
    }

    /// Lets a switch link what it has switched to. Where it computes in the course of the turn, all below it is
    /// settled.
    func linking(above node: Node, _ body: () -> Void) {
        let former = exchange(&settledHeight, with: phase == .spreading ? node.height : 0)
        defer { settledHeight = former }
        body()
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
        if !queue.isEmpty { drain() }
        phase = .delivering
        if !discarded.isEmpty { releaseDiscarded() }
        if firstPending != nil { deliverPending() }
    }

    /// Goes on when a turn has left something to do: most do not.
    @inline(never)
    private func runOn() {
        var turns = 1
        var suspects = CycleDetector()
        while true {
            if turns > Turn.turnLimit, suspects.recur(with: changedEarly) { stopCycle(of: suspects.names) }
            if beginNextTurn() {
                turns += 1
            } else if !replaced.isEmpty {
                letGo(exchange(&replaced, with: []))
                continue
            } else if runNextJob() {
                turns = 1
            } else {
                break
            }
            number &+= 1
            runTurn()
        }
        hasMore = false
        jobGenerations = 0
        phase = .idle
        if !kept.isEmpty { releaseKept() }
    }

    /// Lets go of the nodes that were kept. What a release runs may set something again: the list is emptied before,
    /// and its memory given back afterwards, so that the next turn need not allocate.
    private func releaseKept() {
        var released: [Unmanaged<Node>] = []
        swap(&kept, &released)
        while let node = released.popLast() { node.release() }
        if kept.isEmpty { swap(&kept, &released) }
    }

    private func drain() {
        while let found = queue.removeLowest() {
            if found._withUnsafeGuaranteedRef({ $0.isDirty }) { compute(startingAt: found) }
        }
    }

    /// Computes a node, and along the chain for as long as there is one dependent and nothing else to do.
    @inline(__always)
    private func compute(startingAt node: Unmanaged<Node>) {
        var next: Unmanaged<Node>? = node
        while let present = next {
            next = present._withUnsafeGuaranteedRef { node in
                node.isDirty = false
                return node.computes() ? spread(from: node) : nil
            }
        }
    }

    /// The turn of a node that nothing depends on.
    @inline(__always)
    private func deliverAlone(_ node: Node) {
        node.version &+= 1
        guard node.first != nil else { return }
        node.isPending = true
        node.settledVersion = node.version
        phase = .delivering
        node.deliver()
        if hasMore || !queue.isEmpty { runOn() }
        phase = .idle
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
        // By index, since a loop over the array would hold it, which takes counting.
        for index in changedEarly.indices { changedEarly[index]._withUnsafeGuaranteedRef { addPending($0) } }
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

    private func stopCycle(of names: [String]) -> Never {
        stop(
            """
            Turn.run: observers have set \(names.joined(separator: ", ")) anew in \(Turn.turnLimit) turns on end. \
            To fix: an observer that sets what it depends on must come to an end; \
            set only what differs, or derive the value (map, combine) instead of setting it.
            """
        )
    }

    private func stopCycleOfJobs() -> Never {
        stop(
            """
            Turn.run: observers have dispatched what changes \(namesOfChanged.joined(separator: ", ")) in \
            \(Turn.turnLimit) turns on end, each in answer to the one before. \
            To fix: an observer that dispatches what it is told of must come to an end; \
            observe a `select` of what matters, or make the whole change in the handlers of one action.
            """
        )
    }

    private var namesOfChanged: [String] {
        var names: [String] = []
        for label in changedEarly.lazy.map({ $0.takeUnretainedValue().label }) where !names.contains(label) {
            names.append(label)
        }
        return names
    }
}

// MARK: - Collecting

extension Turn {
    /// Runs `body`; all that it sets is one turn, which is over on return unless a turn is already running.
    @inlinable
    package func collect<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard phase == .idle else { return try body() }
        phase = .collecting
        origin = nil
        defer { endCollecting() }
        return try body()
    }

    /// Calls an observer of a node for the first time. What it sets makes the next turn, as what any observer sets.
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

    @usableFromInline
    func endCollecting() {
        if hasMore || !queue.isEmpty { runOn() } else { phase = .idle }
    }

    /// Whether nothing runs.
    var isIdle: Bool { phase == .idle }

    /// Whether a derived observable computes.
    @usableFromInline
    package var isComputing: Bool { phase == .spreading || phase == .reading }

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

    /// Releases what was discarded; later, where a node computes, since what goes may set what it likes.
    ///
    /// What a `deinit` discards meanwhile is released by the outermost call, in a loop: a chain of any length is torn
    /// down on a flat stack.
    func releaseDiscarded() {
        if isReleasing || isComputing || visits > 0 { return }
        isReleasing = true
        while let object = discarded.popLast() { object.release() }
        isReleasing = false
    }
}

/// Tells a cycle, in which the same nodes change again and again, from a long chain, in which each changes once.
private struct CycleDetector {
    private var counts: [ObjectIdentifier: Int] = [:]
    private var nodes: [(node: ObjectIdentifier, name: String)] = []
    private let limit = 10

    /// Counts what one turn changes. True where a node has changed too often.
    mutating func recur(with changed: [Unmanaged<Node>]) -> Bool {
        var isTooOften = false
        for node in changed.lazy.map({ $0.takeUnretainedValue() }) {
            let count = counts[ObjectIdentifier(node), default: 0] + 1
            counts[ObjectIdentifier(node)] = count
            if count == 1 { nodes.append((ObjectIdentifier(node), node.label)) }
            if count > limit { isTooOften = true }
        }
        return isTooOften
    }

    /// What goes on changing, in the order in which it was first seen.
    var names: [String] {
        var names: [String] = []
        for (node, name) in nodes where counts[node, default: 0] >= limit && !names.contains(name) {
            names.append(name)
        }
        return names
    }
}
