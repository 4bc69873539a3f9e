import Millrace
import MillraceNetwork

/// Who is signed in, on which device.
public struct Account: Hashable, Codable, Sendable {
    /// The user's identity: `@ada:example.org`.
    public let user: String
    /// The device's identity.
    public let device: String
}

/// Whether somebody is signed in.
public enum SessionState: Hashable, Sendable {
    /// Nobody is. The problem and the user are nil where nobody has been, or has tried to be.
    case signedOut(ChatProblem?, user: String?)
    case signingIn(user: String)
    case signedIn(Account)

    /// The account that is signed in.
    public var account: Account? { if case .signedIn(let account) = self { account } else { nil } }

    /// Why nobody is signed in any more, or could be.
    var problem: ChatProblem? { if case .signedOut(let problem, _) = self { problem } else { nil } }
}

/// The user signs in.
public struct SignIn: Action {
    let user: String
    let password: Secret

    /// Creates the action.
    public init(user: String, password: Secret) { (self.user, self.password) = (user, password) }
}

/// Somebody is signed in: by a password, or by a token that was kept.
public struct SignedIn: Action {
    let account: Account

    /// Creates the action.
    public init(account: Account) { self.account = account }
}

/// Nobody is signed in any more. What is known of the rooms stays, for the same user.
struct SignedOut: Action {}

struct SignInFailed: Action {
    let user: String
    let problem: ChatProblem
}

/// Makes the store of the session. All other stores follow it by its actions.
func makeSession(with services: ChatServices, on dispatcher: Dispatcher) -> Store<SessionState> {
    Store(.signedOut(nil, user: nil), on: dispatcher, name: "session") { session in
        session.on(SignIn.self) { state, action in
            state = .signingIn(user: action.user)
            return .run("sign in", .latest) {
                SignedIn(account: try await services.signIn(action.user, action.password))
            } catching: { error in
                SignInFailed(user: action.user, problem: ChatProblem(caught: error))
            }
        }
        session.on(SignedIn.self) { state, action in state = .signedIn(action.account) }
        session.on(SignInFailed.self) { state, action in state = .signedOut(action.problem, user: action.user) }
        session.on(SignedOut.self) { state, _ in
            guard let account = state.account else { return .none }
            state = .signedOut(.signedOut, user: account.user)
            return .run("save") { _ in try await services.storage.save(KeptLogin(account: account, token: nil)) }
        }
    }
}
