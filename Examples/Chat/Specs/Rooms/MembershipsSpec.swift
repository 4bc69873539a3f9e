import Foundation
import Millrace
import MillraceApp
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let garden = "!garden:sample.example"

final class MembershipsSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        var screen: ChatScreen!
        var text: String { screen.canvas.value.text.joined(separator: "\n") }
        func rooms(_ membership: Room.Membership) -> [String] {
            stage.chat.list.value.filter { $0.membership == membership }.map(\.id)
        }
        func type(_ text: String) {
            for character in text { _ = screen.press(.character(character)) }
        }

        beforeEach {
            stage.server.change { server in
                server.name("@ada:sample.example", "Ada", in: "!tea")
                server.say("one", in: "!tea")
                server.invite(to: garden, named: "Garden", by: "@ada:sample.example")
            }
            stage.signIn()
            screen = ChatScreen(
                of: stage.chat,
                size: Observable(TerminalSize(columns: 100, rows: 20)),
                on: stage.scheduler,
                pace: .zero
            )
        }
        afterEach { screen = nil }

        describe("an invitation") {
            it("says who invites, and is accepted") {
                _ = screen.press(.down)
                expect(text).to(contain("Ada (@ada:sample.example) invites you.", "ctrl-y accepts, ctrl-l declines."))
                _ = screen.press(.control("y"))
                expect(text).to(contain("Asking the homeserver…"))
                stage.scheduler.advance(by: .seconds(1))
                expect(rooms(.joined)).to(equal([garden, "!tea"]))
                expect(rooms(.invited)).to(beEmpty())
                expect(stage.chat.route.state.value.top).to(equal(.room(garden)))
                stage.chat.send("hello", to: garden)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.server.change { $0.texts(in: garden).last }).to(equal("hello"))
            }

            it("is declined, after a question") {
                _ = screen.press(.down)
                _ = screen.press(.control("l"))
                expect(text).to(contain("Decline the invitation?"))
                _ = screen.press(.escape)
                stage.scheduler.advance(by: .seconds(1))
                expect(rooms(.invited)).to(equal([garden]))
                _ = screen.press(.control("l"))
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(rooms(.invited)).to(beEmpty())
                expect(stage.chat.route.state.value.top).to(equal(.room("!tea")))
            }

            it("stays, with the reason, where the homeserver refuses") {
                stage.server.change { $0.closedRooms = [garden] }
                _ = screen.press(.down)
                _ = screen.press(.control("y"))
                stage.scheduler.advance(by: .seconds(1))
                expect(text).to(contain("The sample says M_FORBIDDEN."))
                expect(rooms(.invited)).to(equal([garden]))
            }
        }

        describe("a room") {
            it("is left, and the next one shown") {
                _ = screen.press(.control("l"))
                expect(text).to(contain("Leave Ada?"))
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(rooms(.joined)).to(beEmpty())
                expect(stage.chat.route.state.value.top).to(equal(.rooms))
            }

            it("takes what was not sent with it, also from the next run") {
                stage.server.change { $0.closedRooms = ["!tea"] }
                stage.chat.send("two", to: "!tea")
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows("!tea").last).to(equal("two !"))
                stage.server.change { $0.closedRooms = [] }
                stage.chat.dispatcher.dispatch(Leave(room: "!tea"))
                stage.scheduler.advance(by: .seconds(1))
                expect(rooms(.joined)).to(beEmpty())
                stage.chat.dispatcher.dispatch(Join(room: "!tea"))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows("!tea").last).to(equal("You joined"))
                try await stage.restart()
                expect(stage.rows("!tea").last).to(equal("You joined"))
            }

            it("is joined by its address") {
                stage.server.change { $0.addRoomOutside("!mill:sample.example", alias: "#mill:sample.example") }
                _ = screen.press(.control("n"))
                type("#mill:sample.example")
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.route.state.value.top).to(equal(.room("!mill:sample.example")))
                expect(stage.rows("!mill:sample.example").first).to(equal("Welcome."))
            }

            it("is not joined where there is none, and that is said") {
                _ = screen.press(.control("n"))
                type("#nowhere:sample.example")
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(text).to(contain("The sample says M_NOT_FOUND."))
                expect(stage.chat.route.state.value.top).to(equal(.room("!tea")))
            }

            it("that a link leads to is joined, and shown at the link's event") {
                stage.server.change { server in
                    server.addRoomOutside("!mill:sample.example")
                    for number in 1...100 { server.say("number \(number)", in: "!mill:sample.example") }
                }
                let event = stage.server.change {
                    $0.rooms["!mill:sample.example"]!.events[5].event["event_id"]!.string!
                }
                let opener = stage.chat.opener
                opener.open(URL(string: "https://matrix.to/#/!mill:sample.example/\(event)")!)
                expect(text).to(contain("Join: !mill:sample.example"))
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(2))
                expect(stage.chat.rooms.state.value.search?.status).to(equal(.found))
                expect(text).to(contain("number 5"))
                expect(text).toNot(contain("number 100"))
            }
        }
    }
}
