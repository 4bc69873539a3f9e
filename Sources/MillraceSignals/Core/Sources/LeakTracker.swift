/// Work that takes time, and keeps what it needs until it is over.
package protocol UnfinishedWork: AnyObject {
    /// What it is, for messages; nil when it is over.
    var unfinishedName: String? { get }
}

/// What was made on one thread while the tracker was at work, as far as it is still alive.
///
/// Every ``Source`` is entered as it is made, so all that signals and observables leave behind is seen. A tracker holds
/// what it lists weakly. Several may be at work at a time; each lists everything.
package final class LeakTracker: CreationTracker {
    private struct Entry {
        weak var object: AnyObject?
        let name: String?
    }

    private var entries: [Entry] = []

    package init() {}

    /// Tracks what is made on the calling thread from now on, until `end()` is called there.
    package func begin() { withThread { $0.trackers.append(self) } }

    package func end() { withThread { thread in thread.trackers.removeAll { $0 === self } } }

    package func enter(_ object: AnyObject, named name: String?) {
        entries.append(Entry(object: object, name: name))
    }

    /// The names of the work that is not over.
    package var unfinished: [String] { entries.compactMap { ($0.object as? any UnfinishedWork)?.unfinishedName } }

    /// The kinds and names of what is still alive, but for work, in the order in which it was made: `Signal<Int> "taps"`.
    /// What would read the same is said once, with its number: `Signal<Int> (2)`.
    package var survivors: [String] {
        var texts: [String] = []
        var counts: [String: Int] = [:]
        for entry in entries {
            guard let object = entry.object, !(object is any UnfinishedWork) else { continue }
            let source = object as? Source
            let kind = source?.kind ?? "\(type(of: object))"
            let text = (entry.name ?? source?.name).map { "\(kind) \"\($0)\"" } ?? kind
            if counts[text] == nil { texts.append(text) }
            counts[text, default: 0] += 1
        }
        return texts.map { text in
            let count = counts[text, default: 1]
            return count == 1 ? text : "\(text) (\(count))"
        }
    }
}
