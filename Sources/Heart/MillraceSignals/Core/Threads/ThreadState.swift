import MillraceBase
import Synchronization

/// Everything that a thread has one of: the runner of its turns, the object that handles an action, the references to
/// be released, and the trackers of created objects. Nothing else is thread-local: `ThreadSlot.swift` finds it.
///
/// A graph lives in one isolation domain, and a turn is synchronous, so only the turn that runs on the calling thread
/// can concern the calling code. If code of one domain is entered from within another domain's turn, another state
/// replaces the thread's until that is over: see `Interruption.swift`.
@usableFromInline
package final class ThreadState {
    @usableFromInline let isOnMainThread: Bool

    /// The runner of the turns, which this owns. Its type is not known here, since everything that turns consist of is
    /// built on this file: see `presentRunner`.
    @exclusivity(unchecked) var runner: Unmanaged<AnyObject>?

    /// The object that handles an action: see `TurnRunner.handling`.
    @exclusivity(unchecked) @usableFromInline var handling: Unmanaged<AnyObject>?

    /// The trackers of objects that are made on this thread.
    @exclusivity(unchecked) var trackers: [any CreationTracker] = []

    #if DEBUG
    /// Where the observer that is being called was added: see `LastObserver.swift`.
    @exclusivity(unchecked) var presentObserver: CallSite?

    /// Where the observer was added that has set, sent or dispatched something last.
    @exclusivity(unchecked) var lastToAnswer: CallSite?
    #endif

    /// The state that this one replaces, until the code that runs here is over.
    @exclusivity(unchecked) var interrupted: Unmanaged<ThreadState>?

    /// The last state that replaces this one, if this is the outermost.
    @exclusivity(unchecked) var innermost: Unmanaged<ThreadState>?

    /// A state for reuse.
    @exclusivity(unchecked) var spare: ThreadState?

    /// Objects to release as soon as nothing computes.
    @exclusivity(unchecked) private var discarded: [Unmanaged<AnyObject>] = []
    @exclusivity(unchecked) private var isReleasing = false

    /// The number of computations and visits in progress. Nothing is released meanwhile, since a `deinit` may read and
    /// set anything.
    @exclusivity(unchecked) private var pauses = 0

    /// Values that were replaced meanwhile, to be released when no turn is left to run.
    @exclusivity(unchecked) private var replaced: [Any] = []

    /// Objects that lists of a turn refer to without counting, kept alive until there is nothing left to do.
    @exclusivity(unchecked) private var keptAlive = References()

    /// Whether one of the two lists above may not be empty.
    @exclusivity(unchecked) private(set) var hasLeftovers = false

    @exclusivity(unchecked) private var lastTraversal: UInt64

    /// Creates a state for a thread, or to replace one.
    init() {
        isOnMainThread = isFirstThread
        lastTraversal = ThreadState.count.add(1, ordering: .relaxed).newValue << 40
    }

    /// Returns a number that no other traversal has, on any thread.
    func nextTraversal() -> UInt64 {
        lastTraversal += 1
        return lastTraversal
    }

    /// Called when the thread ends. The runner keeps this state alive, so it is taken out first.
    func end() {
        spare?.end()
        spare = nil
        if let runner = exchange(&runner, with: nil) { runner.release() }
        keptAlive.releaseAll()
    }

    /// The number of states so far. Each has its own, so that two of them never give a traversal the same number.
    private static let count = Atomic<UInt64>(0)
}

// MARK: - Interrupting

extension ThreadState {
    /// Runs `body` with another state in place of this one.
    func interrupt(_ body: () -> Void) {
        let other = exchange(&spare, with: nil) ?? ThreadState()
        let outermost = outermost
        let former = outermost.innermost
        other.interrupted = former ?? .passUnretained(self)
        other.trackers = trackers
        // An action is being handled for whatever its handlers run: nothing dispatches meanwhile, from no home (law
        // F4).
        other.handling = handling
        outermost.innermost = .passUnretained(other)
        ThreadSlot.set(other)
        defer {
            other.handling = nil
            outermost.innermost = former
            ThreadSlot.set(self)
            takeOver(from: other)
            spare = other
        }
        body()
    }

    /// Takes over the references that another state could not release, because a computation of this one is in
    /// progress.
    private func takeOver(from other: ThreadState) {
        discarded += exchange(&other.discarded, with: [])
        if other.replaced.isEmpty { return }
        replaced += exchange(&other.replaced, with: [])
        (hasLeftovers, other.hasLeftovers) = (true, !other.keptAlive.isEmpty)
    }

    /// Whether one state has replaced another.
    var isNested: Bool { interrupted != nil || innermost != nil }

    /// Returns the first of this thread's states that satisfies a condition, beginning with the last to have replaced
    /// another.
    func firstState(where isWanted: (ThreadState) -> Bool) -> ThreadState? {
        var next = outermost.innermost?.takeUnretainedValue()
        while let state = next {
            if isWanted(state) { return state }
            next = state.interrupted?.takeUnretainedValue()
        }
        return nil
    }

