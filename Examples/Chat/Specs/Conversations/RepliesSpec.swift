import Foundation
import Millrace
import MillraceApp
import MillraceOffline
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// What the user sends about messages: answers, edits and reactions.
final class RepliesSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        beforeEach {
            stage.server.change { _ = $0.say("one", in: tea) }
            stage.signIn()
        }

        func wait(_ time: Duration = .seconds(1)) { stage.scheduler.advance(by: time) }
        func close(_ isClosed: Bool) { stage.server.change { $0.closedRooms = isClosed ? [tea] : [] } }
        /// The contents of the events that the user has sent.
        func sent() -> [JSONValue] {
            stage.server.change { server in
                server.rooms[tea]?.events.filter { $0.event["sender"]?.string == SampleHomeserver.user }
                    .compactMap { $0.event["content"] } ?? []
            }
        }
        /// What the messages answer.
        func answered() -> [String] {
            stage.chat.view(of: tea).value?.rows.compactMap(\.answered?.text) ?? []
        }
        func isSilent() {
            expect(stage.chat.sending.state.value.outbox.entries).to(beEmpty())
            expect(stage.chat.sending.state.value.sent(to: tea)).to(beEmpty())
        }

        describe("an answer") {
            it("is sent as one, and shows what it answers from the beginning") {
                stage.chat.reply("two", to: "$1", in: tea)
                expect(stage.rows(tea)).to(equal(["one", "two …"]))
                expect(answered()).to(equal(["one"]))
                wait()
                expect(stage.rows(tea)).to(equal(["one", "two"]))
                expect(answered()).to(equal(["one"]))
                expect(sent()).to(
                    equal([
                        [
                            "msgtype": "m.text", "body": "two",
                            "m.relates_to": ["m.in_reply_to": ["event_id": "$1"]],
                        ]
                    ])
                )
                isSilent()
            }

            it("shows also that what it answers is not here, or was deleted, or has another text") {
                stage.server.change { $0.limit = 1 }
                stage.chat.reply("two", to: "$1", in: tea)
                wait()
                stage.chat.reply("three", to: "$x", in: tea)
                stage.chat.edit("$2", "zwei", in: tea)
                stage.chat.reply("four", to: "$2", in: tea)
                expect(answered()).to(equal(["one", "(an older message)", "zwei"]))
                stage.chat.redact("$1", in: tea)
                expect(answered()).to(equal(["(deleted)", "(an older message)", "zwei"]))
            }
        }

        describe("an answer to a message that is far above") {
            beforeEach {
                stage.server.change { server in
                    server.name("@bo:x", "Bo", in: tea)
                    server.say("far above", by: "@bo:x", in: tea)
                    for number in 1...40 { server.say("\(number)", in: tea) }
                    let relation: JSONValue = ["m.in_reply_to": ["event_id": "$3"]]
                    let content: JSONValue = ["msgtype": "m.text", "body": "two", "m.relates_to": relation]
                    server.add(.event("m.room.message", by: "@ada:sample.example", content), to: tea)
                }
                wait()
            }

            func asked() -> Int { stage.network.requests.count { $0.contains("/event/") } }

            it("shows that message, for which the homeserver is asked once, when the room is opened") {
                expect(answered()).to(equal(["(an older message)"]))
                stage.chat.dispatcher.dispatch(Go.show(.room(tea)))
                wait()
                expect(answered()).to(equal(["far above"]))
                let view = stage.chat.view(of: tea).value
                expect(view?.rows.last?.text(view?.names ?? Names())).to(
                    equal("@ada:sample.example: > Bo: far above\ntwo")
                )
                stage.server.change { _ = $0.say("more", in: tea) }
                wait()
                expect(asked()).to(equal(1))
            }

            it("says that it is an older one if the homeserver does not tell") {
                stage.server.change { server in
                    let relation: JSONValue = ["m.in_reply_to": ["event_id": "$x"]]
                    let content: JSONValue = ["msgtype": "m.text", "body": "three", "m.relates_to": relation]
                    server.add(.event("m.room.message", by: "@ada:sample.example", content), to: tea)
                }
                wait()
                stage.chat.dispatcher.dispatch(Go.show(.room(tea)))
                wait()
                stage.server.change { _ = $0.say("more", in: tea) }
                wait()
                expect(answered()).to(equal(["far above", "(an older message)"]))
                expect(asked()).to(equal(2))
            }
        }

        describe("an edit") {
            it("is shown at once, and is sent with the text for those who do not know of edits") {
                stage.chat.send("two", to: tea)
                wait()
                stage.chat.edit("$2", "zwei", in: tea)
                expect(stage.rows(tea)).to(equal(["one", "zwei (edited) …"]))
                wait()
                expect(stage.rows(tea)).to(equal(["one", "zwei (edited)"]))
                expect(sent().last).to(
                    equal([
                        "msgtype": "m.text", "body": "* zwei",
                        "m.new_content": ["msgtype": "m.text", "body": "zwei"],
                        "m.relates_to": ["rel_type": "m.replace", "event_id": "$2"],
                    ])
                )
                isSilent()
            }

            it("is taken back where it is refused, and says so; and can be sent again, or discarded") {
                stage.chat.send("two", to: tea)
                wait()
                close(true)
                stage.chat.edit("$2", "zwei", in: tea)
                wait()
                expect(stage.rows(tea)).to(equal(["one", "two !"]))
                close(false)
                stage.chat.dispatcher.dispatch(Resend(room: tea))
                expect(stage.rows(tea)).to(equal(["one", "zwei (edited) …"]))
                wait()
                expect(stage.rows(tea)).to(equal(["one", "zwei (edited)"]))
                close(true)
                stage.chat.edit("$2", "deux", in: tea)
                wait()
                stage.chat.dispatcher.dispatch(Discard(room: tea))
                expect(stage.rows(tea)).to(equal(["one", "zwei (edited)"]))
            }

            it("is there while its event lies in a gap") {
                stage.chat.send("two", to: tea)
                wait()
                stage.chat.edit("$2", "zwei", in: tea)
                wait(.milliseconds(15))
                stage.network.isUp = false
                wait()
                stage.server.change { server in for number in 1...40 { server.say("\(number)", in: tea) } }
                stage.network.isUp = true
                wait(.seconds(20))
                expect(stage.rows(tea).prefix(3)).to(equal(["one", "zwei (edited)", "(gap)"]))
                stage.fillGaps(of: tea)
                expect(stage.rows(tea).prefix(3)).to(equal(["one", "zwei (edited)", "1"]))
                isSilent()
            }
        }

        describe("a reaction") {
            func react(_ sender: String) {
                let content: JSONValue = ["m.relates_to": ["event_id": "$1", "key": "👍"]]
                stage.server.change { _ = $0.add(.event("m.reaction", by: sender, content), to: tea) }
                wait()
            }

            it("is shown at once, with those of others, and is taken back at once") {
                react("@bo:x")
                stage.chat.react("👍", to: "$1", in: tea)
                stage.chat.react("☕", to: "$1", in: tea)
                expect(stage.rows(tea)).to(equal(["one ☕1* 👍2*"]))
                wait()
                expect(stage.rows(tea)).to(equal(["one ☕1* 👍2*"]))
                expect(sent().first).to(
                    equal(["m.relates_to": ["rel_type": "m.annotation", "event_id": "$1", "key": "👍"]])
                )
                isSilent()
                stage.chat.unreact("👍", to: "$1", in: tea)
                expect(stage.rows(tea)).to(equal(["one ☕1* 👍1"]))
                wait()
                expect(stage.rows(tea)).to(equal(["one ☕1* 👍1"]))
                isSilent()
                expect(stage.chat.unreact("👍", to: "$1", in: tea)).to(beNil())
            }

            it("is no problem where another program of the user has reacted so before") {
                stage.chat.react("👍", to: "$1", in: tea)
                let content: JSONValue = [
                    "m.relates_to": ["rel_type": "m.annotation", "event_id": "$1", "key": "👍"]
                ]
                stage.server.change { _ = $0.add(.event("m.reaction", by: SampleHomeserver.user, content), to: tea) }
                wait()
                expect(stage.rows(tea)).to(equal(["one 👍1*"]))
                isSilent()
            }

            it("is not shown where it is refused, and is there again where taking it back is") {
                stage.chat.react("☕", to: "$1", in: tea)
                wait()
                close(true)
                stage.chat.unreact("☕", to: "$1", in: tea)
                wait()
                expect(stage.rows(tea)).to(equal(["one ☕1* !"]))
                stage.chat.dispatcher.dispatch(Discard(room: tea))
                stage.chat.react("👍", to: "$1", in: tea)
                wait()
                expect(stage.rows(tea)).to(equal(["one ☕1* !"]))
                stage.chat.dispatcher.dispatch(Discard(room: tea))
                expect(stage.rows(tea)).to(equal(["one ☕1*"]))
            }

            it("is not sent if it is taken back before, and is deleted if it may have been sent") {
                stage.network.isUp = false
                stage.chat.send("two", to: tea)
                stage.chat.react("☕", to: "$1", in: tea)
                stage.chat.unreact("☕", to: "$1", in: tea)
                expect(stage.rows(tea)).to(equal(["one", "two …"]))
                expect(stage.chat.sending.state.value.outbox.entries).to(haveCount(1))
                stage.network.isUp = true
                wait(.seconds(70))
                stage.network.isUp = false
                stage.chat.react("👍", to: "$1", in: tea)
                wait()
                stage.chat.unreact("👍", to: "$1", in: tea)
                expect(stage.rows(tea)).to(equal(["one", "two"]))
                stage.network.isUp = true
                wait(.seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
                expect(stage.network.requests.last).to(contain("/redact/$3/"))
                isSilent()
            }
        }

        describe("what is about a message that waits") {
            it("becomes one with it if nobody has seen that, and it is an edit of the last one") {
                stage.network.isUp = false
                let first = stage.chat.send("a", to: tea)
                wait()
                let last = stage.chat.reply("two", to: "$1", in: tea)
                stage.chat.edit(last, "zwei", in: tea)
                stage.chat.edit(first, "b", in: tea)
                stage.chat.edit(first, "c", in: tea)
                expect(stage.rows(tea)).to(equal(["one", "c (edited) …", "zwei …"]))
                stage.network.isUp = true
                wait(.seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "c (edited)", "zwei"]))
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one", "a", "zwei", "* c"]))
            }

            it("is sent behind it, and names its event, also in the next run") {
                stage.network.isUp = false
                let two = stage.chat.send("two", to: tea)
                wait()
                stage.chat.reply("three", to: two, in: tea)
                stage.chat.react("☕", to: two, in: tea)
                stage.chat.edit(two, "zwei", in: tea)
                expect(stage.rows(tea)).to(equal(["one", "zwei (edited) ☕1* …", "three …"]))
                expect(answered()).to(equal(["zwei"]))
                try await stage.restart()
                expect(stage.rows(tea)).to(equal(["one", "zwei (edited) ☕1* …", "three …"]))
                stage.network.isUp = true
                wait(.seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "zwei (edited) ☕1*", "three"]))
                expect(answered()).to(equal(["zwei"]))
                let targets = sent().map { content in
                    let relation = content["m.relates_to"]
                    return relation?["event_id"]?.string ?? relation?["m.in_reply_to"]?["event_id"]?.string ?? ""
                }
                expect(targets).to(equal(["", "$2", "$2", "$2"]))
                isSilent()
            }

            it("finds its event also where the answer was lost, and the program was ended") {
                let two = stage.chat.send("two", to: tea)
                stage.chat.react("☕", to: two, in: tea)
                // The homeserver has the message, and its event is there.
                wait(.milliseconds(5))
                stage.network.isUp = false
                wait(.milliseconds(10))
                try await stage.restart()
                stage.network.isUp = true
                wait(.seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "two ☕1*"]))
                isSilent()
            }

            it("is refused with it, and sent with it when it is sent again, perhaps corrected") {
                close(true)
                let two = stage.chat.send("two", to: tea)
                stage.chat.reply("three", to: two, in: tea)
                wait()
                expect(stage.rows(tea)).to(equal(["one", "two !", "three !"]))
                close(false)
                stage.chat.edit(two, "zwei", in: tea)
                stage.chat.dispatcher.dispatch(Resend(room: tea))
                wait()
                expect(stage.rows(tea)).to(equal(["one", "zwei", "three"]))
                expect(answered()).to(equal(["zwei"]))
                isSilent()
            }

            it("may be written before it has an event, and posted when it has come back") {
                let two = stage.chat.send("two", to: tea)
                wait()
                stage.chat.edit(two, "zwei", in: tea)
                expect(stage.rows(tea)).to(equal(["one", "zwei (edited) …"]))
                wait()
                expect(stage.rows(tea)).to(equal(["one", "zwei (edited)"]))
            }
        }

        it("is read of what a former version of the program has kept") {
            let former = #"""
                [{"id":"a","room":"!tea","content":{"text":{"_0":"two"}},"time":1},
                {"id":"b","room":"!tea","content":{"redaction":{"of":"$1"}},"time":2}]
                """#
            let read = try JSONDecoder().decode([Outgoing].self, from: Data(former.utf8))
            expect(read.map(\.content)).to(equal([.text("two"), .redaction(of: "$1")]))
            let sent =
                #"{"outgoing":\#(former.dropFirst().prefix { $0 != "\n" }.dropLast()),"transaction":"a-1","address":"x"}"#
            expect(try JSONDecoder().decode(Sent.self, from: Data(sent.utf8)).prepared).to(equal("x"))
            let new = read[0].saying("three")!
            expect(try JSONDecoder().decode(Outgoing.self, from: JSONEncoder().encode(new))).to(equal(new))
        }
    }
}
