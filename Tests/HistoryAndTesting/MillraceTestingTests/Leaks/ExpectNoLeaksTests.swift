import MillraceSignals
import MillraceTesting
import Testing

private final class Screen {
    private let subscriptions = SubscriptionBag()
    private(set) var title = ""

    init(of title: Observable<String>, isCareful: Bool) {
        if isCareful {
            title.observe { [weak self] in self?.title = $0 }.store(in: subscriptions)
        } else {
            title.observe { self.title = $0 }.store(in: subscriptions)
        }
    }
}

private struct Mishap: Error {}

/// Leak tracking in tests of Swift Testing, which import nothing of XCTest.
struct ExpectNoLeaksTests {
    @Test func nothingThatIsLeftPasses() {
        let title = Variable("plan")
        expectNoLeaks { scene in
            scene.track(Screen(of: title, isCareful: true))
            title.map { $0.count }.observe { _ in }.cancel()
        }
    }

    @Test func whatIsStillAliveIsAnIssueAtTheLineOfTheExpectation() {
        let title = Variable("plan")
        var kept: Variable<Int>?
        let line = #line + 2
        withKnownIssue {
            expectNoLeaks { scene in
                scene.track(Screen(of: title, isCareful: false), "first")
                kept = Variable(1).named("kept")
            }
        } matching: { issue in
            issue.comments.map(\.rawValue) == [
                "expected to leak nothing, but still alive: Screen \"first\", Variable<Int> \"kept\""
            ] && issue.sourceLocation?.line == line
        }
        #expect(kept?.value == 1)
    }

    @Test func anErrorIsPassedOnAndWatchesNoLonger() {
        #expect(throws: Mishap.self) { try expectNoLeaks { _ in throw Mishap() } }
        let later = Variable(1)
        expectNoLeaks { _ in later.value = 2 }
    }

    @Test func workThatVirtualTimeRunsIsWatched() {
        expectNoLeaks { _ in
            let scheduler = TestScheduler()
            let calls = Emitter<Int>()
            let answers = Recording(
                of: calls.map(.latest, on: scheduler) { number in
                    try? await scheduler.sleep(for: .seconds(1))
                    return number * 2
                }
            )
            calls.send(2)
            scheduler.run()
            #expect(answers.values == [4])
        }
    }

    @Test func whatWasReleasedOffTheMainThreadIsNoLeak() {
        expectNoLeaks { _ in
            let (left, right) = (Variable(0), Variable(0))
            let subscriptions = [
                left.observe { _ in withExtendedLifetime(right) {} },
                right.observe { _ in withExtendedLifetime(left) {} },
            ]
            withExtendedLifetime(subscriptions) { left.value = 1 }
        }
    }

    @Test func anAsynchronousClosureElsewhereIsAnIssue() async {
        await withKnownIssue {
            await expectNoLeaks { _ in await Task.yield() }
        } matching: { issue in
            issue.comments.first?.rawValue == """
                expected to leak nothing, but it ran off the main thread. To fix: make it synchronous (turning a \
                TestScheduler's time runs asynchronous work), or run it on the main actor, on the main thread
                """
        }
    }
}
