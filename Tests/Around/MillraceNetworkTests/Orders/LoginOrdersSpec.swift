import Foundation
import Millrace
import MillraceHistory
import MillraceNetwork
import MillraceSimulation
import MillraceSpecs
import Synchronization
import TestSupport

/// Law N4 in every order: requests on their way, while their token expires and is renewed, the renewal fails, they are
/// cancelled, and their user logs out and another one in.
final class LoginOrdersSpec: Spec {
    struct Upload: Request {
        typealias Answer = Response
        let login: Int?
        let number: Int
        var method: HTTPMethod { .post }
        var path: String { "/\(login.map { "\($0)" } ?? "nobody")/\(number)" }
    }

    struct Offline: Error {}

    struct UploadNext: Action {}
    struct CancelUploads: Action {}
    struct LogIn: Action {}
    struct LogOut: Action {}
    struct Uploaded: Action {
        let login: Int?
        let reason: RequestError.Reason?
    }

    /// The app: who is logged in, and what has become of the requests.
    struct Uploads: Equatable {
        var login: Int? = 1
        var logins = 1
        var count = 0
        var failures: [String] = []

        /// Requests that had no token, though their user was logged in all the time.
        var refused = 0
    }

    /// The server, which has a current token for each login, and what it has seen that must not be.
    final class Server: Sendable {
        struct State: Equatable {
            var generations: [Int: Int] = [1: 1]
            var valid: Set<String> = ["1.1"]
            var failedRenewals = 0
            var underAnother: [String] = []
        }

        let state = Mutex(State())

        func expire() { state.withLock { $0.valid = [] } }

        func makeToken(for login: Int) -> Secret {
            state.withLock { state in
                state.generations[login, default: 0] += 1
                let token = "\(login).\(state.generations[login] ?? 0)"
                state.valid.insert(token)
                return Secret(token)
            }
        }

        func answer(_ request: HTTPRequest) -> Response {
            let token = (request.headers["Authorization"] ?? "").replacing("Bearer ", with: "")
            let login = request.url.path.split(separator: "/").first ?? ""
            return state.withLock { state in
                if token.split(separator: ".").first != login { state.underAnother.append("\(login) as \(token)") }
                return Response(state.valid.contains(token) ? 200 : 401)
            }
        }
    }

    /// Which tokens are being renewed, and were: what the app has done, not the server.
    final class Renewals: Sendable {
        struct State: Equatable {
            var present: [String] = []
            var done: Set<String> = []
            var twice: [String] = []
            var needless: [String] = []
            var afterLogout: [String] = []
        }

        let state = Mutex(State())

        /// - Parameters:
        ///   - present: The token of the present login.
        ///   - isValid: Whether the server still takes the token.
        func begin(_ token: String, present: String?, isValid: Bool) {
            state.withLock { state in
                if state.done.contains(token) || state.present.contains(token) { state.twice.append(token) }
                if isValid { state.needless.append(token) }
                if token != present { state.afterLogout.append(token) }
                state.present.append(token)
            }
        }

        func end(_ token: String, isDone: Bool) {
            state.withLock { state in
                state.present.removeAll { $0 == token }
                if isDone { state.done.insert(token) }
            }
        }
    }

    private static func makeStore(
        _ client: Client,
        _ login: Authentication,
        _ server: Server,
        on dispatcher: Dispatcher
    ) -> Store<Uploads> {
        Store(Uploads(), on: dispatcher, name: "uploads") { store in
            store.on(UploadNext.self) { state, _ in
                state.count += 1
                let (login, request) = (state.login, Upload(login: state.login, number: state.count))
                return .run("upload") {
                    do throws(RequestError) {
                        _ = try await client.send(request)
                        return Uploaded(login: login, reason: nil)
                    } catch {
                        return Uploaded(login: login, reason: error.reason)
                    }
                }
            }
            store.on(Uploaded.self) { state, action in
                guard let reason = action.reason else { return }
                if case .notAuthenticated = reason, action.login != nil, action.login == state.login {
                    state.refused += 1
                }
            }
            store.on(CancelUploads.self) { _, _ in .cancel("upload") }
            store.on(LogIn.self) { state, _ in
                state.logins += 1
                state.login = state.logins
                login.token = server.makeToken(for: state.logins)
            }
            store.on(LogOut.self) { state, _ in
                state.login = nil
                login.token = nil
            }
        }
    }

