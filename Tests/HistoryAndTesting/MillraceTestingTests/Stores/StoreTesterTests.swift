import MillraceFlux
import MillraceSignals
import MillraceTesting
import Testing

private struct Ask: Action { let text: String }
private struct Answer: Action, Equatable { let hits: [String] }

private struct Page {
    var isAsking = false
    var hits: [String] = []
}

/// A store tester in tests of Swift Testing, which import nothing of XCTest.
struct StoreTesterTests {
    let scheduler = TestScheduler()

    private func tester() -> StoreTester<Page> {
        StoreTester(on: scheduler) { [scheduler] dispatcher in
            Store(Page(), on: dispatcher, name: "page") { store in
                store.on(Ask.self) { page, ask in
                    page.isAsking = true
                    let text = ask.text
                    return .run("ask", .latest) {
                        try await scheduler.sleep(for: .milliseconds(300))
                        return Answer(hits: [text])
                    }
                }
                store.on(Answer.self) { page, answer in page = Page(hits: answer.hits) }
            }
        }
    }

    @Test func whatIsSaidStepByStepPasses() {
        let tester = tester()
        tester.send(Ask(text: "a"), starting: "ask") { $0.isAsking = true }
        #expect(tester.advanceToNext() == .milliseconds(300))
        tester.receive(Answer(hits: ["a"])) { $0 = Page(hits: ["a"]) }
        tester.finish()
    }

    @Test func aStateThatIsNotExpectedIsAnIssueAtTheStep() {
        let tester = tester()
        let line = #line + 2
        withKnownIssue {
            tester.send(Ask(text: "a"), starting: "ask")
        } matching: { issue in
            issue.comments.first?.rawValue == """
                expected the state after Ask(text: "a") to change nothing (before → after):
                  isAsking: false → true
                """ && issue.sourceLocation?.line == line
        }
        tester.advance(by: .milliseconds(300))
        tester.receive(Answer.self) { $0 = Page(hits: ["a"]) }
        tester.finish()
    }

    @Test func whatIsLeftIsAnIssueWhereTheTesterIsFinished() {
        let tester = tester()
        tester.send(Ask(text: "a"), starting: "ask") { $0.isAsking = true }
        withKnownIssue {
            tester.finish()
        } matching: { issue in
            issue.comments.first?.rawValue.hasPrefix("expected no effect in flight, got the effect \"ask\"") == true
        }
    }

    @Test func aTesterThatIsNotFinishedSaysWhatIsLeftAtItsLastStep() {
        let line = #line + 3
        withKnownIssue {
            let tester = tester()
            tester.send(Ask(text: "a"), starting: "ask") { $0.isAsking = true }
        } matching: { issue in
            issue.comments.first?.rawValue.hasPrefix("expected no effect in flight, got the effect \"ask\"") == true
                && issue.sourceLocation?.line == line
        }
    }

    @Test func aTesterThatIsNotFinishedPassesWhereNothingIsLeft() {
        let tester = tester()
        tester.send(Answer(hits: ["a"])) { $0 = Page(hits: ["a"]) }
    }

    @Test func aTesterThatIsUsedAfterItWasFinishedIsCheckedAgain() {
        withKnownIssue {
            let tester = tester()
            tester.finish()
            tester.send(Ask(text: "a"), starting: "ask") { $0.isAsking = true }
        } matching: { issue in
            issue.comments.first?.rawValue.hasPrefix("expected no effect in flight") == true
        }
    }

    @Test func ofSeveralStoresEachIsNamed() {
        let dispatcher = Dispatcher(on: scheduler)
        let (one, other) = (
            Store(0, on: dispatcher, name: "one") { $0.on(Ask.self) { count, _ in count += 1 } },
            Store(0, on: dispatcher, name: "other") { $0.on(Ask.self) { count, _ in count += 2 } }
        )
        let tester = StoreTester(of: one, other)
        tester.send(Ask(text: "")) {
            $0[one] = 1
            $0[other] = 2
        }
        withKnownIssue {
            tester.send(Ask(text: "")) { $0[one] = 2 }
        } matching: { issue in
            issue.comments.first?.rawValue.contains("other") == true
        }
        tester.finish()
    }
}
