import MillraceData
import MillraceSignals

/// What an observer of a view was told, in short.
final class Told<Row: Identifiable> {
    private(set) var log: [String] = []
    private(set) var rows: [Row] = []
    private(set) var observation: LiveObservation?

    init(_ view: LiveView<Row>) {
        observation = view.observeChanges { [unowned self] change in
            rows = Array(change.rows)
            switch change {
            case .initial(let rows): log.append("initial \(rows.count)")
            case .reset(let rows): log.append("reset \(rows.count)")
            case .update(_, let changes): log.append("\(changes)")
            }
        }
    }

    /// What was told since the last call; nil if nothing was.
    func take() -> String? {
        defer { log = [] }
        return log.isEmpty ? nil : log.joined(separator: "; ")
    }

    func cancel() { observation?.cancel() }
}

/// What an observer of sections was told, in short.
final class ToldSections<Group: Hashable, Row: Identifiable> {
    private var log: [String] = []
    private var observation: LiveObservation?
    private(set) var sections: [(Group, [Row])] = []

    init(_ view: LiveView<RowSection<Group, Row>>) {
        observation = view.observeSectionChanges { [unowned self] change in
            sections = change.sections.map { ($0.id, Array($0.rows)) }
            switch change {
            case .initial(let sections): log.append("initial \(sections.count)")
            case .reset(let sections): log.append("reset \(sections.count)")
            case .update(_, let changes): log.append(text(changes))
            }
        }
    }

    /// What was told since the last call; nil if nothing was.
    func take() -> String? {
        defer { log = [] }
        return log.isEmpty ? nil : log.joined(separator: "; ")
    }

    private func text(_ changes: SectionChanges) -> String {
        var order = changes.sections
        order.modifications = []
        var parts: [String] = order.isEmpty ? [] : ["sections \(order)"]
        if !changes.deletions.isEmpty { parts.append("-\(changes.deletions)") }
        if !changes.insertions.isEmpty { parts.append("+\(changes.insertions)") }
        if !changes.modifications.isEmpty { parts.append("~\(changes.modifications.map { "\($0.old)→\($0.new)" })") }
        if !changes.moves.isEmpty { parts.append("↕\(changes.moves.map { "\($0.old)→\($0.new)" })") }
        return parts.joined(separator: " ")
    }
}

extension Table where Element == Item {
    /// Items of these numbers, with ranks of the same.
    init(ranks: Range<Int>) { self.init(ranks.map { Item($0, rank: $0) }) }

    /// Gives all elements of a rank another one.
    mutating func rerank(_ old: Int, _ new: Int) {
        for id in filter({ $0.rank == old }).map(\.id) { self[id: id]?.rank = new }
    }
}