    /// The first of this thread's states, which is the last to be over.
    private var outermost: ThreadState {
        var state = self
        while let next = state.interrupted { state = next.takeUnretainedValue() }
        return state
    }
}

// MARK: - Letting go

// A `deinit` of the user's may read, set, send and dispatch. So nothing is released in the midst of an access, a
// computation or a turn. The words for it, in all modules:
//
// | word | what | when it is released |
// | --- | --- | --- |
// | `letGo` | a value that was replaced, or taken out | now: the access is over, since it was exchanged before |
// | `letGoLater` | a value of the user's that was replaced during a turn | when no turn is left to run |
// | `discard` | an object of a graph | as soon as no computation and no visit is in progress |
// | `keepAlive` | an object that lists of a turn refer to without counting | when the outermost cascade is over |

extension ThreadState {
    /// Takes over one reference to an object, to be released by `releaseDiscarded()`.
    func discard<Object: AnyObject>(_ object: Unmanaged<Object>) {
        discarded.append(.fromOpaque(object.toOpaque()))
    }

    /// Releases the discarded references; if a node computes, later, since a `deinit` may set anything.
    ///
    /// A reference that a `deinit` discards meanwhile is released by the outermost call, in a loop: a chain of any
    /// length is torn down on a flat stack.
    func releaseDiscarded() {
        if isReleasing || arePaused { return }
        isReleasing = true
        while let object = discarded.popLast() { object.release() }
        isReleasing = false
        // The references that the replaced state may have had to keep for this one's computations.
        interrupted?.takeUnretainedValue().releaseDiscarded()
    }

    /// Begins a computation or a visit: nothing is released until it is over.
    @inline(__always)
    func pauseReleases() { pauses &+= 1 }

    /// Ends a computation or a visit.
    @inline(__always)
    func resumeReleases() {
        pauses &-= 1
        if pauses == 0, !discarded.isEmpty || interrupted != nil { releaseDiscarded() }
    }

    /// Whether releases are paused: by any of the thread's states, since each lends values to its computations.
    var arePaused: Bool { pauses > 0 || isNested && firstState { $0.pauses > 0 } != nil }

    /// Releases a value when no turn is left to run.
    func letGoLater(_ value: Any) {
        replaced.append(value)
        hasLeftovers = true
    }

    /// Releases the values that were replaced. Returns false if there were none, or something computes.
    func letGoOfReplaced() -> Bool {
        if replaced.isEmpty || arePaused { return false }
        hasLeftovers = !keptAlive.isEmpty
        letGo(exchange(&replaced, with: []))
        return true
    }

    /// Takes over one reference to an object, and keeps it until no list of a turn of this thread refers to it: the
    /// outermost turn is the last to be over.
    func keepAlive(_ object: Unmanaged<AnyObject>) {
        let outermost = outermost
        outermost.keptAlive.append(object)
        outermost.hasLeftovers = true
    }

    /// Takes over several references. If they are the only ones, their list is exchanged with the empty one, whose
    /// memory is reused.
    func keepAlive(_ objects: inout References) {
        if keptAlive.isEmpty { swap(&keptAlive, &objects) } else { keptAlive.takeAll(of: &objects) }
        hasLeftovers = true
    }

    /// Releases the objects kept alive, when nothing is left to do.
    func releaseKeptAlive() {
        hasLeftovers = !replaced.isEmpty
        if keptAlive.isEmpty { return }
        // A release may set something again: the list is emptied before, and its memory returned afterwards.
        var released = References()
        swap(&keptAlive, &released)
        released.releaseAll()
        if keptAlive.isEmpty { swap(&keptAlive, &released) }
    }
}

// MARK: - Tracking

/// An object that is notified of objects made on a thread.
package protocol CreationTracker: AnyObject {
    /// Notes an object that is being made.
    func noteCreation(of object: AnyObject, named name: String?)
}

/// Work that takes time, and keeps the objects that it needs alive until it is over.
package protocol UnfinishedWork: AnyObject {
    /// The name for messages; nil when the work is over.
    var unfinishedName: String? { get }
}

/// Notifies a tracker of objects made on the calling thread from now on.
package func beginTracking(by tracker: any CreationTracker) { withThread { $0.trackers.append(tracker) } }

/// Notifies a tracker of nothing more that is made on the calling thread.
package func endTracking(by tracker: any CreationTracker) {
    withThread { thread in thread.trackers.removeAll { $0 === tracker } }
}

extension ThreadState {
    /// Whether anybody is notified of objects that are made.
    @inline(__always) var isTracked: Bool { !trackers.isEmpty }

    /// Notifies the trackers, if there are any, of an object that is being made.
    @inline(__always)
    func noteCreation(of object: AnyObject, named name: String? = nil) {
        if isTracked { tellTrackers(of: object, name) }
    }

    @inline(never)
    private func tellTrackers(of object: AnyObject, _ name: String?) {
        for tracker in trackers { tracker.noteCreation(of: object, named: name) }
    }
}
