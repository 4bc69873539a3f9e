import Foundation
import Millrace
import MillraceApp
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

final class MatrixLinksSpec: Spec {
    func testSpec() {
        func place(_ link: String) -> ChatPlace? {
            guard let url = URL(string: link), case .success(let route) = matrixLinks.target(of: url) else {
                return nil
            }
            return route.top
        }

        describe("a link") {
            it("names a room, by its identity or its address") {
                expect(place("matrix:roomid/tea:example.org")).to(equal(.room("!tea:example.org")))
                expect(place("matrix:r/tea:example.org")).to(equal(.room("#tea:example.org")))
                expect(place("https://matrix.to/#/!tea:example.org?via=example.org")).to(
                    equal(.room("!tea:example.org"))
                )
                expect(place("https://matrix.to/#/%23tea:example.org")).to(equal(.room("#tea:example.org")))
            }

            it("names a person, or an event of a room") {
                for link in ["matrix:u/ada:example.org", "https://matrix.to/#/@ada:example.org"] {
                    expect(place(link)).to(equal(.person("@ada:example.org")))
                }
                for link in [
                    "matrix:roomid/tea:example.org/e/one", "https://matrix.to/#/!tea:example.org/$one?via=example.org",
                    "matrix:r/tea:example.org/e/one", "https://matrix.to/#/%23tea:example.org/%24one",
                ] {
                    expect(place(link)).to(equal(.event("$one")))
                }
            }

            it("is unknown where it names nothing that the chat shows") {
                for link in [
                    "matrix:group/tea:example.org", "https://matrix.to/#/+tea:example.org", "https://example.org/r/tea",
                ] {
                    expect(place(link)).to(beNil())
                }
            }

            it("leads to its room, and not to the one in which something has happened last") {
                let stage = Stage()
                stage.server.change { server in for room in ["!tea", "!mill"] { server.say("one", in: room) } }
                let screen = ChatScreen(
                    of: stage.chat,
                    size: Observable(TerminalSize(columns: 80, rows: 20)),
                    on: stage.scheduler,
                    pace: .zero
                )
                let opener = stage.chat.opener
                opener.open(URL(string: "matrix:roomid/tea")!)
                stage.signIn()
                expect(stage.chat.route.state.value.top).to(equal(.room("!tea")))
                withExtendedLifetime((screen, opener)) {}
            }

            it("waits for the log-in and for the rooms") {
                let stage = Stage()
                stage.server.change { _ = $0.say("one", in: "!tea") }
                let opener = stage.chat.opener
                expect(opener.open(URL(string: "matrix:roomid/tea")!)).to(
                    equal(.waits(Route(.rooms, .room("!tea"))))
                )
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.route.state.value.top).to(equal(.rooms))
                stage.signIn()
                expect(stage.chat.route.state.value.top).to(equal(.room("!tea")))
            }

            it("offers a room for joining that one is not in") {
                let stage = Stage()
                stage.server.change { $0.addRoomOutside("!tea:sample.example", alias: "#tea:sample.example") }
                let opener = stage.chat.opener
                opener.open(URL(string: "matrix:r/tea:sample.example")!)
                stage.signIn()
                expect(stage.chat.route.state.value.top).to(equal(.join("#tea:sample.example", event: nil)))
            }
        }
    }
}
