import MillraceBase

/// The way of one attempt from the client through its interceptors to the transport.
final class Passage: Sendable {
    private let client: Client
    private let collector: AnswerCollector
    private let known: Locked<Redaction>
    private let failure = Locked<RequestError.Reason?>(nil)

    init(of request: HTTPRequest, by client: Client, to collector: AnswerCollector) {
        (self.client, self.collector, known) = (client, collector, Locked(request.redaction))
    }

    /// The redaction of the request's secrets, also those that interceptors have added.
    var redaction: Redaction { known.withLock { $0 } }

    /// Sends the request.
    func send(_ request: HTTPRequest) async throws(RequestError.Reason) {
        try await pass(request, from: 0)
        // An interceptor may keep quiet about it.
        if let reason = failure.withLock({ $0 }) { throw reason }
    }

    private func pass(_ request: HTTPRequest, from index: Int) async throws(RequestError.Reason) {
        known.withLock { $0.add(request.redaction) }
        guard index < client.interceptors.count else { return try await hand(request) }
        let isSent = Locked(false)
        let next = Interceptor.Next { request throws(RequestError.Reason) in
            if isSent.withLock({ exchange(&$0, with: true) }) {
                stop(
                    """
                    Interceptor.Next: one attempt sends a request a second time. \
                    To fix: call `send` once, and leave retries to the client's RetryPolicy.
                    """
                )
            }
            try await self.pass(request, from: index + 1)
            guard let head = self.collector.head else { throw .brokenAnswer }
            return head
        }
        do {
            try await client.interceptors[index].around(request, next)
        } catch let reason as RequestError.Reason {
            throw reason.redacted(by: redaction)
        } catch {
            throw Task.isCancelled ? .cancelled : .unencodable(redaction("\(error)"))
        }
    }

    private func hand(_ request: HTTPRequest) async throws(RequestError.Reason) {
        do throws(RequestError.Reason) {
            try await client.transport.send(request, to: collector.receiver)
        } catch {
            failure.withLock { $0 = error }
            throw error
        }
    }
}
