import MillraceSignals
import Synchronization

/// The way of a cache's changes to one graph: however many there are, one message is on its way.
final class StatisticsFeed: Sendable {
    private let inlet: Inlet<Void>
    private let isPending = Atomic(false)

    init(_ inlet: Inlet<Void>) { self.inlet = inlet }

    /// Sees to it that the graph asks for the statistics, later. May be called on any thread.
    func wake() {
        if !isPending.exchange(true, ordering: .acquiringAndReleasing) { inlet.send() }
    }

    /// Notes that the graph is about to ask for the statistics: what happens from now on is news.
    func isTold() { isPending.store(false, ordering: .sequentiallyConsistent) }
}

/// The feeds of those who follow a cache. They are held weakly: a graph that is gone is dropped at the next change.
struct StatisticsWatchers {
    private struct Entry { weak var feed: StatisticsFeed? }
    private var entries: [Entry] = []

    mutating func add(_ feed: StatisticsFeed) { entries.append(Entry(feed: feed)) }

    /// Those that are still there. Nothing is allocated when there are none.
    var feeds: [StatisticsFeed] {
        mutating get {
            if entries.isEmpty { return [] }
            let feeds = entries.compactMap(\.feed)
            if feeds.count < entries.count { entries.removeAll { $0.feed == nil } }
            return feeds
        }
    }
}
