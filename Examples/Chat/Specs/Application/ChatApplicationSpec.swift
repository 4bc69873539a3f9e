import Foundation
import Millrace
import MillraceApp
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// What the chat does when its process is suspended, resumed and ended.
final class ChatApplicationSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        var application: Application!

        func begin(opening link: String? = nil) {
            application = stage.chat.makeApplication(on: stage.scheduler, opening: link.flatMap { URL(string: $0) })
            stage.scheduler.start { await application.launch() }
            stage.scheduler.advance()
            application.noteFirstScreen()
            stage.scheduler.advance()
        }

        beforeEach { stage.server.change { _ = $0.say("one", in: tea) } }
        afterEach { application = nil }

        describe("a process that is suspended") {
            it("asks for nothing, and for everything at once when it goes on") {
                stage.signIn()
                begin()
                application.handle(.willResignActive)
                application.handle(.enteredBackground)
                stage.scheduler.advance(by: .milliseconds(100))
                let count = stage.network.syncCount
                stage.server.change { _ = $0.say("two", in: tea) }
                stage.scheduler.advance(by: .seconds(100))
                expect(stage.network.syncCount).to(equal(count))
                expect(stage.rows(tea)).to(equal(["one"]))
                application.handle(.willEnterForeground)
                application.handle(.becameActive)
                stage.scheduler.advance(by: .milliseconds(100))
                expect(stage.rows(tea)).to(equal(["one", "two"]))
                expect(stage.chat.rooms.state.value.status).to(equal(.upToDate))
                expect(stage.network.mostSyncs).to(equal(1))
            }

            it("asks for nothing when it goes on and nobody is signed in") {
                begin()
                application.handle(.enteredBackground)
                application.handle(.willEnterForeground)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.network.syncCount).to(equal(0))
            }
        }

        describe("a process that is ended") {
            it("waits until everything is saved") {
                stage = Stage(syncing: .never)
                stage.server.change { _ = $0.say("one", in: tea) }
                stage.signIn()
                begin()
                stage.chat.send("two", to: tea)
                expect(application.handle(.willTerminate)).to(equal(.notYet))
                stage.scheduler.start { await stage.chat.close() }
                stage.scheduler.advance()
                expect(application.handle(.willTerminate)).to(equal(.noted))
                try await stage.restart()
                expect(stage.rows(tea)).to(equal(["one", "two …"]))
            }

            it("ends at once where there is nothing to save, and asks for nothing more") {
                stage.signIn()
                begin()
                expect(application.handle(.willTerminate)).to(equal(.noted))
                let count = stage.network.syncCount
                stage.scheduler.advance(by: .seconds(100))
                expect(stage.network.syncCount).to(equal(count))
            }
        }

        describe("a link") {
            it("of the command line is opened when the first screen is shown, and its room is there") {
                stage.server.change { _ = $0.say("newer", in: "!mill:x.org") }
                begin(opening: "matrix:roomid/mill:x.org")
                expect(stage.chat.route.state.value.top).to(equal(.rooms))
                stage.signIn()
                expect(stage.chat.route.state.value.top).to(equal(.room("!mill:x.org")))
            }

            it("that comes later is taken if the chat knows its kind") {
                stage.signIn()
                begin()
                expect(application.handle(.openURL(URL(string: "matrix:roomid/tea")!))).to(equal(.taken))
                expect(application.handle(.openURL(URL(string: "https://example.org")!))).to(equal(.noted))
                expect(stage.chat.route.state.value.top).to(equal(.room(tea)))
            }
        }
    }
}
