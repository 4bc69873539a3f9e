/// One of the lists in which entries stand in the order of their use, the least recently used first.
struct EntryList {
    fileprivate(set) var first = -1
    fileprivate(set) var last = -1
    fileprivate(set) var count = 0
    fileprivate(set) var cost = 0
}

/// The part of an entry that decides how long it stays.
struct EntryNode {
    let hash: UInt64
    var cost: Int
    var segment = UsageOrder.Segment.window
    fileprivate(set) var previous = -1
    fileprivate(set) var next = -1
}

extension EntryList {
    /// Adds a node as the most recently used.
    mutating func append(_ slot: Int, _ nodes: inout [EntryNode]) {
        nodes[slot].previous = last
        nodes[slot].next = -1
        if last >= 0 { nodes[last].next = slot } else { first = slot }
        last = slot
        count += 1
        cost += nodes[slot].cost
    }

    mutating func remove(_ slot: Int, _ nodes: inout [EntryNode]) {
        let (previous, next) = (nodes[slot].previous, nodes[slot].next)
        if previous >= 0 { nodes[previous].next = next } else { first = next }
        if next >= 0 { nodes[next].previous = previous } else { last = previous }
        count -= 1
        cost -= nodes[slot].cost
    }

    /// Notes that the cost of a node of this list is another now.
    mutating func setCost(_ cost: Int, of slot: Int, _ nodes: inout [EntryNode]) {
        self.cost += cost - nodes[slot].cost
        nodes[slot].cost = cost
    }
}
