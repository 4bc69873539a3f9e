import MillraceFlux
import MillraceSignals
import MillraceTesting
import Testing

/// Virtual time, marbles and recordings in tests of Swift Testing, which import nothing of XCTest.
struct VirtualTimeTests {
    let scheduler = TestScheduler()

    @Test func timeStandsStillUntilItIsTurned() {
        let keys = Emitter<String>()
        let calm = Recording(of: keys.debounce(for: .milliseconds(300), on: scheduler), on: scheduler)

        keys.send("a")
        scheduler.advance(by: .milliseconds(299))
        #expect(calm.values == [])
        scheduler.advance(by: .milliseconds(1))
        #expect(calm.values == ["a"])
        #expect(calm.entries.map(\.time) == [.milliseconds(300)])
    }

    @Test func aSignalThatDoesWhatTheLineShowsPasses() {
        let keys = scheduler.signal("ab--c|")
        scheduler.expect(keys.debounce(for: .milliseconds(20), on: scheduler), toEmit: "---b-(c|)")
        let count = scheduler.signal("-a-b|", ["a": 1, "b": 2]).hold(0)
        scheduler.expect(count, toEmit: "za-b-", ["z": 0, "a": 1, "b": 2])
        scheduler.expect(scheduler.signal("-b").hold("a"), toEmit: "ab")
        scheduler.expect(scheduler.signal("-a", ["a": 1]), toEmit: "-x", ["x": 1])
    }

    @Test func aSignalThatDoesOtherwiseIsAnIssueAtTheLineOfTheExpectation() {
        let line = #line + 2
        withKnownIssue {
            scheduler.expect(scheduler.signal("-a-c|"), toEmit: "-a-b-|")
        } matching: { issue in
            issue.comments.map(\.rawValue) == [
                """
                expected to emit -a-b-|, got:
                  expected  -a-b-|
                  got       -a-c|-
                """
            ] && issue.sourceLocation?.line == line && issue.sourceLocation?.fileName == "VirtualTimeTests.swift"
        }
    }

    @Test func anObservableThatDoesOtherwiseIsAnIssueToo() {
        withKnownIssue {
            scheduler.expect(Variable("a"), toEmit: "b")
        } matching: { issue in
            issue.comments.first?.rawValue.hasPrefix("expected to emit b, got:") == true
        }
    }

    @Test func aLineThatCannotBeReadIsAnIssue() {
        withKnownIssue {
            scheduler.expect(Signal<String>.never, toEmit: "a|b")
        } matching: { issue in
            issue.comments.first?.rawValue.hasPrefix(
                "expected to emit a|b, \"a|b\" cannot be read: something follows its end. To fix: "
            ) == true
        }
        withKnownIssue {
            _ = scheduler.signal("ab", ["a": 1])
        } matching: { issue in
            issue.comments.first?.rawValue.hasPrefix("TestScheduler.signal: \"ab\" has the value b") == true
        }
    }

    @Test @MainActor func workOnTheMainActorIsWaitedFor() async {
        let calls = Emitter<Int>()
        let answers = Recording(of: calls.map(.latest, on: .main) { await Self.doubled($0) })
        calls.send(2)
        await scheduler.settle()
        #expect(answers.values == [4])
    }

    @MainActor private static func doubled(_ number: Int) async -> Int {
        await Task.yield()
        return number * 2
    }
}
