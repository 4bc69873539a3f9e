import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class N4RenewalSpec: Spec {
    func testSpec() {
        /// An authentication whose renewals take two seconds, and what they got.
        func login(
            _ desk: Locked<Desk?>,
            token: String? = "1",
            failing: Int = 0
        ) -> (Authentication, Locked<[String?]>) {
            let renewals = Locked<[String?]>([])
            let login = Authentication(token.map(Secret.init)) { expired in
                let count = renewals.withLock { renewals in
                    renewals.append(expired?.text)
                    return renewals.count
                }
                try await desk.withLock { $0 }?.sleep(2)
                if count <= failing { throw Refusal(words: "the password of \(expired?.text ?? "") has changed") }
                return Secret("\(count + 1)")
            }
            return (login, renewals)
        }

        /// Answers to requests with a token from a number on; others are refused.
        func desk(
            _ login: Authentication,
            _ box: Locked<Desk?>,
            from first: Int = 2,
            limit: Int = 1000,
            answering delay: Double = 1
        ) -> Desk {
            let desk = Desk({ $0.concurrencyLimit = limit }, authentication: login) { desk, request, _ in
                try await desk.sleep(delay)
                let token = request.headers["Authorization"]?.split(separator: " ").last.flatMap { Int($0) }
                return Response(token ?? 0 >= first ? 200 : 401, text: "\(token ?? 0)")
            }
            box.withLock { $0 = desk }
            return desk
        }

        describe("N4: an expired authentication") {
            it("is renewed once, though a hundred requests find it so, which are all sent again") {
                let box = Locked<Desk?>(nil)
                let (login, renewals) = login(box)
                let desk = desk(login, box)
                let sent = (0..<100).map { _ in desk.send(GetText()) }
                desk.scheduler.run()
                expect(renewals.withLock { $0 }) == ["1"]
                expect(sent.allSatisfy { $0.answer == "2" }) == true
                expect(desk.arrivals.count) == 200
                expect(Set(desk.times)) == [0, 3]
            }

            it("is renewed once where the hundred come one after the other, and only some find it so") {
                let box = Locked<Desk?>(nil)
                let (login, renewals) = login(box)
                let desk = desk(login, box, limit: 7)
                let sent = (0..<100).map { _ in desk.send(GetText()) }
                desk.scheduler.run()
                expect(renewals.withLock { $0 }) == ["1"]
                expect(sent.allSatisfy { $0.answer == "2" }) == true
                // Those that come while it is renewed are not sent with the token that has expired.
                expect(desk.arrivals.count) == 107
            }

            it("is not renewed by one that comes back late, with the token before") {
                let box = Locked<Desk?>(nil)
                let (login, renewals) = login(box)
                let desk = Desk(authentication: login) { desk, request, number in
                    try await desk.sleep(number == 1 ? 10 : 1)
                    return Response(request.headers["Authorization"] == "Bearer 1" ? 401 : 200, text: "done")
                }
                box.withLock { $0 = desk }
                let sent = [desk.send(GetText()), desk.send(GetText())]
                desk.scheduler.run()
                expect(sent.map(\.answer)) == ["done", "done"]
                expect(renewals.withLock { $0 }) == ["1"]
            }

            it("is renewed where no other request has room, since those that wait for it need none") {
                let box = Locked<Desk?>(nil)
                let renewed = Locked(0)
                let login = Authentication(Secret("1")) { _ in
                    let desk = box.withLock { $0 }
                    renewed.withLock { $0 += 1 }
                    // Sent by the same client, and refused: it would wait for itself.
                    return Secret(try await desk?.plain(GetText(path: "/token")) ?? "")
                }
                let desk = Desk({ $0.concurrencyLimit = 1 }, authentication: login) { desk, request, _ in
                    try await desk.sleep(1)
                    if request.url.lastPathComponent == "token" {
                        expect(request.headers["Authorization"]).to(beNil())
                        return Response(text: "2")
                    }
                    return Response(request.headers["Authorization"] == "Bearer 2" ? 200 : 401, text: "done")
                }
                box.withLock { $0 = desk }
                let sent = (0..<3).map { _ in desk.send(GetText()) }
                desk.scheduler.run()
                expect(sent.map(\.answer)) == ["done", "done", "done"]
                expect(renewed.withLock { $0 }) == 1
            }

            it("is an error where the new one is refused too") {
                let box = Locked<Desk?>(nil)
                let (login, renewals) = login(box)
                let desk = desk(login, box, from: 99)
                expect(desk.outcome(of: GetText())?.failure?.reason) == .status(BadStatus(401, body: "•••"))
                expect(renewals.withLock { $0 }) == ["1"]
                expect(desk.arrivals.count) == 2
            }

            it("fails all that wait where it cannot be renewed, and is tried again by the next") {
                let box = Locked<Desk?>(nil)
                let (login, renewals) = login(box, token: "12345", failing: 1)
                let desk = desk(login, box, from: 100_000)
                let sent = (0..<5).map { _ in desk.send(GetText()) }
                desk.scheduler.run()
                let reason = RequestError.Reason.notAuthenticated("the password of ••• has changed")
                expect(sent.map(\.reason)) == Array(repeating: reason, count: 5)
                expect(renewals.withLock { $0.count }) == 1
                _ = desk.outcome(of: GetText())
                expect(renewals.withLock { $0.count }) == 2
            }

            it("repeats what is otherwise never repeated: the server has not acted on it") {
                let box = Locked<Desk?>(nil)
                let (login, _) = login(box)
                let desk = desk(login, box)
                expect(desk.outcome(of: PostText())?.failure).to(beNil())
                expect(desk.arrivals.map(\.request.body)) == Array(repeating: Data("hello".utf8), count: 2)
            }
        }

        describe("an authentication") {
            it("without a token is renewed by the first request, before that is sent") {
                let box = Locked<Desk?>(nil)
                let (login, renewals) = login(box, token: nil)
                let desk = desk(login, box)
                let sent = (0..<3).map { _ in desk.send(GetText()) }
                desk.scheduler.run()
                expect(sent.map(\.answer)) == ["2", "2", "2"]
                expect(renewals.withLock { $0 }) == [nil]
                expect(Set(desk.times)) == [2]
            }

            it("does not concern a request that says so, such as a login") {
                let box = Locked<Desk?>(nil)
                let (login, renewals) = login(box)
                let desk = desk(login, box)
                let error = desk.outcome(of: GetText(isAuthenticated: false))?.failure
                expect(error?.reason) == .status(BadStatus(401, body: "0"))
                expect(error?.message) == "The server wants a login."
                expect(renewals.withLock { $0 }).to(beEmpty())
            }

            it("keeps a token that is set while an older one is renewed") {
                let box = Locked<Desk?>(nil)
                let (login, _) = login(box)
                let desk = desk(login, box)
                let sent = desk.send(GetText())
                desk.scheduler.advance(by: .seconds(2))
                login.token = Secret("50")
                desk.scheduler.run()
                expect(sent.reason) == .loginEnded
                expect(login.token) == Secret("50")
                expect(desk.outcome(of: GetText())) == .success("50")
            }

            it("is not waited for any longer where a token is set meanwhile, and counts no more then") {
                let desk = Locked<Desk?>(nil)
                let login = Authentication { _ in
                    try await desk.withLock { $0 }?.sleep(100)
                    return Secret("late")
                }
                let made = Desk(authentication: login) { _, request, _ in
                    Response(text: request.headers["Authorization"] ?? "")
                }
                desk.withLock { $0 = made }
                let sent = made.send(GetText())
                made.scheduler.advance(by: .seconds(1))
                login.token = Secret("mine")
                made.scheduler.advance(by: .seconds(1))
                expect(sent.answer) == "Bearer mine"
                made.scheduler.run()
                expect(login.token) == Secret("mine")
                expect(made.outcome(of: GetText())) == .success("Bearer mine")
            }

            it("keeps nothing of a request that is cancelled while it waits") {
                let login = Authentication { _ in
                    try await Task.sleep(for: .seconds(1_000))
                    return Secret("late")
                }
                let desk = Desk(authentication: login) { _, _, _ in Response(200) }
                weak var kept: TransferMeter?
                func cancelOne() -> RequestError.Reason? {
                    let meter = TransferMeter()
                    kept = meter
                    let sent = desk.send(GetText(), meter: meter)
                    desk.scheduler.advance(by: .seconds(1))
                    sent.cancel()
                    desk.scheduler.advance(by: .seconds(1))
                    return sent.reason
                }
                expect(cancelOne()) == .cancelled
                expect(kept).to(beNil())
            }

            it("goes into the header that it names") {
                let login = Authentication(Secret("k")) {
                    .secret("X-Key", $0)
                } renew: { _ in
                    Secret("k")
                }
                let desk = Desk(authentication: login) { _, request, _ in
                    Response(text: request.headers["x-key"] ?? "")
                }
                expect(desk.outcome(of: GetText())) == .success("k")
            }
        }
    }
}

private struct Refusal: Error, CustomStringConvertible {
    let words: String
    var description: String { words }
}
