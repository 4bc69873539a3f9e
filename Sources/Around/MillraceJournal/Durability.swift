/// Waits until all changes so far survive a crash of the machine: a journal provides it, and an `Outbox` waits for it
/// before it sends anything.
public struct Durability: Sendable {
    private let waiting: @Sendable () async -> Void

    /// Creates a durability.
    ///
    /// - Parameter wait: Returns when everything that had been done when it was called is durable. It returns late
    ///   rather than early: if something cannot be made durable, it does not return.
    public init(wait: @escaping @Sendable () async -> Void) { waiting = wait }

    /// Waits until everything that was done before this call is durable.
    nonisolated(nonsending) package func wait() async { await waiting() }

    /// Does not wait: for tests, and for apps whose outbox need not survive a crash.
    public static let immediate = Durability {}
}
