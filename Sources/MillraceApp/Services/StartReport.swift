/// What the start of each service has cost.
///
/// Printed, it is a table.
public struct StartReport: Equatable, Sendable {
    /// What became of a service.
    public enum Outcome: Equatable, Sendable {
        /// Its moment has not come, or what it needs is still starting.
        case waiting
        /// It is starting.
        case starting
        /// It has started.
        case started
        /// It could not be started, for this reason.
        case failed(String)
    }

    /// The start of a service.
    public struct Entry: Equatable, Sendable {
        /// The name of its type.
        public let name: String
        /// When it starts.
        public let moment: StartMoment
        /// The service that needs it earlier than it declares, if there is one.
        public let neededBy: String?
        /// What became of it.
        public internal(set) var outcome = Outcome.waiting
        /// When it began, since the application was made; nil as long as it waits.
        public internal(set) var began: Duration?
        /// How long it took, with what it waited for itself; nil until it is over.
        public internal(set) var took: Duration?
    }

    /// All services, each behind those that it needs.
    public internal(set) var entries: [Entry]

    /// How long the first screen had to wait, since the application was made; nil until all is over that it waits for.
    public var beforeFirstScreen: Duration? {
        var end = Duration.zero
        for entry in entries where entry.moment == .beforeFirstScreen {
            guard let began = entry.began, let took = entry.took else { return nil }
            end = max(end, began + took)
        }
        return end
    }
}

extension StartReport: CustomStringConvertible {
    /// A table with a line for each service, and the time before the first screen.
    public var description: String {
        let rows = [["service", "starts", "began", "took", "outcome"]] + entries.map(\.row)
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 2 || column == 3 ? space + cell.0 : cell.0 + space
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
        let sum = beforeFirstScreen.map { "before the first screen: \(milliseconds($0))" }
        return (lines + [sum].compactMap { $0 }).joined(separator: "\n")
    }
}

extension StartReport.Entry {
    fileprivate var row: [String] {
        let starts = neededBy.map { "\(moment), for \($0)" } ?? "\(moment)"
        let outcome =
            switch outcome {
            case .waiting: "waiting"
            case .starting: "starting"
            case .started: "started"
            case .failed(let reason): "failed: \(reason)"
            }
        return [name, starts, began.map(milliseconds) ?? "", took.map(milliseconds) ?? "", outcome]
    }
}

/// With one digit behind the point.
private func milliseconds(_ duration: Duration) -> String {
    let tenths = Int64((duration / .microseconds(100)).rounded())
    return "\(tenths / 10).\(abs(tenths % 10)) ms"
}
