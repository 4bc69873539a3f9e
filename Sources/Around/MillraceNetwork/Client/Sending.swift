import Foundation
import MillraceBase
import MillraceSignals

/// A request on its way: attempt after attempt, until it has an answer or none is to be had.
struct Sending: Sendable {
    var call: OutgoingRequest
    let client: Client
    let meter: TransferMeter?
    /// How many times it was sent.
    let attempts = Locked(0)
    private var redirections = 0
    private var failures = 0
    private var hasRenewed = false

    init(_ call: OutgoingRequest, by client: Client, _ meter: TransferMeter?) {
        (self.call, self.client, self.meter) = (call, client, meter)
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
        if let problem = await call.putBodyTogether() { return .failure(problem) }
        while !Task.isCancelled {
            if let problem = await waitForToken() {
                return .failure(problem.redacted(by: call.request.redaction))
            }
            guard await client.gate.enter(call.priority) else { break }
            guard let (request, epoch) = authenticated() else {
                // The token expired, or the login ended, while this request waited for others. It waits outside, to
                // leave room for a renewal.
                client.gate.leave()
                continue
            }
            let place = RequestGate.Place(in: client.gate)
            let outcome = await attempt(request, place)
            place.leave()
            if Task.isCancelled { break }
            switch await step(after: outcome, of: request, epoch) {
            case .end(let outcome): return outcome
            case .goOn: continue
            }
        }
        return .failure(.cancelled)
    }

    // MARK: The request that is sent

    /// The request with the token of its login, once there is one: for requests that are not sent in attempts.
    func withToken() async throws(RequestError.Reason) -> HTTPRequest {
        while !Task.isCancelled {
            if let problem = await waitForToken() { throw problem.redacted(by: call.request.redaction) }
            if let (request, _) = authenticated() { return request }
        }
        throw .cancelled
    }

    /// Waits while there is no token, or it is being renewed. Returns why the request's login has none.
    private func waitForToken() async -> RequestError.Reason? {
        guard let login = call.login, let authentication = client.authentication else { return nil }
        let present = authentication.current
        if let problem = present.problem(for: login) { return problem }
        if present.isReady { return nil }
        client.tell(.waitsForAuthentication, of: call.request, attempt: attempts.withLock { $0 })
        return await authentication.renew(present.epoch, of: login, on: client.executor)
    }

    /// The request with the token of its login, and the token's epoch. Nil if that login has none now.
    private func authenticated() -> (request: HTTPRequest, epoch: Int)? {
        guard let login = call.login, let authentication = client.authentication else { return (call.request, 0) }
        let present = authentication.current
        guard present.problem(for: login) == nil, present.isReady, let token = present.token else { return nil }
        var request = call.request
        request.set(authentication.header(of: token))
        request.redaction.add([token])
        return (request, present.epoch)
    }

    /// Sends the request once.
    ///
    /// - Parameter place: Is left early where the answer goes to an open target.
    private func attempt(_ request: HTTPRequest, _ place: RequestGate.Place) async -> Client.Outcome {
        if Task.isCancelled { return .failure(.cancelled) }
        let number = attempts.withLock { attempts in
            attempts += 1
            return attempts
        }
        client.tell(.sent, of: request, attempt: number)
        let collector = AnswerCollector(for: call, meter, client.clock)
        var request = request
        call.target?.prepare(&request, in: place)
        let passage = Passage(of: request, by: client, to: collector)
        let prepared = request
        let outcome = await contest(on: client.executor, cancelled: .failure(.cancelled), against: rivals(collector)) {
            do throws(RequestError.Reason) {
                try await passage.send(prepared)
            } catch {
                if collector.refusal == nil { return Client.Outcome.failure(error) }
            }
            if collector.refusal == nil, let problem = collector.finish() { return .failure(problem) }
            return collector.response.map { .success(($0, passage.redaction)) } ?? .failure(.brokenAnswer)
        }
        collector.close()
        if let refusal = collector.refusal { return .failure(refusal) }
        if case .success(let (response, _)) = outcome {
            client.tell(
                .answered(status: response.status, byteCount: collector.byteCount),
                of: request,
                attempt: number
            )
        }
        return outcome
    }

    /// The time limits that end an attempt.
    private func rivals(_ collector: AnswerCollector) -> [@Sendable () async -> Client.Outcome?] {
        let limits = call.limits
        return [
            limits.attempt.map { client.timeLimit(.attempt, $0, unless: call.target) },
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

// MARK: - The next step

extension Sending {
    /// - Parameters:
    ///   - request: The request that was sent.
    ///   - epoch: That of its token.
    private mutating func step(after outcome: Client.Outcome, of request: HTTPRequest, _ epoch: Int) async -> Step {
        switch outcome {
        case .failure(let reason): return await again(after: reason, of: request)
        case .success(let (response, redaction)):
            if response.status == 401, let login = call.login, !hasRenewed {
                return await renew(epoch, of: login, for: request)
            }
            // A token that was good may expire again before the request has its answer.
            if response.status != 401 { hasRenewed = false }
            if let step = redirect(by: response, request) { return step }
            if call.target?.startsAnew(after: response.status) == true { return .goOn }
            let isAccepted = call.accepts(response.status)
            if isAccepted, !BadStatus.passing.contains(response.status) {
                return .end(.success((response, redaction)))
            }
            let step = await again(after: .status(badStatus(response, redaction)), of: request)
            // A status that passes and is accepted is an answer when there is no further attempt.
            if case .end = step, isAccepted { return .end(.success((response, redaction))) }
            return step
        }
    }

    /// Waits, if the request is to be sent again.
    private mutating func again(after reason: RequestError.Reason, of request: HTTPRequest) async -> Step {
        failures += 1
        guard call.isRepeatable, call.target?.isOpen != true,
            let delay = client.settings.retry.delay(after: reason, failures: failures, client.random)
        else { return .end(.failure(reason)) }
        // There is no sense in a wait that the total limit would end.
        if let deadline, client.clock.now + delay >= deadline { return .end(.failure(reason)) }
        client.tell(.willRepeat(reason, after: delay), of: request, attempt: attempts.withLock { $0 })
        if delay > .zero { try? await client.clock.sleep(for: delay) }
        return .goOn
    }

    /// Waits for a new token.
    private mutating func renew(_ epoch: Int, of login: Int, for request: HTTPRequest) async -> Step {
        hasRenewed = true
        client.tell(.waitsForAuthentication, of: request, attempt: attempts.withLock { $0 })
        let problem = await client.authentication?.renew(epoch, of: login, on: client.executor)
        guard let problem else { return .goOn }
        return .end(.failure(problem.redacted(by: request.redaction)))
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
        if isElsewhere { call.login = nil }
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
