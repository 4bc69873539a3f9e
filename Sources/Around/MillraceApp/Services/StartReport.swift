/// The moment, the duration and the outcome of the start of each service.
///
/// Printed, it is a table.
public struct StartReport: Equatable, Sendable {
    /// The state of a service's start.
    public enum Outcome: Equatable, Sendable {
        /// Its moment has not come, or a service that it needs is still starting.
        case waiting
        /// It is starting.
        case starting
        /// It has started.
        case started
        /// It could not be started: the description of the error.
        case failed(String)
    }

    /// The start of a service.
    public struct ServiceStart: Equatable, Sendable {
        /// The name of its type.
        public let name: String
        /// When it starts.
        public let moment: StartMoment
        /// The name of the service that needs it earlier than it declares; nil if there is none.
        public let neededBy: String?
        /// The state of the start.
        public internal(set) var outcome = Outcome.waiting
        /// When the start began, counted from the creation of the application; nil before that.
        public internal(set) var began: Duration?
        /// How long the start took, including the time in which it was suspended; nil until it is over.
        public internal(set) var took: Duration?
    }

    /// All services, each after those that it needs.
    public internal(set) var starts: [ServiceStart]

    /// The time from the creation of the application to the end of the last start that the first screen waits for; nil
    /// until then.
    public var beforeFirstScreen: Duration? {
        var end = Duration.zero
        for start in starts where start.moment == .beforeFirstScreen {
            guard let began = start.began, let took = start.took else { return nil }
            end = max(end, began + took)
        }
        return end
    }
}

extension StartReport: CustomStringConvertible {
    /// A table with a line for each service, and the time before the first screen.
    public var description: String {
        let rows = [["service", "starts", "began", "took", "outcome"]] + starts.map(\.row)
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

extension StartReport.ServiceStart {
    fileprivate var row: [String] {
        let moment = neededBy.map { "\(self.moment), for \($0)" } ?? "\(self.moment)"
        let outcome =
            switch outcome {
            case .waiting: "waiting"
            case .starting: "starting"
            case .started: "started"
            case .failed(let reason): "failed: \(reason)"
            }
        return [name, moment, began.map(milliseconds) ?? "", took.map(milliseconds) ?? "", outcome]
    }
}

/// With one digit behind the point.
private func milliseconds(_ duration: Duration) -> String {
    let tenths = Int64((duration / .microseconds(100)).rounded())
    return "\(tenths / 10).\(abs(tenths % 10)) ms"
}
