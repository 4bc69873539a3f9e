import Foundation
import MillraceData
import MillraceFlux
import MillraceSecrets
import MillraceSpecs
import MillraceTesting
import TestSupport

@testable import MillraceHistory

/// What an inspection leaves out, wherever it stands.
final class InspectionSecretsSpec: Spec {
    private static let planted = "hunter2-topsecret"

    private struct Account: Equatable, Sendable {
        var name = "Ada"
        var grant = InspectionSecretsSpec.planted
    }
    private struct Session: Identifiable, Sendable {
        var token = InspectionSecretsSpec.planted
        var device = "phone"
        var id: String { token }
    }
    private enum Login: Equatable, Sendable {
        case out
        case refused(token: String, reason: String)
        case password(String)
        case within(Account)
    }
    private struct Problem: Error { var text = "401: the token \(InspectionSecretsSpec.planted) is no more" }
    private struct Everything: Sendable {
        var title = "sign in"
        var log: [String] = []
        var password: String?
        var accessTokens: [String: Int] = [:]
        var headers: [String: String] = [:]
        var sealed: Secret?
        var bySecret: [Secret: Int] = [:]
        var account = Account()
        var accounts: [Account] = []
        var login = Login.out
        var sessions: Table<Session> = []
        var listed: [Session] = []
        var problem = ""
        var address: URL?
        var _PIN_code: Int?
        var isPasswordShown = true
    }
    private struct Fill: Action {}
    private struct Change: Action {}
    private struct SignIn: Action {
        var user = "Ada"
        var password = InspectionSecretsSpec.planted
        var account = Account()
    }
    private struct Fail: Action {}

    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var tape = Tape()
        beforeEach { tape = Tape() }

        func rules() -> InspectionRules {
            var rules = InspectionRules()
            rules.redact(Account.self) { $0.grant = "•" }
            return rules
        }

        func fill(_ state: inout Everything) {
            let secret = Self.planted
            // Before anything that tells that it is a secret.
            state.log = ["\(secret) was typed"]
            state.password = secret
            state.accessTokens = [secret: 1]
            state.headers = ["Authorization": "Bearer \(secret)", "X-Api-Key": secret, "Accept": "text/html"]
            state.sealed = Secret(secret)
            state.bySecret = [Secret(secret): 1]
            state.accounts = [Account(name: "Bob"), Account()]
            state.login = .refused(token: secret, reason: "late")
            state.sessions = [Session()]
            state.listed = [Session(), Session(token: secret + "2")]
            state.problem = "GET /me?access_token=\(secret)&page=2 failed"
            state.address = URL(string: "https://a.example/?token=\(secret)&page=2")
            state._PIN_code = 987_654
        }

        func session(_ body: (Dispatcher) -> Void, filled: Bool = false) {
            recordedSession(filled: filled) { dispatcher, _ in body(dispatcher) }
        }

        func recordedSession(filled: Bool = false, _ body: (Dispatcher, InspectionRecorder) -> Void) {
            let dispatcher = Dispatcher(on: scheduler)
            dispatcher.onEffectFailure = { _ in }
            var first = Everything()
            if filled { fill(&first) }
            let store = Store(first, on: dispatcher, name: "everything") { store in
                store.on(Fill.self) { state, _ in fill(&state) }
                store.on(Change.self) { state, _ in
                    state.sessions[0].device = "tablet"
                    state.listed[0].device = "tablet"
                    state.account.name = "Grace"
                    state.password = "hunter2-topsecret, again"
                    state.login = .password(Self.planted)
                    state.headers["Cookie"] = "id=\(Self.planted); path=/"
                    state.problem = "\(Problem())"
                }
                store.on(SignIn.self) { state, action in state.login = .within(action.account) }
                store.on(Fail.self) { _, _ in .run("fail \(Self.planted)") { throw Problem() } }
            }
            let recorder = InspectionRecorder(
                on: dispatcher,
                inspecting: store,
                rules: rules(),
                notes: ["token": Self.planted, "call": "chat --password=\(Self.planted)"],
                to: tape.write
            )
            body(dispatcher, recorder)
            scheduler.run()
            recorder.finish()
        }

