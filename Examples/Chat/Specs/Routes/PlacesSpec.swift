import Foundation
import Millrace
import MillraceApp
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"
private let ada = "@ada:sample.example"

final class PlacesSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        var screen: ChatScreen!
        var text: String { screen.canvas.value.text.joined(separator: "\n") }
        var top: ChatPlace { stage.chat.route.state.value.top }
        func show(_ place: ChatPlace...) {
            var route = Route<ChatPlace>(.rooms)
            for place in place { route.push(place) }
            stage.chat.dispatcher.dispatch(Go.show(route))
        }

        beforeEach {
            stage.server.change { server in
                server.name(ada, "Ada", in: tea)
                server.name(ada, "Ada", in: "!mill")
                for number in 1...150 { server.say("number \(number)", in: tea) }
            }
            stage.signIn()
            screen = ChatScreen(
                of: stage.chat,
                size: Observable(TerminalSize(columns: 100, rows: 30)),
                on: stage.scheduler,
                pace: .zero,
                images: .iTerm
            )
            show(.room(tea))
        }
        afterEach { screen = nil }

        describe("a person") {
            it("is shown with the identity, the picture and the rooms that one shares") {
                stage.server.change { server in
                    server.profiles[ada] = [
                        "displayname": "Ada", "avatar_url": "mxc://sample.example/wheel.png",
                    ]
                }
                _ = screen.press(.control("p"))
                expect(top).to(equal(.person(ada)))
                expect(text).to(contain("Asking the homeserver…"))
                stage.scheduler.advance(by: .seconds(1))
                expect(text).to(contain(ada))
                expect(text).to(contain("Picture: mxc://sample.example/wheel.png"))
                expect(screen?.canvas.value.overlay).toNot(beNil())
                expect(stage.chat.person(ada).value.rooms.map(\.id)).to(equal([tea, "!mill"]))
                _ = screen.press(.escape)
                expect(text).to(contain("number 150"))
            }

            it("is scrolled through where there are more rooms than lines") {
                stage.server.change { server in
                    for number in 1...60 {
                        server.name(ada, "Ada", in: "!shared\(number)")
                        server.add(
                            [
                                "type": "m.room.name", "state_key": "", "sender": .string(ada),
                                "content": ["name": .string("Shared \(number)")],
                            ],
                            to: "!shared\(number)"
                        )
                    }
                }
                stage.scheduler.advance(by: .seconds(1))
                show(.room(tea), .person(ada))
                stage.scheduler.advance(by: .seconds(1))
                let shared = text
                expect(shared).to(contain("Rooms that you share:"))
                for _ in 0..<5 { _ = screen.press(.pageDown) }
                expect(text).toNot(contain("Rooms that you share:"))
                let lowest = text
                _ = screen.press(.pageUp)
                expect(text).toNot(equal(lowest))
                for _ in 0..<5 { _ = screen.press(.pageUp) }
                expect(text).to(equal(shared))
            }

            it("is opened from a link, also one whom one shares no room with") {
                stage.server.change { $0.profiles["@eve:sample.example"] = ["displayname": "Eve"] }
                let opener = stage.chat.opener
                opener.open(URL(string: "https://matrix.to/#/@eve:sample.example")!)
                stage.scheduler.advance(by: .seconds(1))
                expect(text).to(contain("Eve"))
                expect(text).to(contain("You share no room."))
            }

            it("is unknown where the homeserver says so") {
                show(.person("@nobody:sample.example"))
                stage.scheduler.advance(by: .seconds(1))
                expect(text).to(contain("The sample says M_NOT_FOUND."))
            }

            it("has written the message that is chosen") {
                stage.server.change { _ = $0.say("hi", by: "@bo:sample.example", in: tea) }
                stage.scheduler.advance(by: .seconds(1))
                for _ in 0..<2 { _ = screen.press(.tab) }
                _ = screen.press(.control("p"))
                expect(top).to(equal(.person(ada)))
                _ = screen.press(.escape)
                _ = screen.press(.backTab)
                _ = screen.press(.control("p"))
                expect(top).to(equal(.person("@bo:sample.example")))
            }
        }

        describe("an image") {
            it("is shown in place of the room") {
                stage.server.change {
                    _ = $0.add(
                        [
                            "type": "m.room.message", "sender": "@ada:sample.example",
                            "content": [
                                "msgtype": "m.image", "body": "pot.png", "url": "mxc://sample.example/pot.png",
                            ],
                        ],
                        to: tea
                    )
                }
                stage.scheduler.advance(by: .seconds(1))
                _ = screen.press(.control("v"))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.route.state.value.top).toNot(equal(.room(tea)))
                expect(text).to(contain("[image pot.png]"))
                expect(screen?.canvas.value.overlay).toNot(beNil())
                expect(stage.server.change { $0.media.requests }).to(equal(["pot.png": 1]))
                _ = screen.press(.escape)
                expect(top).to(equal(.room(tea)))
            }
        }

        describe("an event of a room") {
            /// The identity of a numbered message.
            func event(_ number: Int) -> String {
                stage.server.change { server in
                    server.rooms[tea]!.events.first { $0.event["content"]?["body"]?.string == "number \(number)" }!
                        .event["event_id"]!.string!
                }
            }

            it("is shown where it is, as soon as older messages have been fetched") {
                show(.room(tea), .event(event(20)))
                expect(text).to(contain("Looking for the message…"))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.rooms.state.value.search?.status).to(equal(.found))
                expect(text).to(contain("Ada: number 20\n"))
                expect(text).toNot(contain("number 50"))
                expect(text).toNot(contain("Looking"))
            }

            it("does not make the room read while it is looked for") {
                let other = Stage()
                other.server.change { server in for number in 1...150 { server.say("number \(number)", in: tea) } }
                other.signIn()
                other.chat.dispatcher.dispatch(Go.show(Route(.rooms, .room(tea), .event("$1"))))
                let size = Observable(TerminalSize(columns: 100, rows: 30))
                let screen = ChatScreen(of: other.chat, size: size, on: other.scheduler, pace: .zero)
                other.scheduler.advance(by: .seconds(2))
                expect(other.chat.rooms.state.value.search?.status).to(equal(.found))
                expect(other.chat.badge.value.unread).to(equal(150))
                withExtendedLifetime(screen) {}
            }

            it("is said to be missing where the homeserver does not have it, which is asked once") {
                show(.room(tea), .event("$nowhere"))
                stage.scheduler.advance(by: .seconds(100))
                expect(text).to(contain("The message is not in this room."))
                expect(stage.network.requests.filter { $0.contains("/context/") || $0.contains("/messages") }).to(
                    equal(["GET /_matrix/client/v3/rooms/!tea/context/$nowhere"])
                )
            }

            it("is missing where no page brings it, though the homeserver says that the room has it") {
                show(.room(tea), .event("$nowhere"))
                stage.chat.dispatcher.dispatch(EventIsThere())
                stage.scheduler.advance(by: .seconds(100))
                expect(stage.chat.rooms.state.value.rooms[id: tea]?.lastGap).to(beNil())
                expect(stage.chat.rooms.state.value.search?.status).to(equal(.missing))
                expect(text).to(contain("The message is not in this room."))
            }

            it("is found when it arrives after that") {
                let next = "$\(stage.server.change { $0.rooms.values.map(\.events.count).reduce(1, +) })"
                show(.room(tea), .event(next))
                stage.scheduler.advance(by: .seconds(2))
                expect(stage.chat.rooms.state.value.search?.status).to(equal(.missing))
                stage.server.change { _ = $0.say("there", in: tea) }
                stage.scheduler.advance(by: .seconds(2))
                expect(stage.chat.rooms.state.value.search?.status).to(equal(.found))
            }

            it("is asked for ever more seldom where the pages on the way to it are empty") {
                stage.server.change { $0.hasEmptyPages = true }
                show(.room(tea), .event(event(20)))
                stage.scheduler.advance(by: .seconds(100))
                let count = stage.network.requests.count { $0.contains("/messages") }
                expect(count).to(beGreaterThan(5))
                expect(count).to(beLessThan(12))
                expect(text).to(contain("Looking for the message…"))
                stage.server.change { $0.hasEmptyPages = false }
                stage.scheduler.advance(by: .seconds(100))
                expect(text).to(contain("Ada: number 20\n"))
            }

            it("is looked for again when the network is back") {
                stage.network.isUp = false
                show(.room(tea), .event(event(20)))
                stage.scheduler.advance(by: .milliseconds(500))
                expect(text).to(contain("There is no network."))
                expect(stage.chat.rooms.state.value.search?.status).to(equal(.failed("There is no network.")))
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(70))
                expect(text).to(contain("Ada: number 20\n"))
            }

            it("is no longer looked for where one has gone elsewhere") {
                show(.room(tea), .event(event(1)))
                stage.scheduler.advance(by: .milliseconds(15))
                show(.room("!mill"))
                stage.scheduler.advance(by: .seconds(5))
                expect(stage.network.requests.count { $0.contains("/messages") }).to(beLessThan(3))
                expect(stage.chat.rooms.state.value.search).to(beNil())
            }
        }
    }
}
