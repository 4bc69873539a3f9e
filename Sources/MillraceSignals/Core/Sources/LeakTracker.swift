/// Work that takes time, and keeps what it needs alive until it is over.
package protocol UnfinishedWork: AnyObject {
    /// The name for messages; nil when the work is over.
    var unfinishedName: String? { get }
}

/// The objects that were made on one thread while the tracker was active, as far as they are alive.
///
/// Every ``Source`` is added when it is made, so everything that signals and observables leave behind is found. A
/// tracker holds its entries weakly. Several may be active at a time; each lists everything.
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

    /// The names of work that is not over.
    package var unfinished: [String] { entries.compactMap { ($0.object as? any UnfinishedWork)?.unfinishedName } }

    /// The kinds and names of living objects, except work, in the order of creation: `Signal<Int> "taps"`. Equal
    /// descriptions are listed once, with their number: `Signal<Int> (2)`.
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
