import MillraceBase
import Synchronization

/// Lets graphs follow an object that changes on any thread: the way to write a module such as `MillraceNetwork`.
///
/// ```swift
/// final class Downloads: Sendable {
///     private let count = Mutex(0)
///     private let feed = ChangeFeed()
///
///     func begin() {                                          // on any thread
///         count.withLock { $0 += 1 }
///         feed.notify()
///     }
///
///     func count(on scheduler: some Scheduler, isolation: (any Actor)? = #isolation) -> Observable<Int> {
///         feed.observable(of: self, on: scheduler, isolation: isolation) { $0.count.withLock { $0 } }
///     }
/// }
/// ```
///
/// However often something changes, one message to each graph is on its way. A feed does not keep the graphs: one that
/// is gone is dropped at the next change.
public final class ChangeFeed: Sendable {
    /// A graph is held weakly, so that it is there for as long as somebody keeps or observes its observable.
    private struct Entry { weak var follower: Follower? }

    private let entries = Locked<[Entry]>([])

    /// Whether there may be a follower: most objects are followed by no graph, and change often.
    private let isFollowed = Atomic(false)

    /// Creates a feed that no graph follows.
    public init() {}

    /// Notifies the graphs that something has changed: each reads again, later, in its own domain.
    ///
    /// May be called on any thread. Call it after the change, and outside your lock. O(n) for the n graphs that follow;
    /// an atomic access if there are none.
    public func notify() {
        if !isFollowed.load(ordering: .sequentiallyConsistent) { return }
        let followers = entries.withLock { entries in
            let followers = entries.compactMap(\.follower)
            if followers.count < entries.count { entries.removeAll { $0.follower == nil } }
            if followers.isEmpty { isFollowed.store(false, ordering: .sequentiallyConsistent) }
            return followers
        }
        for follower in followers { follower.notify() }
    }

    /// Returns an observable, for a graph, of the value that `read` returns.
    ///
    /// It is updated for as long as it is kept or observed, at most once a turn, and passes on values that are not
    /// equal. It keeps neither the feed nor the owner. It never ends; when the owner is gone it no longer changes.
    ///
    /// - Parameters:
    ///   - owner: The property or function that is read.
    ///   - scheduler: The scheduler of the graph's isolation domain. Traps if that is not the isolation of the caller.
    ///   - isolation: The isolation of the calling code.
    ///   - read: Reads the present value, in the graph's domain: at once, and after each change.
    public func observable<Owner: AnyObject & Sendable, Value: Equatable>(
        of owner: Owner,
        on scheduler: some Scheduler,
        isolation: (any Actor)? = #isolation,
        _ read: @escaping (Owner) -> Value
    ) -> Observable<Value> {
        let emitter = Emitter<Void>()
        let follower = Follower(emitter, emitter.inlet(on: scheduler, isolation: isolation))
        // Added before the first reading, so that no change is missed in between.
        entries.withLock { entries in
            entries.append(Entry(follower: follower))
            isFollowed.store(true, ordering: .sequentiallyConsistent)
        }
        let latest = emitter.compactMap { [weak owner] in
            follower.beginReading()
            return owner.map(read)
        }
        return latest.hold(read(owner), isolation: isolation).removeDuplicates()
    }
}

/// The way to one graph. It keeps the emitter of that graph, and the observation of the emitter keeps the follower: so
/// both are there for as long as it is observed, although nothing else keeps the emitter.
private final class Follower: Sendable {
    private let inlet: Inlet<Void>
    private let emitter: UncheckedTransfer<Emitter<Void>>
    private let isNotified = Atomic(false)

    /// - Parameters:
    ///   - emitter: Sends when something has changed.
    ///   - inlet: That of the emitter.
    init(_ emitter: Emitter<Void>, _ inlet: Inlet<Void>) {
        (self.emitter, self.inlet) = (UncheckedTransfer(emitter), inlet)
    }

    /// Has the graph read again, later. May be called on any thread.
    func notify() {
        if !isNotified.exchange(true, ordering: .acquiringAndReleasing) { inlet.send() }
    }

    /// Notes that the graph is about to read: changes from now on are news.
    func beginReading() { isNotified.store(false, ordering: .sequentiallyConsistent) }
}
