import Millrace
import MillraceNetwork
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

final class SyncSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        var state: RoomsState { stage.chat.rooms.state.value }

        beforeEach { stage.server.change { _ = $0.say("one", in: tea) } }

        describe("the sync") {
            it("wakes nobody while nothing happens") {
                let stage = Stage()
                stage.server.change { _ = $0.say("one", in: "!tea") }
                stage.signIn()
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.scheduler.timeToNext ?? .zero).to(beGreaterThan(.seconds(20)))
                stage.server.change { _ = $0.say("two", in: "!tea") }
                stage.scheduler.advance(by: .milliseconds(100))
                expect(stage.rows("!tea")).to(equal(["one", "two"]))
            }

            it("tells the line where an answer is no JSON") {
                let stage = Stage { _, _ in
                    FunctionTransport { request in
                        let login = #"{"user_id": "@you:x", "access_token": "sesame", "device_id": "D"}"#
                        let isLogin = request.url.path.hasSuffix("/login")
                        return Response(json: isLogin ? login : "{\n\"next_batch\": s1}")
                    }
                }
                stage.signIn()
                guard case .failing(let reason) = stage.chat.rooms.state.value.status else {
                    return fail("It has not failed.")
                }
                expect(reason).to(contain("is not JSON, in line 2"))
            }

            it("shows the rooms after the first answer") {
                expect(state.status).to(equal(.off))
                stage.signIn()
                expect(state.status).to(equal(.upToDate))
                expect(stage.rows(tea)).to(equal(["one"]))
            }

            it("tells how much has come only when something has") {
                var told: [Int] = []
                stage.chat.dispatcher.install(
                    Middleware(handled: { if let received = $0.action as? SyncReceived { told.append(received.bytes) } }
                    )
                )
                stage.signIn()
                expect(state.status).to(equal(.upToDate))
                expect(told).notTo(contain(0))
            }

            it("waits for news with one request at a time, and goes on from its token") {
                stage.signIn()
                for number in 2...4 {
                    stage.server.change { $0.say("\(number)", in: tea) }
                    stage.scheduler.advance(by: .seconds(1))
                }
                expect(stage.rows(tea)).to(equal(["one", "2", "3", "4"]))
                expect(stage.network.mostSyncs).to(equal(1))
                expect(stage.network.syncTokens).to(equal(["none", "s1", "s1", "s2", "s3", "s4"]))
            }

            it("asks again when the server has waited in vain") {
                stage.signIn()
                stage.scheduler.advance(by: .seconds(59))
                expect(stage.network.syncCount).to(equal(4))
                expect(stage.network.mostSyncs).to(equal(1))
            }

            it("waits longer after each failure, and says what is wrong") {
                stage.signIn()
                stage.network.isUp = false
                // The poll that is on its way fails; the next ones do at once.
                while state.failures == 0 { stage.scheduler.advance(by: .milliseconds(100)) }
                let start = stage.scheduler.now
                var delays: [Duration] = []
                while delays.count < 8 {
                    let count = stage.network.syncCount
                    while stage.network.syncCount == count { stage.scheduler.advance(by: .milliseconds(500)) }
                    delays.append(stage.scheduler.now - start - delays.reduce(.zero, +))
                }
                expect(delays).to(equal([1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) }))
                expect(state.status).to(equal(.failing("There is no network.")))
            }

            it("is up to date again as soon as the network is") {
                stage.signIn()
                stage.network.isUp = false
                stage.scheduler.advance(by: .seconds(40))
                expect(state.status).to(equal(.failing("There is no network.")))
                stage.server.change { $0.say("two", in: tea) }
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(64))
                expect(state.status).to(equal(.upToDate))
                expect(state.failures).to(equal(0))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
            }

            it("waits as long as the server says that was asked too often") {
                stage.signIn()
                stage.server.change {
                    ($0.refusals, $0.refusalDelay) = (1, .seconds(20))
                    $0.say("two", in: tea)
                }
                stage.scheduler.advance(by: .seconds(1))
                let count = stage.network.syncCount
                stage.scheduler.advance(by: .seconds(18))
                expect(stage.network.syncCount).to(equal(count))
                stage.scheduler.advance(by: .seconds(2))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
            }

            it("asks once a second at most where the server says that no pause is needed") {
                stage.signIn()
                stage.server.change { ($0.refusals, $0.refusalDelay) = (1_000, .zero) }
                stage.server.change { _ = $0.say("two", in: tea) }
                stage.scheduler.advance(by: .seconds(10))
                expect(state.failures).to(beLessThan(12))
            }

            it("asks again after an hour at most") {
                stage.signIn()
                stage.server.change {
                    ($0.refusals, $0.refusalDelay) = (1, .seconds(1_000_000))
                    $0.say("two", in: tea)
                }
                stage.scheduler.advance(by: .seconds(1))
                stage.server.change { _ = $0.say("three", in: tea) }
                stage.scheduler.advance(by: .seconds(3_500))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
                stage.scheduler.advance(by: .seconds(200))
                expect(stage.rows(tea)).to(equal(["one", "two", "three"]))
            }

            it("asks once a second at most where the server neither waits nor has news") {
                let stage = Stage { server, clock in
                    FunctionTransport { request in
                        try await clock.sleep(for: .milliseconds(10))
                        let isLogin = request.url.path.hasSuffix("/login")
                        let answer = #"{"next_batch": "s1"}"#
                        let login = #"{"user_id": "@you:x", "access_token": "sesame", "device_id": "D"}"#
                        return Response(200, body: (isLogin ? login : answer).data(using: .utf8) ?? .init())
                    }
                }
                stage.signIn()
                stage.scheduler.advance(by: .seconds(10))
                expect(stage.network.syncCount).to(equal(12))
            }

            it("goes on where somebody has written something of thousands of levels, of which the rest is shown") {
                let deep = String(repeating: "[", count: 5_000) + "\"]\\\"[\"" + String(repeating: "]", count: 5_000)
                func event(_ number: Int, _ more: String) -> String {
                    #"{"type":"m.room.message","event_id":"$\#(number)","sender":"@ada:x","origin_server_ts":\#(number),"#
                        + #""content":{"msgtype":"m.text","body":"\#(number)"\#(more)}}"#
                }
                let events = [event(1, ""), event(2, #","more":\#(deep)"#), event(3, "")].joined(separator: ",")
                let stage = Stage { server, clock in
                    FunctionTransport { request in
                        try await clock.sleep(for: .milliseconds(10))
                        if request.url.path.hasSuffix("/login") {
                            return Response(json: #"{"user_id": "@you:x", "access_token": "sesame", "device_id": "D"}"#)
                        }
                        let rooms = #"{"join": {"!tea": {"timeline": {"events": [\#(events)]}}}}"#
                        return Response(json: #"{"next_batch": "s1", "rooms": \#(rooms)}"#)
                    }
                }
                stage.signIn()
                expect(stage.chat.rooms.state.value.status).to(equal(.upToDate))
                expect(stage.rows(tea)).to(equal(["1", "2", "3"]))
            }

            it("keeps a damaged event, shows it and counts it") {
                stage.server.change {
                    $0.add(["type": "m.room.message", "sender": "@ada:x", "content": ["msgtype": "m.text"]], to: tea)
                }
                stage.signIn()
                expect(stage.rows(tea)).to(equal(["one", "(damaged: its body is no text)"]))
                expect(stage.chat.damagedCount.value).to(equal(1))
            }
        }

        describe("a damaged event of a room's state") {
            func answer(_ state: JSONValue) throws -> SyncAnswer {
                let room: JSONValue = ["state": ["events": state], "timeline": ["events": []]]
                return try SyncAnswer(["next_batch": "s1", "rooms": ["join": ["!tea": room, "!odd": "no object"]]])
            }

            it("changes nothing") {
                let damaged: [JSONValue] = [
                    "no object", ["type": "m.room.name", "state_key": "", "content": "no object"],
                    ["type": "m.room.topic", "content": [:]], ["state_key": "", "content": [:]],
                    ["type": "m.room.member", "state_key": "@ada:x", "content": [:]],
                ]
                let whole: [JSONValue] = [
                    ["type": "m.room.name", "state_key": "", "content": ["name": "Tea"]],
                    ["type": "org.example.mood", "state_key": "", "content": [:]],
                ]
                let answer = try answer(.array(whole + damaged))
                expect(answer.rooms.map(\.facts)).to(equal([[.name("Tea")]]))
            }
        }

        describe("a log-out elsewhere") {
            it("leads to the log-in, and back to where one was") {
                stage.signIn()
                stage.server.change { state in
                    state.signOutAll()
                    state.say("two", in: tea)
                }
                stage.scheduler.advance(by: .seconds(40))
                expect(stage.chat.session.state.value).to(equal(.signedOut(.signedOut, user: SampleHomeserver.user)))
                expect(state.status).to(equal(.off))
                expect(stage.rows(tea)).to(equal(["one", "two"]))

                let count = stage.network.syncTokens.count
                stage.server.change { $0.say("three", in: tea) }
                stage.signIn()
                expect(stage.rows(tea)).to(equal(["one", "two", "three"]))
                expect(stage.network.syncTokens[count]).to(equal("s2"))
            }

            it("is told where the password is wrong") {
                stage.chat.dispatcher.dispatch(SignIn(user: "you", password: Secret("wrong")))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.session.state.value).to(
                    equal(.signedOut(.refused("The sample says M_FORBIDDEN."), user: "you"))
                )
            }

            it("leaves nothing of another user's") {
                stage.signIn()
                stage.chat.dispatcher.dispatch(SignedIn(account: Account(user: "@other:x", device: "D")))
                expect(state.rooms).to(beEmpty())
                expect(state.since).to(beNil())
            }
        }

        describe("a restart") {
            it("leaves nothing of the former chat, in the midst of an answer and of a message") {
                stage.signIn()
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .milliseconds(5))
                weak let former = stage.chat.rooms
                try await stage.restart()
                stage.scheduler.advance()
                expect(former).to(beNil())
            }

            it("goes on from the token that was written down") {
                stage.signIn()
                stage.scheduler.advance(by: .seconds(6))
                stage.server.change { $0.say("two", in: tea) }
                try await stage.restart()
                expect(stage.rows(tea)).to(equal(["one"]))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
                expect(stage.network.syncTokens.last).to(equal("s2"))
                expect(stage.network.syncTokens.filter { $0 == "none" }).to(haveCount(1))
            }
        }
    }
}
