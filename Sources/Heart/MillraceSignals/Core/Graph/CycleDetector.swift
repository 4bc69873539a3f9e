import MillraceBase

/// Distinguishes a cycle, in which the same nodes change again and again, from a long chain, in which each changes
/// once.
struct CycleDetector {
    private var counts: [ObjectIdentifier: Int] = [:]
    private var nodes: [(node: ObjectIdentifier, name: String)] = []
    private let limit = 10

    /// Counts the changes of one turn. Returns true if a node has changed too often.
    mutating func recur(with changed: [Node]) -> Bool {
        var isTooOften = false
        for node in changed {
            let count = counts[ObjectIdentifier(node), default: 0] + 1
            counts[ObjectIdentifier(node)] = count
            if count == 1 { nodes.append((ObjectIdentifier(node), node.label)) }
            if count > limit { isTooOften = true }
        }
        return isTooOften
    }

    /// The nodes that keep changing, in the order in which they were first seen.
    var names: [String] { nodes.filter { counts[$0.node, default: 0] >= limit }.map(\.name) }
}

func stopCycle(of names: [String], after turns: Int, _ site: CallSite?) -> Never {
    stop(
        """
        Turn.run: observers have set \(list(of: names)) anew in \(turns) turns on end. \
        To fix: an observer that sets what it depends on must come to an end; \
        set only what differs, or derive the value (map, combine) instead of setting it.
        """,
        at: site
    )
}

func stopCycleOfJobs(changing labels: [String], after turns: Int, _ site: CallSite?) -> Never {
    stop(
        """
        Turn.run: observers have dispatched what changes \(list(of: labels)) in \
        \(turns) turns on end, each in answer to the one before. \
        To fix: an observer that dispatches what it is told of must come to an end; \
        observe a `select` of what matters, or make the whole change in the handlers of one action.
        """,
        at: site
    )
}

/// Returns the names in their order, each once.
private func list(of names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
}
