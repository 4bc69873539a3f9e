import MillraceSignals
import MillraceSpecs

/// Answers after ten milliseconds.
private nonisolated(nonsending) func answer(_ text: String, on scheduler: TestScheduler) async -> String {
    try? await scheduler.sleep(for: .milliseconds(10))
    return "<\(text)>"
}

/// What is in flight outside stores, on virtual time.
final class ActivitySpec: Spec {
    private struct Failing: Error {}

    func testSpec() {
        var (scheduler, activity, source) = (TestScheduler(), Activity(), Emitter<String>())
        beforeEach { (scheduler, activity, source) = (TestScheduler(), Activity(), Emitter()) }

        /// Whether something is in flight, and the last result, from turn to turn.
        func log(of answers: Signal<String>) -> Recording<String> {
            let log = Recording(of: combine(activity.isInFlight, answers.hold("")).map { "\($0 ? "…" : "") \($1)" })
            _ = log.takeValues()
            return log
        }

        func answers(_ policy: OverlapPolicy) -> Signal<String> {
            source.map(policy, on: scheduler, tracking: activity) { await answer($0, on: scheduler) }
        }

        describe("the calls of an operator") {
            it("are in flight from the turn of the value to that of the result") {
                let log = log(of: answers(.latest))
                source.send("a")
                expect(log.takeValues()) == ["… "]
                scheduler.run()
                expect(log.takeValues()) == [" <a>"]
            }

            for policy in [OverlapPolicy.latest, .concat, .merge] {
                it("are in flight without a pause while one follows another: \(policy)") {
                    let log = log(of: answers(policy))
                    source.send("a")
                    scheduler.advance(by: .milliseconds(5))
                    source.send("b")
                    scheduler.run()
                    expect(log.values.filter { !$0.hasPrefix("…") }) == [" <b>"]
                }
            }

            it("are in flight no more when nobody observes, though the function goes on") {
                let answers = source.map(.latest, on: scheduler, tracking: activity) { text in
                    await withCheckedContinuation { going in
                        scheduler.schedule(after: .seconds(1)) { going.resume() }
                    }
                    return text
                }
                let subscription = answers.observe { _ in }
                source.send("a")
                scheduler.advance(by: .milliseconds(1))
                expect(activity.isInFlight.value) == true
                subscription.cancel()
                expect(activity.isInFlight.value) == false
                scheduler.run()
                expect(activity.isInFlight.value) == false
            }

            it("end with an error too, for an owner too") {
                final class Owner {}
                let owner = Owner()
                let answers = source.tryMap(.latest, on: scheduler, tracking: activity, for: owner) { _, text in
                    try await scheduler.sleep(for: .milliseconds(10))
                    if text == "?" { throw Failing() }
                    return text
                }
                let log = log(of: answers.replaceFailure { "\($0)" })
                for text in ["?", "a"] {
                    source.send(text)
                    scheduler.run()
                }
                expect(log.values) == ["… ", " Failing()", "… Failing()", " a"]
            }

            it("end though all that was derived from their source is gone") {
                var source: Emitter<String>? = Emitter()
                var subscription = source?
                    .map(.latest, on: scheduler, tracking: activity) { await answer($0, on: scheduler) }.observe { _ in
                    }
                source?.send("a")
                source = nil
                subscription = nil
                scheduler.run()
                expect(activity.isInFlight.value) == false
                withExtendedLifetime(subscription) {}
            }
        }

        describe("a call of its own") {
            it("is in flight while somebody observes, and the result is not pending") {
                let log = log(of: .call(on: scheduler, tracking: activity) { await answer("a", on: scheduler) })
                scheduler.run()
                expect(log.values) == [" <a>"]
            }
        }

        describe("track") {
            it("counts until the function returns or throws; several at once") {
                let log = Recording(of: activity.isInFlight, on: scheduler)
                scheduler.start { _ = await activity.track { await answer("a", on: scheduler) } }
                scheduler.advance(by: .milliseconds(5))
                scheduler.start {
                    try? await activity.track {
                        _ = await answer("b", on: scheduler)
                        throw Failing()
                    }
                }
                scheduler.run()
                expect(log.values) == [false, true, false]
                expect(log.entries.map(\.time)) == [.zero, .zero, .milliseconds(15)]
            }

            it("ends behind what the function has set") {
                let title = Variable("")
                var log: [String] = []
                let subscription = combine(activity.isInFlight, title).observe { log.append("\($0) \($1)") }
                scheduler.start { await activity.track { title.value = await answer("a", on: scheduler) } }
                scheduler.run()
                expect(log) == ["false ", "true ", "true <a>", "false <a>"]
                subscription.cancel()
            }
        }
    }
}
