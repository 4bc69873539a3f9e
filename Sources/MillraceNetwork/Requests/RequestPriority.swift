/// Which of the waiting requests is sent first.
public enum RequestPriority: Int, CaseIterable, Comparable, Sendable {
    /// For what nobody waits for: reports, what may be needed later.
    case low
    /// For most requests.
    case normal
    /// For what a person waits for.
    case high

    /// Whether one is sent later than the other.
    public static func < (one: RequestPriority, other: RequestPriority) -> Bool { one.rawValue < other.rawValue }
}
