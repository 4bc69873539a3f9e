import Foundation
import MillraceSpecs

@testable import MatrixChat

final class EventReadingSpec: Spec {
    func testSpec() {
        func content(_ json: String) throws -> EventContent {
            TimelineEvent(try JSONValue(document: Data(json.utf8))).content
        }

        func event(_ kind: String, _ content: String, _ more: String = "") -> String {
            #"{"type":"\#(kind)","event_id":"$1","sender":"@ada:x","origin_server_ts":7,"content":\#(content)\#(more)}"#
        }

        func message(_ content: String) -> String { event("m.room.message", content) }

        describe("a value of JSON") {
            it("is read without a decoder, whatever it is") {
                let json = try JSONValue(
                    document: Data(#"{"a": [1, -1.5, 1e400, true, null, "\u00e9"], "b": 1, "b": {}}"#.utf8)
                )
                let elements: JSONValue = [1, .number(-1.5), .null, true, .null, "é"]
                expect(json).to(equal(["a": elements, "b": [:]]))
                expect(try JSONValue(document: Data("9007199254740993".utf8)).int).to(beNil())
            }
        }

        describe("an event") {
            let kinds: [(String, String, EventContent)] = [
                ("a text", message(#"{"msgtype":"m.text","body":"hi"}"#), .message(MessageContent(body: "hi"))),
                (
                    "a notice", message(#"{"msgtype":"m.notice","body":"hi"}"#),
                    .message(MessageContent(body: "hi", kind: .notice))
                ),
                (
                    "an emote", message(#"{"msgtype":"m.emote","body":"waves"}"#),
                    .message(MessageContent(body: "waves", kind: .emote))
                ),
                (
                    "a formatted text",
                    message(
                        #"{"msgtype":"m.text","body":"hi","format":"org.matrix.custom.html","formatted_body":"<b>hi</b>"}"#
                    ),
                    .message(MessageContent(body: "hi", formatted: "<b>hi</b>"))
                ),
                (
                    "a text of a format that is not known",
                    message(#"{"msgtype":"m.text","body":"hi","format":"x","formatted_body":"y"}"#),
                    .message(MessageContent(body: "hi"))
                ),
                (
                    "a message of a kind that is not known",
                    message(#"{"msgtype":"org.x","body":"hi"}"#),
                    .message(MessageContent(body: "hi", kind: .other("org.x")))
                ),
                (
                    "an answer, without what it repeats",
                    message(
                        #"{"msgtype":"m.text","body":"> <@bo:x> tea?\n> now?\n\nyes","m.relates_to":{"m.in_reply_to":{"event_id":"$0"}}}"#
                    ),
                    .message(MessageContent(body: "yes", replyTo: "$0"))
                ),
                (
                    "an edit",
                    message(
                        #"{"msgtype":"m.text","body":"* hi","m.new_content":{"msgtype":"m.text","body":"ho"},"m.relates_to":{"rel_type":"m.replace","event_id":"$0"}}"#
                    ),
                    .edit(of: "$0", MessageContent(body: "ho"))
                ),
                (
                    "a reaction",
                    event("m.reaction", #"{"m.relates_to":{"rel_type":"m.annotation","event_id":"$0","key":"👍"}}"#),
                    .reaction(to: "$0", key: "👍")
                ),
                ("a redaction", event("m.room.redaction", "{}", #","redacts":"$0""#), .redaction(of: "$0")),
                (
                    "a redaction of room version 11", event("m.room.redaction", #"{"redacts":"$0"}"#),
                    .redaction(of: "$0")
                ),
                ("a name", event("m.room.name", #"{"name":"Tea"}"#), .name("Tea")),
                ("a topic", event("m.room.topic", #"{"topic":"Tea"}"#), .topic("Tea")),
                ("an encrypted one", event("m.room.encrypted", #"{"ciphertext":"A"}"#), .encrypted),
                ("one of an unknown kind", event("org.x.poll", "{}"), .unknown(kind: "org.x.poll")),
                (
                    "one without its content", event("m.room.message", "{}", #","unsigned":{"redacted_because":{}}"#),
                    .redacted(isShown: true)
                ),
                ("no object", "7", .damaged(problem: "it is no object")),
                ("one without a type", #"{"event_id":"$1"}"#, .damaged(problem: "it has no type")),
                (
                    "one with the identity of a gap", #"{"type":"m.room.message","event_id":"gap 1"}"#,
                    .damaged(problem: "its identity is one of the chat's own")
                ),
                (
                    "the end of a room", event("m.room.tombstone", #"{"body":"gone","replacement_room":"!new"}"#),
                    .replaced("gone")
                ),
                ("one without an identity", #"{"type":"m.room.message"}"#, .damaged(problem: "it has no identity")),
                ("one without a sender", #"{"type":"x","event_id":"$1"}"#, .damaged(problem: "it has no sender")),
                (
                    "one without a time", #"{"type":"x","event_id":"$1","sender":"@a:x","origin_server_ts":"7"}"#,
                    .damaged(problem: "it has no time")
                ),
                ("one whose content is none", event("x", "[]"), .damaged(problem: "it has no content")),
                (
                    "a message whose text is none", message(#"{"msgtype":"m.text","body":[]}"#),
                    .damaged(problem: "its body is no text")
                ),
                (
                    "an image without an address", message(#"{"msgtype":"m.image","body":"a"}"#),
                    .damaged(problem: "its url is no text")
                ),
                ("a reaction to nothing", event("m.reaction", "{}"), .damaged(problem: "it has no m.relates_to")),
            ]
            for (name, json, expected) in kinds {
                it("is read: \(name)") { expect(try content(json)).to(equal(expected)) }
            }

            it("is read: an image, with what is known of it") {
                let json = message(
                    #"{"msgtype":"m.image","body":"a.png","url":"mxc://x/a","info":{"w":4,"h":"?","size":2048}}"#
                )
                guard case .message(let read) = try content(json), case .image(let image) = read.kind else {
                    return fail("It is no image.")
                }
                expect(image.address).to(equal("mxc://x/a"))
                expect(image.byteCount).to(equal(2_048))
                expect(image.height).to(beNil())
            }

            it("has an identity of its own without one, the same in each run") {
                let odd = try JSONValue(document: Data(#"{"b":1,"a":2}"#.utf8))
                let other = try JSONValue(document: Data(#"{"a":2,"b":3}"#.utf8))
                expect(TimelineEvent(odd).id).to(equal("damaged-1ab32857ea08cda1"))
                expect(TimelineEvent(odd).id).toNot(equal(TimelineEvent(other).id))
            }
        }

        describe("a membership") {
            func kind(
                _ before: String?,
                _ now: String,
                name: String = "Ada",
                by sender: String = "@ada:x"
            ) throws -> MembershipChange.Kind? {
                let unsigned =
                    before.map { #","unsigned":{"prev_content":{"membership":"\#($0)","displayname":"Ada"}}"# } ?? ""
                let json = event(
                    "m.room.member",
                    #"{"membership":"\#(now)","displayname":"\#(name)"}"#,
                    #","state_key":"@ada:x"\#(unsigned)"#
                )
                .replacingOccurrences(of: #""sender":"@ada:x""#, with: #""sender":"\#(sender)""#)
                guard case .membership(let change) = try content(json) else { return nil }
                return change.kind
            }

            it("tells what has changed") {
                expect(try kind(nil, "join")).to(equal(.joined))
                expect(try kind("join", "join")).to(equal(.unchanged))
                expect(try kind("join", "join", name: "A.")).to(equal(.renamed))
                expect(try kind("join", "leave")).to(equal(.left))
                expect(try kind("join", "leave", by: "@bo:x")).to(equal(.removed))
                expect(try kind("join", "ban", by: "@bo:x")).to(equal(.banned))
                expect(try kind(nil, "invite", by: "@bo:x")).to(equal(.invited))
                expect(try kind(nil, "odd")).to(beNil())
            }
        }
    }
}
