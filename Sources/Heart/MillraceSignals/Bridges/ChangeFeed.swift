import MillraceBase
import Synchronization

/// The way to one graph of something that changes on any thread: however often it changes, one message is on its way.
///
/// It keeps the emitter of that graph, and what observes the emitter keeps the feed: so both are there for as long as
/// somebody observes, although nobody else keeps the emitter.
package final class ChangeFeed: Sendable {
    private let inlet: Inlet<Void>
    private let emitter: UncheckedTransfer<Emitter<Void>>
    private let isPending = Atomic(false)

    /// Returns an observable of something that changes on any thread: what `read` returns, now and after each message.
    ///
    /// It does not keep the owner; when that is gone it no longer changes.
    ///
    /// - Parameters:
    ///   - owner: What is read.
    ///   - scheduler: Where the graph belongs. Traps if that is not the isolation of the calling code.
    ///   - isolation: The isolation of the calling code.
    ///   - read: Reads the present value. It is called in the graph's domain.
    ///   - add: Adds the feed to those that are woken. Called before the first reading.
    package static func observable<Owner: AnyObject, Value: Equatable>(
        of owner: Owner,
        on scheduler: some Scheduler,
        isolation: (any Actor)?,
        _ read: @escaping (Owner) -> Value,
        add: (ChangeFeed) -> Void
    ) -> Observable<Value> {
        let emitter = Emitter<Void>()
        let feed = ChangeFeed(emitter, emitter.inlet(on: scheduler, isolation: isolation))
        add(feed)
        let latest = emitter.compactMap { [weak owner] in
            feed.isTold()
            return owner.map(read)
        }
        return latest.hold(read(owner), isolation: isolation).removeDuplicates()
    }

    /// - Parameters:
    ///   - emitter: Sends when something has changed.
    ///   - inlet: That of the emitter.
    private init(_ emitter: Emitter<Void>, _ inlet: Inlet<Void>) {
        (self.emitter, self.inlet) = (UncheckedTransfer(emitter), inlet)
    }

    /// Sees to it that the graph looks at what has changed, later. May be called on any thread.
    package func wake() {
        if !isPending.exchange(true, ordering: .acquiringAndReleasing) { inlet.send() }
    }

    /// Notes that the graph is about to look: what happens from now on is news.
    private func isTold() { isPending.store(false, ordering: .sequentiallyConsistent) }
}

/// The feeds of those who follow something. They are held weakly: a graph that is gone is dropped at the next change.
package struct ChangeFeeds {
    private struct Entry { weak var feed: ChangeFeed? }
    private var entries: [Entry] = []

    package init() {}

    package mutating func add(_ feed: ChangeFeed) { entries.append(Entry(feed: feed)) }

    /// Those that are still there. Nothing is allocated when there are none.
    package var feeds: [ChangeFeed] {
        mutating get {
            if entries.isEmpty { return [] }
            let feeds = entries.compactMap(\.feed)
            if feeds.count < entries.count { entries.removeAll { $0.feed == nil } }
            return feeds
        }
    }
}
