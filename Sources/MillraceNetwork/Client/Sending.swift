import Foundation
import MillraceSignals

/// A request on its way: attempt after attempt, until it has an answer or none is to be had.
struct Sending: Sendable {
    var call: OutgoingRequest
    let client: Client
    let meter: TransferMeter?
    let attempts: Locked<Int>
    private var redirections = 0
    private var failures = 0
    private var hasRenewed = false

    init(call: OutgoingRequest, client: Client, meter: TransferMeter?, attempts: Locked<Int>) {
        (self.call, self.client, self.meter, self.attempts) = (call, client, meter, attempts)
        deadline = call.limits.total.map { client.clock.now + $0 }
    }

    /// When the total limit is reached.
    private let deadline: Duration?

    private enum Step {
        case end(Client.Outcome)
        case goOn
    }

    /// Runs the request to its end.
    mutating func run() async -> Client.Outcome {
        while !Task.isCancelled {
            let (request, epoch, problem) = await authenticated()
            if let problem { return .failure(.notAuthenticated(request.redaction(problem))) }
            let key = AnswerMemory.key(of: call.request)
            let outcome = await attempt(conditional(request, key))
            if Task.isCancelled { break }
            switch await step(after: outcome, of: request, epoch: epoch, key: key) {
            case .end(let outcome): return outcome
            case .goOn: continue
            }
        }
        return .failure(.cancelled)
    }

    // MARK: What is sent

    /// The request with the client's token, and the token's epoch. Renews a token that is not there.
    private func authenticated() async -> (request: HTTPRequest, epoch: Int, problem: String?) {
        guard call.isAuthenticated, let authentication = client.authentication else { return (call.request, 0, nil) }
        var (header, epoch) = authentication.current()
        if header == nil {
            client.tell(.waitsForAuthentication, of: call.request, attempt: attempts.withLock { $0 })
            if let problem = await authentication.renew(epoch, on: client.executor) {
                return (call.request, epoch, problem)
            }
            (header, epoch) = authentication.current()
        }
        var request = call.request
        if let header {
            request.set(header)
            request.redaction.add(authentication.redaction)
        }
        return (request, epoch, nil)
    }

    /// The request with the tag of the answer that is remembered.
    private func conditional(_ request: HTTPRequest, _ key: String?) -> HTTPRequest {
        guard let key, let tag = client.memory.withLock({ $0.tag(for: key) }) else { return request }
        var request = request
        request.set(HTTPHeader("If-None-Match", tag))
        return request
    }

    /// Sends the request once, when there is room.
    private func attempt(_ request: HTTPRequest) async -> Client.Outcome {
        guard await client.gate.enter(call.priority) else { return .failure(.cancelled) }
        defer { client.gate.leave() }
        if Task.isCancelled { return .failure(.cancelled) }
        let number = attempts.withLock { attempts in
            attempts += 1
            return attempts
        }
        client.tell(.sent, of: request, attempt: number)
        let collector = AnswerCollector(for: request, limit: call.limits.answerSize, meter, client.clock)
        let transport = client.transport
        let outcome = await contest(on: client.executor, cancelled: .failure(.cancelled), against: rivals(collector)) {
            do throws(RequestError.Reason) {
                try await transport.send(request, to: collector.receiver)
            } catch {
                if !collector.isTooLarge { return Client.Outcome.failure(error) }
            }
            return collector.response.map { .success(($0, request.redaction)) } ?? .failure(.brokenAnswer)
        }
        collector.close()
        if collector.isTooLarge { return .failure(.tooLarge(limit: call.limits.answerSize)) }
        if case .success(let (response, _)) = outcome {
            client.tell(
                .answered(status: response.status, byteCount: response.body.count),
                of: request,
                attempt: number
            )
        }
        return outcome
    }

    /// What ends an attempt that takes too long.
    private func rivals(_ collector: AnswerCollector) -> [@Sendable () async -> Client.Outcome?] {
        let limits = call.limits
        return [
            limits.attempt.map { client.timeLimit(.attempt, $0) },
            limits.silence.map { silence(collector, $0) },
        ]
        .compactMap { $0 }
    }

    private func silence(_ collector: AnswerCollector, _ limit: Duration) -> @Sendable () async -> Client.Outcome? {
        let clock = client.clock
        return {
            while !Task.isCancelled {
                let rest = collector.lastSign + limit - clock.now
                if rest <= .zero { return .failure(.timedOut(.silence, after: limit)) }
                try? await clock.sleep(for: rest)
            }
            return nil
        }
    }
}

// MARK: - What follows

extension Sending {
    private mutating func step(
        after outcome: Client.Outcome,
        of request: HTTPRequest,
        epoch: Int,
        key: String?
    ) async -> Step {
        switch outcome {
        case .failure(let reason): return await again(after: reason, of: request)
        case .success(let (response, redaction)):
            if response.status == 401, call.isAuthenticated, !hasRenewed { return await renew(epoch, request) }
            if let step = redirect(by: response, request) { return step }
            if response.status == 304, let key,
                let known = client.memory.withLock({ $0.answer(for: key, notModified: response) })
            {
                return .end(.success((known, redaction)))
            }
            let status = badStatus(response, redaction)
            if call.accepts(response.status), !RequestError.Reason.status(status).isPassing {
                if let key { client.memory.withLock { $0.keep(response, for: key) } }
                return .end(.success((response, redaction)))
            }
            let step = await again(after: .status(status), of: request)
            // A status that passes and is accepted is an answer when there is no further attempt.
            if case .end = step, call.accepts(response.status) { return .end(.success((response, redaction))) }
            return step
        }
    }

    /// Waits, if the request is to be sent again.
    private mutating func again(after reason: RequestError.Reason, of request: HTTPRequest) async -> Step {
        failures += 1
        guard call.isRepeatable,
            let delay = client.settings.retry.delay(after: reason, failures: failures, client.random)
        else { return .end(.failure(reason)) }
        // There is no sense in a wait that the total limit would end.
        if let deadline, client.clock.now + delay >= deadline { return .end(.failure(reason)) }
        client.tell(.willRepeat(reason, after: delay), of: request, attempt: attempts.withLock { $0 })
        if delay > .zero { try? await client.clock.sleep(for: delay) }
        return .goOn
    }

    /// Waits for a new token.
    private mutating func renew(_ epoch: Int, _ request: HTTPRequest) async -> Step {
        hasRenewed = true
        client.tell(.waitsForAuthentication, of: request, attempt: attempts.withLock { $0 })
        guard let problem = await client.authentication?.renew(epoch, on: client.executor) else { return .goOn }
        return .end(.failure(.notAuthenticated(request.redaction(problem))))
    }

    /// Goes where the server sends the request. Nil if the answer is no redirection, or is not followed.
    private mutating func redirect(by response: Response, _ request: HTTPRequest) -> Step? {
        guard redirections < client.settings.redirectionLimit,
            let (target, isElsewhere) = call.request.redirected(by: response, hasSecretBody: call.hasSecretBody)
        else { return nil }
        redirections += 1
        client.tell(.redirected(to: target.shownAddress), of: request, attempt: attempts.withLock { $0 })
        call.request = target
        call.request.redaction.add(request.redaction)
        if isElsewhere { call.isAuthenticated = false }
        return .goOn
    }

    private func badStatus(_ response: Response, _ redaction: Redaction) -> BadStatus {
        BadStatus(
            response.status,
            body: redaction.start(of: response.body, length: 1000),
            retryAfter: response.headers["Retry-After"].flatMap { RetryAfter.delay($0, now: client.date()) }
        )
    }
}
