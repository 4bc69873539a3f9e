import MillraceSignals

/// The objects that were made on one thread while the tracker was active, as far as they are alive.
///
/// Every ``Source`` is added when it is made, so everything that signals and observables leave behind is found. A
/// tracker holds its entries weakly. Several may be active at a time; each lists everything.
final class LeakTracker: CreationTracker {
    private struct Entry {
        weak var object: AnyObject?
        let name: String?
    }

    private var entries: [Entry] = []

    init() {}

    /// Tracks the objects made on the calling thread from now on, until `end()` is called there.
    func begin() { beginTracking(by: self) }

    func end() { endTracking(by: self) }

    package func noteCreation(of object: AnyObject, named name: String?) {
        entries.append(Entry(object: object, name: name))
    }

    /// Removes observers that were released outside a home that is not known. Called when whatever has made it is over,
    /// so that nothing else uses it.
    func prune() {
        var count = 0
        repeat {
            count = entries.count
            for entry in entries {
                guard let source = entry.object as? Source, source.home?.isUnreachable == true else { continue }
                source.pruneReleased()
            }
            entries.removeAll { $0.object == nil }
        } while entries.count < count
    }

    /// The names of work that is not over.
    var unfinished: [String] { entries.compactMap { ($0.object as? any UnfinishedWork)?.unfinishedName } }

    /// The kinds and names of living objects, except work, in the order of creation: `Signal<Int> "taps"`. Equal
    /// descriptions are listed once, with their number: `Signal<Int> (2)`.
    var survivors: [String] {
        var texts: [String] = []
        var counts: [String: Int] = [:]
        for entry in entries {
            guard let object = entry.object, !(object is any UnfinishedWork) else { continue }
            let source = (object as? Source)?.identification
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
