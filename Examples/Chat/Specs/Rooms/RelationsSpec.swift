import Millrace
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// What belongs to another event, in whatever order both come.
final class RelationsSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        func add(_ kind: String = "m.room.message", by sender: String = "@ada:sample.example", _ content: JSONValue) {
            stage.server.change {
                _ = $0.add(["type": .string(kind), "sender": .string(sender), "content": content], to: tea)
            }
        }

        func edit(_ target: String, _ text: String, by sender: String = "@ada:sample.example") {
            add(
                by: sender,
                [
                    "msgtype": "m.text", "body": "*", "m.new_content": ["msgtype": "m.text", "body": .string(text)],
                    "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
                ]
            )
        }

        func react(_ target: String, _ key: String, by sender: String) {
            add("m.reaction", by: sender, ["m.relates_to": ["event_id": .string(target), "key": .string(key)]])
        }

        func redact(_ target: String) {
            stage.server.change {
                _ = $0.add(
                    [
                        "type": "m.room.redaction", "sender": "@ada:sample.example", "redacts": .string(target),
                        "content": [:],
                    ],
                    to: tea
                )
            }
        }

        beforeEach { stage.server.change { _ = $0.say("one", in: tea) } }

        describe("a message") {
            it("has the text of its last edit") {
                edit("$1", "two")
                edit("$1", "three")
                stage.signIn()
                expect(stage.rows(tea)).to(equal(["three (edited)"]))
            }

            it("is edited by nobody else") {
                edit("$1", "two", by: "@bo:sample.example")
                stage.signIn()
                expect(stage.rows(tea)).to(equal(["one"]))
            }

            it("has its former text when the edit is deleted, of which nobody knows after a start that it was one") {
                edit("$1", "two")
                stage.signIn()
                redact("$2")
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "(deleted)"]))
            }

            it("counts each person's reaction once, and not what was deleted") {
                for user in ["@bo:x", "@bo:x", "@chen:x"] { react("$1", "👍", by: user) }
                react("$1", "☕", by: "@bo:x")
                stage.signIn()
                expect(stage.rows(tea)).to(equal(["one ☕1 👍2"]))
                redact("$4")
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one ☕1 👍1"]))
            }

            it("shows what came before it was fetched") {
                stage.server.change { $0.limit = 2 }
                react("$1", "👍", by: "@bo:x")
                edit("$1", "two")
                stage.signIn()
                expect(stage.rows(tea)).to(equal(["(gap)"]))
                stage.fillGaps(of: tea)
                expect(stage.rows(tea)).to(equal(["two (edited) 👍1"]))
            }

            it("is deleted where the deletion came before it was fetched") {
                stage.server.change { $0.limit = 1 }
                redact("$1")
                stage.signIn()
                stage.fillGaps(of: tea)
                expect(stage.rows(tea)).to(equal(["(deleted)"]))
            }

            it("is deleted where the deletion comes first") {
                redact("$3")
                stage.server.change { _ = $0.say("two", in: tea) }
                stage.signIn()
                expect(stage.rows(tea)).to(equal(["one", "(deleted)"]))
            }

            it("is not counted as damaged any more when it is deleted") {
                add(by: "@ada:sample.example", ["msgtype": "m.text"])
                stage.signIn()
                expect(stage.chat.damagedCount.value).to(equal(1))
                redact("$2")
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.damagedCount.value).to(equal(0))
                expect(stage.rows(tea)).to(equal(["one", "(deleted)"]))
            }
        }

        it("is the same, whether a deletion is seen live or at the start") {
            func play(_ stage: Stage) {
                edit("$1", "two")
                react("$1", "👍", by: "@bo:x")
                stage.server.change { server in
                    for (kind, content) in [("m.room.topic", ["topic": "Tea"]), ("m.room.name", ["name": "T"])] {
                        server.add(
                            [
                                "type": .string(kind), "state_key": "", "sender": "@ada:x",
                                "content": .object(content.mapValues { .string($0) }),
                            ],
                            to: tea
                        )
                    }
                    server.name("@bo:x", "Bo", in: tea)
                }
                add("m.room.encrypted", ["ciphertext": "A"])
                add("org.example.poll", [:])
            }
            let all = (1...8).map { "$\($0)" }
            play(stage)
            stage.signIn()
            for event in all { redact(event) }
            stage.scheduler.advance(by: .seconds(1))
            let live = stage.rows(tea)
            stage = Stage()
            stage.server.change { _ = $0.say("one", in: tea) }
            play(stage)
            for event in all { redact(event) }
            stage.signIn()
            expect(stage.rows(tea)).to(equal(live))
            expect(live).to(equal(["(deleted)", "(deleted)", "(deleted)"]))
        }

        it("shows a room that is encrypted as encrypted") {
            add("m.room.encrypted", by: "@ada:sample.example", ["ciphertext": "A"])
            stage.signIn()
            expect(stage.rows(tea)).to(equal(["one", "(encrypted)"]))
        }

        it("shows an event of an unknown kind as one, and says which") {
            add("org.example.poll", ["question": "tea?"])
            stage.signIn()
            expect(stage.rows(tea)).to(equal(["one", "(org.example.poll)"]))
        }
    }
}
