import Foundation
import MillraceSpecs

@MainActor
private final class Counter {
    private(set) var count = 0

    func increment() { count += 1 }

    func incrementLater() async {
        await Task.yield()
        count += 1
    }
}

/// Specs of what belongs to the main actor: closures of one group share a fixture, synchronous and asynchronous alike.
final class MainActorSpec: Spec {
    /// The fixture `Fixture.mainActor`.
    @MainActor private func defineFailures() {
        var counter: Counter!
        beforeEach { counter = Counter() }
        it("fails") { expect(counter.count).to(equal(1)) }  // mark: main actor
        it("fails later") {
            await counter.incrementLater()
            expect(counter.count).to(equal(2))  // mark: main actor later
        }
    }

    @MainActor func testSpec() async {
        if Fixture.requested != nil { return defineFailures() }

        describe("a spec on the main actor") {
            var counter: Counter!
            beforeEach { counter = Counter() }

            it("shares its fixture between a hook and a synchronous example") {
                counter.increment()
                expect(counter.count).to(equal(1))
            }

            it("makes the fixture anew for each example") {
                expect(counter.count).to(equal(0))
            }

            it("runs synchronous examples on the main thread") {
                MainActor.assertIsolated()
                expect(Thread.isMainThread).to(beTrue())
            }

            it("awaits asynchronous examples on the main actor") {
                await counter.incrementLater()
                MainActor.assertIsolated()
                expect(counter.count).to(equal(1))
            }

            it("leaves the main actor free while an example waits for a task on it") {
                let shared = counter!
                await Task.detached { await shared.incrementLater() }.value
                expect(counter.count).to(equal(1))
            }

            it("evaluates asynchronous expectations on the main actor") {
                await expect {
                    await counter.incrementLater()
                    return counter.count
                }.to(equal(1))
            }

            context("with an asynchronous hook") {
                beforeEach { await counter.incrementLater() }
                afterEach { await counter.incrementLater() }

                it("runs the example after it, synchronously") {
                    expect(counter.count).to(equal(1))
                }
            }

            context("with hooks around") {
                @TestState var inner = Counter()
                aroundEach { runExample in
                    counter.increment()
                    runExample()
                }
                aroundEach { runExample in
                    await inner.incrementLater()
                    await runExample()
                    MainActor.assertIsolated()
                }

                it("runs the example within them") {
                    expect([counter.count, inner.count]).to(equal([1, 1]))
                }

                it("runs an asynchronous example within them") {
                    await counter.incrementLater()
                    MainActor.assertIsolated()
                    expect([counter.count, inner.count]).to(equal([2, 1]))
                }
            }

            it("looks again and again on the main actor, which is free in between") {
                @MainActor func look() -> Int {
                    MainActor.assertIsolated()
                    return counter.count
                }
                Task { counter.increment() }
                expect(look()).toEventually(equal(1))
            }

            it("looks again and again on the main actor from an asynchronous example") {
                @MainActor func look() -> Int {
                    MainActor.assertIsolated()
                    return counter.count
                }
                Task { await counter.incrementLater() }
                await expect(look()).toEventually(equal(1))
                await expect { await counter.incrementLater() }.toEventuallyNot(throwError())
            }

            it("reports failures as any other") {
                let run = try ChildRun(.mainActor)
                expect(run.failures).to(
                    equal([
                        .init(
                            line: line("main actor", in: "../Running/MainActorSpec"),
                            name: "fails",
                            message: "expected to equal <1>, got <0>"
                        ),
                        .init(
                            line: line("main actor later", in: "../Running/MainActorSpec"),
                            name: "fails later",
                            message: "expected to equal <2>, got <1>"
                        ),
                    ])
                )
                expect(run.totals).to(equal("2 tests, with 2 failures (0 unexpected)"))
            }
        }
    }
}
