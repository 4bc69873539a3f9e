/// An observation that ends with its owner.
package protocol OwnedObservation: AnyObject {
    /// Whether the observer still stands in the list.
    var isTaken: Bool { get }

    /// Ends the observation, in the domain of what is observed.
    func leave()
}

/// The observations of one domain that end with their owners.
///
/// An owner's end tells nobody. So each new observation looks at two older ones, and some are looked at every now and
/// then: none outlasts its owner for long where anything goes on, and no turn looks at all of them.
final class OwnedObservations {
    private struct Entry {
        let place: any OwnedObservation
        weak var owner: AnyObject?
    }

    @exclusivity(unchecked) private var entries: [Entry] = []
    @exclusivity(unchecked) private var cursor = 0

    /// What ends may observe, or be looked after, in its turn.
    @exclusivity(unchecked) private var isLooking = false

    /// Adds an observation, having looked at two others. O(1).
    func add(_ place: any OwnedObservation, of owner: AnyObject) {
        look(at: 2)
        append(place, of: owner)
    }

    /// Adds an observation. O(1).
    func append(_ place: any OwnedObservation, of owner: AnyObject) {
        entries.append(Entry(place: place, owner: owner))
    }

    /// Takes over the observations of a graph whose home has become known.
    func add(_ others: OwnedObservations) { entries += others.entries }

    /// Looks at so many observations, and ends those whose owner is gone.
    func look(at count: Int) {
        // In its own midst it would take away what the outer one stands at.
        if isLooking { return }
        isLooking = true
        defer { isLooking = false }
        var left = min(count, entries.count)
        while left > 0, !entries.isEmpty {
            left -= 1
            if cursor >= entries.count { cursor = 0 }
            if entries[cursor].owner != nil, entries[cursor].place.isTaken {
                cursor += 1
                continue
            }
            let place = entries[cursor].place
            entries.swapAt(cursor, entries.count - 1)
            entries.removeLast()
            // Last, since what the observer captured goes with it, and may observe.
            place.leave()
        }
    }
}
