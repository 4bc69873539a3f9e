/// An event that did not come.
public struct NoSuchEvent: Error {}

extension AsyncStream where Element == LoopbackServer.Event {
    /// Waits for an event. Twenty seconds without it are a failure.
    public func wait(for isSought: @escaping @Sendable (Element) -> Bool) async throws -> Element {
        try await withThrowingTaskGroup(of: Element?.self) { group in
            defer { group.cancelAll() }
            group.addTask { await first(where: isSought) }
            group.addTask {
                try await Task.sleep(for: .seconds(20))
                return nil
            }
            guard let event = try await group.next() ?? nil else { throw NoSuchEvent() }
            return event
        }
    }
}

extension LoopbackServer.Event {
    /// Whether a request has arrived.
    public var isReceived: Bool { if case .received = self { true } else { false } }
    /// Whether a reply was carried out.
    public var isAnswered: Bool { if case .answered = self { true } else { false } }
    /// Whether the client has closed the connection before the end of the reply.
    public var isAbandoned: Bool { if case .abandoned = self { true } else { false } }
}
