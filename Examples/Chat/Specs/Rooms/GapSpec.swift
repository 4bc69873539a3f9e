import Millrace
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

final class GapSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        func say(_ numbers: ClosedRange<Int>) {
            stage.server.change { server in for number in numbers { server.say("\(number)", in: tea) } }
        }

        /// Asks for what is missing, and is told to wait for twenty seconds.
        func askTooOften() {
            say(1...60)
            stage.signIn()
            stage.server.change { ($0.refusals, $0.refusalDelay) = (1, .seconds(20)) }
            stage.chat.fillLastGap(of: tea)
            stage.scheduler.advance(by: .seconds(1))
        }

        /// The requests for older messages so far.
        func pages() -> [String] { stage.network.requests.filter { $0.hasSuffix("messages") } }

        describe("a gap") {
            it("stands before the oldest message, and is filled page by page") {
                say(1...200)
                stage.signIn()
                expect(stage.rows(tea)).to(equal(["(gap)"] + (171...200).map(String.init)))
                stage.chat.fillLastGap(of: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["(gap)"] + (121...200).map(String.init)))
                stage.fillGaps(of: tea)
                expect(stage.rows(tea)).to(equal((1...200).map(String.init)))
            }

            it("stands where the network was away for too long, and is closed where what is known begins") {
                say(1...100)
                stage.signIn()
                stage.fillGaps(of: tea)
                stage.network.isUp = false
                stage.scheduler.advance(by: .seconds(40))
                say(101...160)
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(64))
                expect(stage.rows(tea)).to(equal((1...100).map(String.init) + ["(gap)"] + (131...160).map(String.init)))
                let count = pages().count
                stage.chat.fillLastGap(of: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal((1...160).map(String.init)))
                expect(pages()).to(haveCount(count + 1))
            }

            it("says why it could not be filled, and is filled at the next try") {
                say(1...60)
                stage.signIn()
                stage.server.change { $0.refusals = 2 }
                stage.chat.fillLastGap(of: tea)
                stage.scheduler.advance(by: .milliseconds(100))
                expect(stage.chat.view(of: tea).value?.problem).to(equal("The homeserver was asked too often."))
                stage.scheduler.advance(by: .seconds(60))
                stage.fillGaps(of: tea)
                expect(stage.chat.view(of: tea).value?.problem).to(beNil())
                expect(stage.rows(tea)).to(equal((1...60).map(String.init)))
            }

            it("is asked for no sooner than the homeserver allows, and then by itself") {
                askTooOften()
                for _ in 0..<5 {
                    stage.chat.fillLastGap(of: tea)
                    stage.scheduler.advance(by: .seconds(3))
                }
                expect(pages()).to(haveCount(1))
                expect(stage.chat.view(of: tea).value?.isFilling).to(beTrue())
                stage.scheduler.advance(by: .seconds(5))
                expect(stage.rows(tea)).to(equal((1...60).map(String.init)))
                expect(stage.chat.view(of: tea).value?.isFilling).to(beFalse())
            }

            it("is not asked for after a log-out, and as always after the next log-in") {
                askTooOften()
                stage.chat.dispatcher.dispatch(SignedOut())
                stage.scheduler.advance(by: .seconds(60))
                expect(pages()).to(haveCount(1))
                stage.signIn()
                stage.fillGaps(of: tea)
                expect(stage.rows(tea)).to(equal((1...60).map(String.init)))
            }

            /// A gap after two messages, for whose pages a homeserver has these answers.
            func fill(_ pages: [OlderEvents]) -> [String] {
                func message(_ id: String) -> TimelineEvent {
                    TimelineEvent(id: id, sender: "@ada:x", time: 1, content: .message(MessageContent(body: id)))
                }
                var timeline = Timeline()
                timeline.append([message("$7"), message("$8")], from: "p7", isLimited: true)
                for page in pages {
                    guard let gap = timeline.entries.last(where: \.isGap) else { break }
                    timeline.fill(gap.id, with: page)
                }
                return timeline.entries.map { $0.event?.id ?? "\($0.content)" }
            }

            func page(_ ids: String..., end: String?) -> OlderEvents {
                let events = ids.map { TimelineEvent(id: $0, sender: "@ada:x", time: 1, content: .encrypted) }
                return OlderEvents(events: events, end: end)
            }

            it("stays where a page has no events, and says where the next one begins") {
                expect(fill([page(end: "p5")])).to(equal(["gap(from: \"p5\")", "$7", "$8"]))
                expect(fill([page(end: "p5"), page("$1", end: nil)])).to(equal(["$1", "$7", "$8"]))
            }

            it("is closed where the homeserver does not lead on") {
                expect(fill([page("$6", end: "p7")])).to(equal(["$6", "$7", "$8"]))
                expect(fill([page(end: "p7")])).to(equal(["$7", "$8"]))
                expect(fill([page("$8", "$7", end: "p5")])).to(equal(["$7", "$8"]))
            }

            it("hides no event that has the identity of a gap") {
                say(1...40)
                stage.server.change {
                    _ = $0.add(
                        [
                            "type": "m.room.message", "event_id": "gap 1", "sender": "@ada:x", "origin_server_ts": 1,
                            "content": ["msgtype": "m.text", "body": "hidden"],
                        ],
                        to: tea
                    )
                }
                stage.signIn()
                expect(stage.rows(tea).last).to(equal("(damaged: its identity is one of the chat's own)"))
                stage.fillGaps(of: tea)
                expect(stage.rows(tea)).to(haveCount(41))
            }

            it("is not filled by a late page, after which it has another token") {
                say(1...200)
                stage.signIn()
                let gap = stage.chat.rooms.state.value.rooms[id: tea]!.lastGap!
                guard case .gap(let token) = gap.content else { return fail("There is no gap.") }
                stage.chat.fillLastGap(of: tea)
                stage.scheduler.advance(by: .seconds(1))
                let rows = stage.rows(tea)
                let late = OlderEvents(
                    events: [TimelineEvent(id: "$late", sender: "@ada:x", time: 1, content: .encrypted)],
                    end: nil
                )
                stage.chat.dispatcher.dispatch(GapFilled(room: tea, gap: gap.id, from: token, events: late))
                expect(stage.rows(tea)).to(equal(rows))
            }

            it("is asked for later each time where the pages are empty, also by who scrolls, and not after a log-out") {
                say(1...60)
                stage.signIn()
                stage.server.change { $0.hasEmptyPages = true }
                for _ in 0..<1_000 {
                    stage.chat.fillLastGap(of: tea)
                    stage.scheduler.advance(by: .milliseconds(100))
                }
                let count = pages().count
                expect(count).to(beLessThan(12))
                expect(stage.chat.view(of: tea).value?.isFilling).to(beTrue())
                stage.chat.dispatcher.dispatch(SignedOut())
                stage.scheduler.advance(by: .seconds(100))
                expect(pages()).to(haveCount(count))
                stage.server.change { $0.hasEmptyPages = false }
                stage.signIn()
                stage.fillGaps(of: tea)
                expect(stage.rows(tea)).to(equal((1...60).map(String.init)))
            }

            it("is asked for once, however often one scrolls there") {
                say(1...60)
                stage.signIn()
                for _ in 0..<5 { stage.chat.fillLastGap(of: tea) }
                expect(stage.chat.view(of: tea).value?.isFilling).to(beTrue())
                stage.scheduler.advance(by: .seconds(1))
                expect(pages()).to(haveCount(1))
            }
        }
    }
}
