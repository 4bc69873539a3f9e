import Millrace
import MillraceApp
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// Of a room that is not shown the newest events are kept; the others can be fetched again.
final class TrimmingSpec: Spec {
    func testSpec() {
        var limits = ChatLimits()
        (limits.kept, limits.keptOfOpen) = (10, 30)
        @TestState var stage = Stage(limits: limits)
        var entries: Table<TimelineEntry> { stage.chat.rooms.state.value.rooms[id: tea]?.timeline.entries ?? [] }
        let all = (1...200).map(String.init)

        func say(_ numbers: ClosedRange<Int>, every count: Int = 5) {
            for number in numbers {
                stage.server.change { _ = $0.say("\(number)", in: tea) }
                if number.isMultiple(of: count) { stage.scheduler.advance(by: .milliseconds(100)) }
            }
        }

        func open(_ room: String?) {
            stage.chat.dispatcher.dispatch(Go.show(room.map { Route(.rooms, .room($0)) } ?? Route(.rooms)))
        }

        beforeEach {
            stage.server.change { _ = $0.say("0", in: tea) }
            stage.signIn()
        }

        describe("a room that is not shown") {
            it("keeps the newest events, and a gap from which the others can be fetched") {
                say(1...200)
                expect(entries.count).to(beLessThanOrEqualTo(21))
                expect(entries.first?.isGap).to(beTrue())
                expect(stage.rows(tea).last).to(equal("200"))
                stage.fillGaps(of: tea)
                expect(stage.rows(tea)).to(equal(["0"] + all))
            }

            it("is complete after a restart") {
                say(1...200)
                try await stage.restart()
                stage.scheduler.advance(by: .seconds(1))
                expect(entries.count).to(beLessThan(200))
                stage.fillGaps(of: tea)
                expect(stage.rows(tea)).to(equal(["0"] + all))
            }

            it("has its edits, reactions and deletions again with the messages") {
                stage.server.change { server in
                    server.add(
                        [
                            "type": "m.room.message", "sender": "@ada:sample.example",
                            "content": [
                                "msgtype": "m.text", "body": "*",
                                "m.new_content": ["msgtype": "m.text", "body": "zero"],
                                "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"],
                            ],
                        ],
                        to: tea
                    )
                    server.add(
                        [
                            "type": "m.reaction", "sender": "@bo:sample.example",
                            "content": ["m.relates_to": ["event_id": "$1", "key": "👍"]],
                        ],
                        to: tea
                    )
                    server.add(
                        ["type": "m.room.message", "sender": "@ada:x", "content": ["msgtype": "m.text"]],
                        to: tea
                    )
                    server.say("deleted", in: tea)
                    server.add(
                        ["type": "m.room.redaction", "sender": "@ada:x", "redacts": "$5", "content": [:]],
                        to: tea
                    )
                }
                say(1...100)
                expect(stage.chat.damagedCount.value).to(equal(0))
                stage.server.change { server in
                    server.add(
                        [
                            "type": "m.reaction", "sender": "@chen:sample.example",
                            "content": ["m.relates_to": ["event_id": "$1", "key": "👍"]],
                        ],
                        to: tea
                    )
                }
                stage.scheduler.advance(by: .milliseconds(100))
                stage.fillGaps(of: tea)
                expect(Array(stage.rows(tea).prefix(3))).to(
                    equal(["zero (edited) 👍2", "(damaged: its body is no text)", "(deleted)"])
                )
                expect(stage.chat.damagedCount.value).to(equal(1))
            }
        }

        describe("the room that is shown") {
            it("keeps everything, until its end is seen") {
                open(tea)
                say(1...200)
                expect(stage.rows(tea)).to(equal(["0"] + all))
                stage.chat.dispatcher.dispatch(RoomSeen(room: tea))
                expect(entries.count).to(beLessThanOrEqualTo(31))
                expect(entries.count).to(beGreaterThan(20))
            }

            it("has its older events taken away when another one is shown") {
                open(tea)
                say(1...100)
                open(nil)
                expect(entries.count).to(beLessThanOrEqualTo(11))
            }
        }

        it("tells the homeserver twice a second, at most, what is read while messages pour in") {
            open(tea)
            let subscription = stage.chat.view(of: tea).observe { _ in
                stage.chat.dispatcher.dispatch(RoomSeen(room: tea))
            }
            say(1...100, every: 1)
            let count = stage.network.requests.count { $0.hasSuffix("read_markers") }
            expect(count).to(beLessThanOrEqualTo(22))
            stage.scheduler.advance(by: .seconds(2))
            expect(stage.chat.badge.value.unread).to(equal(0))
            subscription.cancel()
        }
    }
}
