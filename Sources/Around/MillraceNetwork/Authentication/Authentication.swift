import MillraceBase
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
/// A request belongs to the login under which it began. When ``token`` is set, the login is another one: requests that
/// have not been sent yet, wait, or are to be sent again, fail with ``RequestError/Reason/loginEnded``, and are never
/// sent with the token of another user. After a logout nothing is renewed, and requests fail with
/// ``RequestError/Reason/notAuthenticated(_:)``.
///
/// A renewal continues even if all requests that wait for it are cancelled, because the server may have invalidated the
/// old token already; but nothing waits for it any more once ``token`` is set, and its token is not used then. The
/// requests that the renewal sends carry no token, whichever client sends them.
///
/// May be used on any thread, and by several clients, which keep it alive.
public final class Authentication: Sendable {
    /// Gets a new token, given the expired one, or nil if there was none.
    public typealias Renewal = @Sendable (_ expired: Secret?) async throws -> Secret

    /// The token of the present login.
    struct Present: Sendable {
        fileprivate(set) var token: Secret?
        /// How many times the token has changed, or could not be renewed.
        fileprivate(set) var epoch = 0
        /// The number of the login. It changes when the token is set, and not when it is renewed: who is logged in then
        /// may be another.
        fileprivate(set) var login = 1
        /// Whether the login was ended, and no other has begun.
        fileprivate(set) var isLoggedOut = false
        /// Whether requests may be sent with the token.
        fileprivate(set) var isReady = false

        /// Why requests of a login cannot be sent, and wait for nothing. Nil if they can be, now or later.
        func problem(for login: Int) -> RequestError.Reason? {
            if login != self.login { return .loginEnded }
            return isLoggedOut ? .notAuthenticated("nobody is logged in") : nil
        }
    }

    fileprivate struct State {
        var present: Present
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
        state = Locked(State(present: Present(token: token)))
        (makeHeader, renewal) = (header, renew)
    }

    /// The current token. Set it after a login, and to nil after a logout.
    ///
    /// Setting it begins another login, or ends the present one, and with it the requests that belong to it; even if
    /// the token is the same. Requests that began before any login belong to the first one.
    public var token: Secret? {
        get { state.withLock { $0.present.token } }
        set {
            let wake = state.withLock { state in
                state.logIn(with: newValue)
                return state.endRenewal()
            }
            wake()
        }
    }

    /// Whether the code that runs is that of a renewal.
    @TaskLocal static var isRenewing = false
}

extension Authentication.State {
    fileprivate mutating func change(to token: Secret?) {
        (present.token, problem) = (token, nil)
        present.epoch += 1
    }

    fileprivate mutating func fail(_ problem: String) {
        self.problem = problem
        present.epoch += 1
    }

    fileprivate mutating func logIn(with token: Secret?) {
        // A request that began before the first login waits for it.
        let isFirst = present.token == nil && !present.isLoggedOut && token != nil
        change(to: token)
        if !isFirst { present.login += 1 }
        present.isLoggedOut = token == nil
    }

    /// Ends the wait for the renewal. Returns a closure that wakes those who wait, in the order in which they came.
    fileprivate mutating func endRenewal() -> () -> Void {
        renewing = nil
        let present = waiters.takeAll()
        return { for waiter in present { waiter.resume() } }
    }
}

extension Authentication {
    /// The token, and the login to which it belongs.
    var current: Present {
        state.withLock { state in
            var present = state.present
            present.isReady = present.token != nil && state.renewing == nil
            return present
        }
    }

    /// The header that carries a token.
    func header(of token: Secret) -> HTTPHeader { makeHeader(token) }

    /// Renews the token of an epoch, unless that has happened or is on its way. Returns why the login has no new one.
    ///
    /// One whose task is cancelled waits no longer: the renewal may take as long as a person needs to log in.
    func renew(_ epoch: Int, of login: Int, on executor: (any TaskExecutor)?) async -> RequestError.Reason? {
        let number = state.withLock { state -> Int? in
            guard state.present.epoch == epoch, state.present.problem(for: login) == nil else { return nil }
            if state.renewing == nil {
                state.renewing = epoch
                start(from: state.present.token, epoch, on: executor)
            }
            return state.waiters.join()
        }
        if let number { await state.wait(in: \.waiters, as: number) }
        return state.withLock { $0.present.problem(for: login) ?? $0.problem.map { .notAuthenticated($0) } }
    }

    private func start(from expired: Secret?, _ epoch: Int, on executor: (any TaskExecutor)?) {
        Task.detached(executorPreference: executor, priority: Task.currentPriority) {
            do {
                let token = try await Self.$isRenewing.withValue(true) { try await self.renewal(expired) }
                self.land(epoch) { $0.change(to: token) }
            } catch {
                // A request's own error has no secrets any more.
                let redaction = Redaction(error is RequestError ? [] : [expired].compactMap { $0 })
                let problem = redaction("\(error)")
                self.land(epoch) { $0.fail(problem) }
            }
        }
    }

    /// Ends the renewal of an epoch. A token that was set meanwhile stays.
    private func land(_ epoch: Int, _ change: (inout State) -> Void) {
        let wake = state.withLock { state -> () -> Void in
            if state.present.epoch == epoch { change(&state) }
            // It may have been given up for that token, and another one begun.
            return state.renewing == epoch ? state.endRenewal() : {}
        }
        wake()
    }
}

extension Authentication: CustomStringConvertible, CustomReflectable {
    /// Says whether there is a token, without showing it.
    public var description: String { token == nil ? "no token" : "a token" }
    /// A mirror without the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
