import MillraceBase
public import MillraceData

extension Outbox {
    /// All entries, in the order in which they were added.
    public package(set) var entries: Table<OutboxEntry<Edit>> {
        get { content }
        set { restore(newValue) }
    }

    /// The entry with a key; nil if it is not there any more.
    public subscript(key: OutboxKey) -> OutboxEntry<Edit>? { content[id: key] }

    /// The entries of other accounts, in the order in which they were added: see ``account``. O(k log n) for k of them.
    public var heldForOthers: [OutboxEntry<Edit>] { inOrder(held) }

    /// The entries of a subject that are not held, in their order. O(k log n) for k of them.
    public func entries(of subject: Subject) -> [OutboxEntry<Edit>] {
        guard let line = lines[id: subject] else { return [] }
        return line.aside.isEmpty
            ? line.keys.compactMap { content[id: $0] } : inOrder(Array(line.aside) + Array(line.keys))
    }

    /// The entries that were refused or conflict, in the order in which they were added: show them to the user. O(k log n)
    /// for k of them.
    public var refused: [OutboxEntry<Edit>] { inOrder(problems) }

    /// The entries that the server may have or not, in the order in which they were added: see
    /// ``OutboxProblem/unknown(_:)``. O(k log n) for k of them.
    public var unknown: [OutboxEntry<Edit>] { inOrder(unknowns) }

    private func inOrder(_ keys: some Sequence<OutboxKey>) -> [OutboxEntry<Edit>] {
        keys.compactMap { content.index(id: $0) }.sorted().map { content[$0] }
    }

    /// Where the edits of a subject stand. O(log n).
    ///
    /// Observe it with `store.state.select { $0.outbox.status(of: id) }`.
    public func status(of subject: Subject) -> OutboxStatus {
        guard let line = lines[id: subject] else { return .saved }
        if !line.aside.isEmpty { return .refused }
        guard let first = line.keys.first else { return .saved }
        switch content[id: first]?.problem {
        case .refused, .conflict: return .refused
        case .unknown: return .unknown
        case nil: break
        }
        return line.phase == .sending(first) ? .sending : .waiting
    }

    /// How many entries there are, by where they stand. O(k log n) for k that are on their way.
    public var counts: OutboxCounts {
        let sending = flights.count { content.contains(id: $0.id) && !unknowns.contains(id: $0.id) }
        return OutboxCounts(
            waiting: content.count - sending - problems.count - unknowns.count - held.count,
            sending: sending,
            refused: problems.count,
            unknown: unknowns.count,
            held: held.count
        )
    }
}

extension Outbox: Resting {
    package var unfinished: String? {
        if !flights.isEmpty { return "sending" }
        let isPaused = lines.contains { if case .paused = $0.phase { true } else { false } }
        return isPaused ? "waiting to send again" : nil
    }
}
