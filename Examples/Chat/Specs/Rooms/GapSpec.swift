import MatrixChat
import Millrace
import MillraceSpecs
import SampleHomeserver

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
