/// The priority of a request among those that wait in the queue of a ``Client``.
public enum RequestPriority: Int, CaseIterable, Comparable, Sendable {
    /// For requests that the user does not wait for, such as reports and prefetching.
    case low
    /// For most requests.
    case normal
    /// For requests that the user waits for.
    case high

    /// Whether one priority is lower than the other: its requests are sent later.
    public static func < (one: RequestPriority, other: RequestPriority) -> Bool { one.rawValue < other.rawValue }
}
