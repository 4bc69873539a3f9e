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

extension Table where Element == Item {
    /// Items of these numbers, with ranks of the same.
    init(ranks: Range<Int>) { self.init(ranks.map { Item($0, rank: $0) }) }
}
