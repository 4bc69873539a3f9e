/// An observation that ends with its owner.
package protocol OwnedObservation: AnyObject {
    /// Whether the observer is still in the list.
    var isTaken: Bool { get }

    /// Ends the observation, in the domain of the observed source.
    func leave()
}

/// The observations of one domain that end with their owners.
///
/// The end of an owner is not notified. So each new observation checks two older ones, and some are checked now and
/// then: no observation outlasts its owner for long while the graph is used, and no turn checks all of them.
final class OwnedObservations {
    private struct Entry {
        let observation: any OwnedObservation
        weak var owner: AnyObject?
    }

    @exclusivity(unchecked) private var entries: [Entry] = []
    @exclusivity(unchecked) private var cursor = 0

    /// Whether a check is in progress: ending an observation may add another, or start another check.
    @exclusivity(unchecked) private var isChecking = false

    /// Adds an observation, after checking two others. O(1).
    func add(_ observation: any OwnedObservation, of owner: AnyObject) {
        check(2)
        append(observation, of: owner)
    }

    /// Adds an observation. O(1).
    func append(_ observation: any OwnedObservation, of owner: AnyObject) {
        entries.append(Entry(observation: observation, owner: owner))
    }

    /// Takes over the observations of a graph whose home has become known.
    func add(_ others: OwnedObservations) { entries += others.entries }

    /// Checks a number of observations, and ends those whose owner is gone.
    func check(_ count: Int) {
        // A nested check would remove the entry at which the outer one is.
        if isChecking { return }
        isChecking = true
        defer { isChecking = false }
        var left = min(count, entries.count)
        while left > 0, !entries.isEmpty {
            left -= 1
            if cursor >= entries.count { cursor = 0 }
            if entries[cursor].owner != nil, entries[cursor].observation.isTaken {
                cursor += 1
                continue
            }
            let ended = entries[cursor].observation
            entries.swapAt(cursor, entries.count - 1)
            entries.removeLast()
            // Last, since the observer's captures are released with it, and may observe.
            ended.leave()
        }
    }
}
