/// The start of a service: when, how it ended, and how long it took. Printed, it is a line.
public struct ServiceStart: Equatable, Sendable, CustomStringConvertible {
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

    /// The name of the service's type.
    public let name: String
    /// When it starts.
    public let moment: StartMoment
    /// The name of the service that needs it earlier than it declares; nil if there is none.
    public let neededBy: String?
    /// The state of the start.
    public internal(set) var outcome = Outcome.waiting
    /// How long the start took, including the time in which it was suspended; nil until it is over.
    public internal(set) var took: Duration?

    /// One line: `Index, before the first screen for Feed: started in 0.01 seconds`.
    public var description: String {
        let reason = neededBy.map { " for \($0)" } ?? ""
        let state = if case .failed(let error) = outcome { "failed (\(error))" } else { "\(outcome)" }
        let time = took.map { " in \($0)" } ?? ""
        return "\(name), \(moment)\(reason): \(state)\(time)"
    }
}
