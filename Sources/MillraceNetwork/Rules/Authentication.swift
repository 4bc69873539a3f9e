import MillraceSignals

/// The token with which a client authenticates, and how it is renewed when it has expired.
///
/// ```swift
/// let door = Client(address)
/// let login = Authentication(stored) { expired in try await door.send(RenewLogin(refreshToken)).token }
/// let client = Client(address, authentication: login)
/// ```
///
/// A request that is answered with 401 is sent once more with a new token, whatever its method, because the server has
/// not acted on it. The token is renewed once, however many requests wait for it; requests that are sent during the
/// renewal wait too. If the renewal fails, they all fail with ``RequestError/Reason/notAuthenticated(_:)``, and the
/// next request tries again.
///
/// A renewal continues even if all requests that wait for it are cancelled, because the server may have invalidated the
/// old token already; but nothing waits for it any more once ``token`` is set. The requests that the renewal sends carry no
/// token, whichever client sends them.
///
/// May be used on any thread, and by several clients, which keep it alive.
public final class Authentication: Sendable {
    /// Gets a new token, given the expired one, or nil if there was none.
    public typealias Renewal = @Sendable (_ expired: Secret?) async throws -> Secret

    fileprivate struct State {
        var token: Secret?
        /// How many times the token has changed, or could not be renewed.
        var epoch = 0
        /// How many times the token was set, and not renewed: who is logged in then may be another.
        var login = 1
        /// Why the last renewal has failed. Nil if it has not.
        var problem: String?
        /// The epoch of the token that is being renewed. Nil if none is.
        var renewing: Int?
        /// Those who wait for the renewal.
        var waiters = Waiters<Void>()
    }

    private let state: Locked<State>
    private let makeHeader: @Sendable (Secret) -> HTTPHeader
    private let renewal: Renewal

    /// Creates an authentication.
    ///
    /// - Parameters:
    ///   - token: The token. If it is nil, the first request gets one before it is sent.
    ///   - header: Makes the header that carries the token. By default `Authorization: Bearer TOKEN`.
    ///   - renew: Gets a new token, in a task of its own. An error that it throws is described in the
    ///     ``RequestError/Reason/notAuthenticated(_:)`` of the requests that wait.
    public init(
        _ token: Secret? = nil,
        header: @escaping @Sendable (Secret) -> HTTPHeader = { .secret("Authorization", Secret("Bearer \($0.text)")) },
        renew: @escaping Renewal
    ) {
        state = Locked(State(token: token))
        (makeHeader, renewal) = (header, renew)
    }

    /// The current token. Set it after a login, and to nil after a logout.
    public var token: Secret? {
        get { state.withLock { $0.token } }
        set {
            let wake = state.withLock { state -> () -> Void in
                state.change(to: newValue)
                state.login += 1
                return newValue == nil ? {} : state.endRenewal()
            }
            wake()
        }
    }

    /// Whether the code that runs is that of a renewal.
    @TaskLocal static var isRenewing = false
}

extension Authentication.State {
    fileprivate mutating func change(to token: Secret?) {
        (self.token, problem) = (token, nil)
        epoch += 1
    }

    /// Ends the wait for the renewal. Returns what wakes those who wait, in the order in which they came.
    fileprivate mutating func endRenewal() -> () -> Void {
        renewing = nil
        let present = waiters.takeAll()
        return { for waiter in present { waiter.resume() } }
    }
}

extension Authentication {
    /// The token's header, the epoch and the login to which it belongs, and whether requests may be sent with it.
    func current() -> (header: HTTPHeader?, epoch: Int, login: Int, isReady: Bool) {
        let state = state.withLock { $0 }
        return (state.token.map(makeHeader), state.epoch, state.login, state.token != nil && state.renewing == nil)
    }

    /// What takes a token out of texts.
    var redaction: Redaction { Redaction(token.map { [$0] } ?? []) }

    /// Renews the token of an epoch, unless that has happened or is on its way. Returns why it could not be renewed.
    ///
    /// One whose task is cancelled waits no longer: the renewal may take as long as a person needs to log in.
    func renew(_ epoch: Int, on executor: (any TaskExecutor)?) async -> String? {
        let number = state.withLock { state -> Int? in
            guard state.epoch == epoch else { return nil }
            if state.renewing == nil {
                state.renewing = epoch
                start(from: state.token, epoch, on: executor)
            }
            return state.waiters.join()
        }
        if let number {
            await withTaskCancellationHandler {
                await withCheckedContinuation { wait($0, as: number) }
            } onCancel: {
                let waiter = state.withLock { $0.waiters.leave(number).continuation }
                waiter?.resume()
            }
        }
        return state.withLock { $0.problem }
    }

    private func wait(_ waiter: CheckedContinuation<Void, Never>, as number: Int) {
        let waits = state.withLock { $0.waiters.wait(waiter, as: number) }
        if !waits { waiter.resume() }
    }

    private func start(from expired: Secret?, _ epoch: Int, on executor: (any TaskExecutor)?) {
        Task.detached(executorPreference: executor, priority: Task.currentPriority) {
            let outcome: Result<Secret, RenewalProblem>
            do {
                let token = try await Self.$isRenewing.withValue(true) { try await self.renewal(expired) }
                outcome = .success(token)
            } catch let error as RequestError {
                outcome = .failure(RenewalProblem(text: "\(error)"))
            } catch {
                outcome = .failure(RenewalProblem(text: Redaction(expired.map { [$0] } ?? [])("\(error)")))
            }
            self.land(outcome, epoch)
        }
    }

    private func land(_ outcome: Result<Secret, RenewalProblem>, _ epoch: Int) {
        let wake = state.withLock { state -> () -> Void in
            // A token that was set meanwhile counts.
            if state.epoch == epoch {
                switch outcome {
                case .success(let token): state.change(to: token)
                case .failure(let problem):
                    state.problem = problem.text
                    state.epoch += 1
                }
            }
            // It may have been given up for that token, and another one begun.
            return state.renewing == epoch ? state.endRenewal() : {}
        }
        wake()
    }
}

private struct RenewalProblem: Error { let text: String }

extension Authentication: CustomStringConvertible, CustomReflectable {
    /// Says whether there is a token, without showing it.
    public var description: String { token == nil ? "no token" : "a token" }
    /// A mirror without the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
