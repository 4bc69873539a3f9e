import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class N4LoginSpec: Spec {
    func testSpec() {
        let ended = RequestError.Reason.loginEnded
        let nobody = RequestError.Reason.notAuthenticated("nobody is logged in")

        /// A desk with Ada's login, whose renewals take two seconds, and how many there were.
        func desk(
            _ change: (inout ClientSettings) -> Void = { _ in },
            answer: @escaping @Sendable (Desk, HTTPRequest, Int) async throws -> Response
        ) -> (desk: Desk, login: Authentication, renewals: Locked<Int>) {
            let (box, renewals) = (Locked<Desk?>(nil), Locked(0))
            let login = Authentication(Secret("Ada")) { expired in
                let count = renewals.withLock { count in
                    count += 1
                    return count
                }
                try await box.withLock { $0 }?.sleep(2)
                return Secret("\(expired?.text ?? "") \(count)")
            }
            let desk = Desk(change, authentication: login, answer: answer)
            box.withLock { $0 = desk }
            return (desk, login, renewals)
        }

        /// The tokens with which requests have arrived.
        func tokens(_ desk: Desk) -> [String?] {
            desk.arrivals.map { $0.request.headers["Authorization"]?.replacing("Bearer ", with: "") }
        }

        describe("N4: a request of one login is not sent under another") {
            it("where it waits for its answer, which is that the token has expired") {
                let (desk, login, renewals) = desk { desk, _, _ in
                    try await desk.sleep(5)
                    return Response(401)
                }
                let sent = desk.send(GetText())
                desk.scheduler.advance(by: .seconds(1))
                login.token = nil
                login.token = Secret("Bob")
                desk.scheduler.run()
                expect(sent.reason) == ended
                expect(tokens(desk)) == ["Ada"]
                expect(renewals.withLock { $0 }) == 0
            }

            it("where it waits for the renewal of its token, and ends at once then") {
                let (desk, login, _) = desk { _, request, _ in
                    Response(request.headers["Authorization"] == "Bearer Ada" ? 401 : 200)
                }
                let sent = desk.send(GetText())
                desk.scheduler.advance(by: .seconds(1))
                login.token = Secret("Bob")
                desk.scheduler.advance()
                expect(sent.reason) == ended
                desk.scheduler.run()
                expect(tokens(desk)) == ["Ada"]
                expect(login.token) == Secret("Bob")
            }

            it("where it waits for others, in the queue") {
                let (desk, login, _) = desk {
                    $0.concurrencyLimit = 1
                } answer: { desk, request, _ in
                    try await desk.sleep(5)
                    return Response(text: request.url.lastPathComponent)
                }
                let sent = (1...3).map { desk.send(GetText(path: "/\($0)")) }
                desk.scheduler.advance(by: .seconds(1))
                login.token = Secret("Bob")
                let next = desk.send(GetText(path: "/4"))
                desk.scheduler.run()
                // The first one was sent under its own login.
                expect(sent.map(\.answer)) == ["1", nil, nil]
                expect(sent.dropFirst().map(\.reason)) == [ended, ended]
                expect(next.answer) == "4"
                expect(tokens(desk)) == ["Ada", "Bob"]
            }

            it("where it waits to be sent again") {
                let (desk, login, _) = desk { _, _, _ in Response(503) }
                let sent = desk.send(GetText())
                desk.scheduler.advance(by: .milliseconds(100))
                login.token = Secret("Bob")
                desk.scheduler.run()
                expect(sent.reason) == ended
                expect(tokens(desk)) == ["Ada"]
            }
        }

        describe("N4: after a logout") {
            it("nothing is renewed, and requests fail until somebody is logged in") {
                let (desk, login, renewals) = desk { desk, _, _ in
                    try await desk.sleep(5)
                    return Response(401)
                }
                let sent = desk.send(GetText())
                desk.scheduler.advance(by: .seconds(1))
                login.token = nil
                expect(desk.outcome(of: GetText())?.failure?.reason) == nobody
                desk.scheduler.run()
                expect(sent.reason) == ended
                expect(renewals.withLock { $0 }) == 0
                expect(tokens(desk)) == ["Ada"]
                expect(login.token).to(beNil())
            }

            it("what waits for a renewal fails at once, and the renewed token is not used") {
                let (desk, login, renewals) = desk { _, _, _ in Response(401) }
                let sent = desk.send(GetText())
                desk.scheduler.advance(by: .seconds(1))
                login.token = nil
                desk.scheduler.advance()
                expect(sent.reason) == ended
                desk.scheduler.run()
                expect(renewals.withLock { $0 }) == 1
                expect(login.token).to(beNil())
            }
        }

        describe("N4: a request") {
            it("has its token renewed again where an answer in between was none of an expired one") {
                let (desk, _, renewals) = desk { _, request, _ in
                    switch (request.url.lastPathComponent, request.headers["Authorization"]) {
                    case ("text", "Bearer Ada"), ("there", "Bearer Ada 1"): Response(401)
                    case ("text", _): Response(302, headers: [HTTPHeader("Location", "/there")])
                    default: Response(text: "done")
                    }
                }
                expect(desk.outcome(of: GetText())) == .success("done")
                expect(tokens(desk)) == ["Ada", "Ada 1", "Ada 1", "Ada 1 2"]
                expect(renewals.withLock { $0 }) == 2
            }

            it("has an answer that comes after the logout, since it was sent before") {
                let (desk, login, _) = desk { desk, _, _ in
                    try await desk.sleep(5)
                    return Response(text: "Ada's")
                }
                let sent = desk.send(GetText())
                desk.scheduler.advance(by: .seconds(1))
                login.token = nil
                desk.scheduler.run()
                expect(sent.answer) == "Ada's"
            }
        }
    }
}