        describe("a secret") {
            it("is in no recording of a session in which it comes") {
                session { dispatcher in
                    dispatcher.dispatch(SignIn())
                    dispatcher.dispatch(Fill())
                    dispatcher.dispatch(Change())
                    dispatcher.dispatch(Fail())
                }
                expect(tape.text).notTo(contain("hunter2"))
                expect(tape.text).notTo(contain("topsecret"))
                expect(tape.text).notTo(contain("987654"))
                expect(tape.lines.count).to(beGreaterThan(6))
            }

            it("is in no header of a state that has it, also where it stands before it is known") {
                session({ $0.dispatch(Change()) }, filled: true)
                expect(tape.text).to(contain("was typed"))
                expect(tape.text).notTo(contain("hunter2"))
                expect(tape.text).notTo(contain("987654"))
            }

            it("leaves everything beside it") {
                session({ $0.dispatch(Change()) }, filled: true)
                expect(tape.text).to(
                    contain(
                        #"["title","sign in"]"#,
                        #"["Accept","text/html"]"#,
                        #"["reason","late"]"#,
                        #"["name","Bob"]"#,
                        "page=2",
                        #"["isPasswordShown",true]"#,
                        #"["password",{"r":true}]"#,
                        #"{"c":"password","a":[["",{"r":true}]]}"#,
                        #""tablet""#
                    )
                )
            }

            it("is not in the name of a store that comes later") {
                session { dispatcher in
                    dispatcher.dispatch(Fill())
                    let other = Store(0, on: dispatcher, name: "of \(Self.planted)") {
                        $0.on(SignIn.self) { $0 += $1.user.count }
                    }
                    dispatcher.dispatch(SignIn(), to: other)
                }
                expect(tape.text).toNot(contain(Self.planted))
                expect(tape.text).to(contain("\"of •1\""))
            }

            it("is in no step of the outside") {
                recordedSession(filled: true) { _, recorder in
                    recorder.recordStep("GET /rooms/\(Self.planted) is refused")
                }
                expect(tape.text).toNot(contain(Self.planted))
                expect(tape.text).to(contain("\"step\":\"GET /rooms/•1 is refused\""))
            }

            it("is shown where it is nil, so that one sees whether it is there") {
                session { $0.dispatch(Fill()) }
                expect(tape.text).to(contain(#"["password",null]"#, #"["=",["password"],null,{"r":true}]"#))
            }

            it("says that it has changed, and not into what") {
                session({ $0.dispatch(Change()) }, filled: true)
                expect(tape.text).to(contain(#"["=",["password"],{"r":true},{"r":true}]"#))
            }

            it("keeps identities distinct, which are those of the header in all that follows") {
                session({ $0.dispatch(Change()) }, filled: true)
                let trees = try tape.contents.map { try InspectedTree($0.utf8) }
                var state = trees[0]["states"]?.items[0].items[1]
                let changes = trees[2]["p"]?.items[1]
                try changes.map { try state?.apply($0) }
                try changes.map { try state?.undo($0) }
                expect(state == trees[0]["states"]?.items[0].items[1]) == true
                expect(changes == nil) == false
            }
        }

        describe("the names that are hidden") {
            let names = HiddenNames()

            it("are known whatever their case and separators, and within longer ones") {
                for name in [
                    "password", "Password2", "access_token", "X-API-Key", "setCookie", "PIN", "cardPin", "pin_code",
                ] {
                    expect(names.contains(name)).to(beTrue(), description: name)
                }
                for name in ["title", "spinner", "shopping", "key", "author", "opinion", ""] {
                    expect(names.contains(name)).to(beFalse(), description: name)
                }
            }

            it("can be more and fewer") {
                var names = names
                names.hide(["IBAN"])
                names.show(["pageToken"])
                expect(names.contains("iban")) == true
                expect(names.contains("page_token")) == false
                expect(names.contains("token")) == true
            }

            it("hide what follows them in a text, and no more") {
                expect(names.masked("a?token=abc&b=1")) == "a?token=•&b=1"
                expect(names.masked("!secret:sample.example")).to(beNil())
                expect(names.masked(#"{"password": "a b", "x": 1}"#)) == #"{"password": "•", "x": 1}"#
                expect(names.masked("Authorization: Bearer abc\nAccept: all")) == "Authorization: •\nAccept: all"
                expect(names.masked("Password:")).to(beNil())
                expect(names.masked("12:30 = half past twelve")).to(beNil())
            }
        }
    }
}