    /// - Parameters:
    ///   - uploads: How many files are uploaded.
    ///   - gives: Whether the user may give up what waits.
    ///   - changes: Whether the user may log out, and another one in.
    private static func exploreUploads(_ uploads: Int, faults: Int, gives: Bool, changes: Bool) throws -> Exploration {
        try explore(faults: faults, time: .seconds(600)) { world in
            let (server, renewals, outside) = (Server(), Renewals(), world.outside)
            let requests = Mutex<[String: String]>([:])
            let box = Mutex<Authentication?>(nil)
            let login = Authentication(Secret("1.1")) { expired in
                let token = expired?.text ?? ""
                let isValid = server.state.withLock { $0.valid.contains(token) }
                renewals.begin(token, present: box.withLock { $0?.token?.text }, isValid: isValid)
                var isDone = false
                defer { renewals.end(token, isDone: isDone) }
                do {
                    let number = Int(token.split(separator: ".").first ?? "") ?? 0
                    let new = try await outside.answer("renew \(token)", failing: [Offline()]) {
                        server.makeToken(for: number)
                    }
                    isDone = true
                    return new
                } catch {
                    server.state.withLock { $0.failedRenewals += 1 }
                    throw error
                }
            }
            box.withLock { $0 = login }
            var settings = ClientSettings()
            settings.retry = .never
            settings.limits = RequestLimits(attempt: nil, silence: nil, total: nil)
            let client = Client(
                URL(string: "https://upload.example")!,
                over: world.transport(refusing: []) { server.answer($0) },
                settings: settings,
                authentication: login,
                clock: world.scheduler,
                log: { event in requests.withLock { $0[event.request] = "\(event.kind) \(event.attempt)" } }
            )
            let dispatcher = Dispatcher(on: world.scheduler)
            let store = Self.makeStore(client, login, server, on: dispatcher)
            world.may("upload", times: uploads) { dispatcher.dispatch(UploadNext()) }
            if gives { world.may("cancel") { dispatcher.dispatch(CancelUploads()) } }
            world.may("the token expires") { server.expire() }
            if changes {
                world.may("log out", if: { store.state.value.login != nil }) { dispatcher.dispatch(LogOut()) }
                world.may("log in") { dispatcher.dispatch(LogIn()) }
            }
            world.compare("server") { server.state.withLock { $0 } }
            world.compare("renewals") { renewals.state.withLock { $0 } }
            world.compare("requests") { requests.withLock { $0 } }
            world.compare("token") { login.token?.text }

            world.always("a token is renewed once, unless that failed") {
                renewals.state.withLock { $0.twice }
            } equals: {
                []
            }
            world.always("a token is renewed only where it has expired") {
                renewals.state.withLock { $0.needless }
            } equals: {
                []
            }
            world.always("a request of a login that is over waits for no token") {
                let login = store.state.value.login ?? 0
                return requests.withLock { $0.filter { $1.hasPrefix("waits") && !$0.contains("/\(login)/") }.count }
            } equals: {
                0
            }
            world.always("a token is renewed only while its user is logged in") {
                renewals.state.withLock { $0.afterLogout }
            } equals: {
                []
            }
            world.always("no request is sent under another login") {
                server.state.withLock { $0.underAnother }
            } equals: {
                []
            }
            world.always("a request has a token as long as its user is logged in, unless the renewal failed") {
                store.state.value.refused == 0 || server.state.withLock { $0.failedRenewals } > 0
            }
            world.always("the token is one of who is logged in") {
                login.token?.text.split(separator: ".").first.map { String($0) }
            } equals: {
                store.state.value.login.map { "\($0)" }
            }
            return Inspection(of: store)
        }
    }

    func testSpec() {
        describe("N4: in every order, a token is renewed once, and a request belongs to the login under which it began")
        {
            it("while requests are given up, and the renewal fails") {
                let result = try Self.exploreUploads(2, faults: Programs.areAll ? 1 : 0, gives: true, changes: false)
                expect(result.isComplete).to(beTrue())
            }

            it("while the renewal fails, and the user logs out and another one in") {
                let result = try Self.exploreUploads(1, faults: 1, gives: Programs.areAll, changes: true)
                expect(result.isComplete).to(beTrue())
            }

            it("of several, while the user logs out and another one in") {
                let isAll = Programs.areAll
                let result = try Self.exploreUploads(isAll ? 2 : 1, faults: 0, gives: !isAll, changes: true)
                expect(result.isComplete).to(beTrue())
            }
        }
    }
}
