import CalDAV
import Foundation
public import Millrace
public import MillraceNetwork
import Synchronization

/// A server of calendars in memory, for one user: a function from a request to an answer, for demos and specs.
///
/// It does as real servers do: it rewrites what it is given, forgets what has happened long ago, and loses answers where
/// it is told to. It may be called on any thread.
public final class SampleCalendarServer: Sendable {
    private let state = Mutex(CalendarServerState())
    private let clock: any Scheduler
    private let latency: Duration

    /// Creates a server without calendars.
    ///
    /// - Parameters:
    ///   - latency: How long each answer of the ``transport`` takes.
    ///   - clock: Measures the latency.
    public init(latency: Duration = .zero, clock: some Scheduler) { (self.clock, self.latency) = (clock, latency) }

    /// Changes what it has, or reads it.
    @discardableResult
    public func change<Result: Sendable>(
        _ body: (inout sending CalendarServerState) -> sending Result
    ) -> sending Result {
        state.withLock { body(&$0) }
    }

    /// Answers a request. Nil where the answer is lost, whatever has become of the request.
    public func answer(to request: HTTPRequest) -> Response? { state.withLock { $0.answer(to: request) } }

    /// What carries requests to it.
    public var transport: any Transport {
        FunctionTransport { [self] request in
            let isWriting = [.put, .delete].contains(request.method)
            guard !isWriting || state.withLock({ $0.beginWriting() }) else { return Response(423) }
            defer { if isWriting { state.withLock { $0.isBeingWritten = false } } }
            if latency > .zero { try await clock.sleep(for: latency) }
            guard let answer = answer(to: request) else { throw RequestError.Reason.brokenAnswer }
            return answer
        }
    }
}

extension CalendarServerState {
    /// Notes that somebody writes. False where it is locked.
    fileprivate mutating func beginWriting() -> Bool {
        guard locksWhileWriting, isBeingWritten else {
            isBeingWritten = true
            return true
        }
        refusals += 1
        return false
    }
}
