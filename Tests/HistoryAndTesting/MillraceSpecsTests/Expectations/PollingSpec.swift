import Foundation
import MillraceSpecs
import Synchronization
import TestSupport

private actor Account {
    private var balance = 0

    func look() -> Int {
        balance += 1
        return balance
    }
}

private final class Flag: Sendable {
    private let state = Mutex(false)

    var isUp: Bool { state.withLock(\.self) }

    func raise() { state.withLock { $0 = true } }
}

/// Expectations about what comes in a while, on real time.
final class PollingSpec: Spec {
    func testSpec() {
        describe("toEventually") {
            it("looks until the value matches") {
                var looks = 0
                func look() -> Int {
                    looks += 1
                    return looks
                }
                expect(look()).toEventually(equal(3), pollInterval: .milliseconds(1))
                expect(looks).to(equal(3))
                expect { look() }.toEventually(equal(5), pollInterval: .milliseconds(1))
            }

            it("fails when the time is out, with what it saw last, on the first line of the expectation") {
                let found = messages {
                    expect(1).toEventually(equal(2), timeout: .milliseconds(2), pollInterval: .milliseconds(1))
                    expect(nil as Int?).toEventually(
                        equal(2),
                        timeout: .zero,
                        description: "answer"
                    )
                }
                expect(found).to(
                    equal([
                        "expected eventually to equal <2>, got <1> after 0.002 seconds",
                        "answer: expected eventually to equal <2>, got nil after 0.0 seconds",
                    ])
                )
            }

            it("names the virtual time that nobody has advanced, as long as it waits") {
                var value = 0
                let scheduler = TestScheduler()
                let hint = { (due: String) in
                    """
                    expected eventually to equal <1>, got <0> after 0.0 seconds; a TestScheduler has work that is due \
                    \(due). To fix: advance it, since this waits in real time, and then expect with `to`
                    """
                }
                let look = { expect(value).toEventually(equal(1), timeout: .zero) }
                expect(messages(of: look)).to(equal(["expected eventually to equal <1>, got <0> after 0.0 seconds"]))
                scheduler.schedule(after: .milliseconds(300)) { value = 1 }
                expect(messages(of: look)).to(equal([hint("in 0.3 seconds")]))
                scheduler.schedule(after: .zero) {}
                expect(messages(of: look)).to(equal([hint("now")]))
                scheduler.run()
                expect(messages(of: look)).to(equal([]))
            }

            it("lets the main queue work meanwhile") {
                let flag = Flag()
                DispatchQueue.main.async { flag.raise() }
                expect(flag.isUp).toEventually(beTrue())
            }

            it("suspends in an asynchronous example") {
                var looks = 0
                func look() -> Int {
                    looks += 1
                    return looks
                }
                await expect(look()).toEventually(equal(2), pollInterval: .milliseconds(1))
                expect(looks).to(equal(2))
            }

            it("awaits the value where it takes an await") {
                let account = Account()
                await expect { await account.look() }.toEventually(equal(3), pollInterval: .milliseconds(1))
                await expect { await account.look() }.to(equal(4))
            }

            it("fails on a thrown error, unless that is what is expected") {
                func broken() throws -> Int { throw FixtureError() }
                expect(try broken()).toEventually(throwError(FixtureError.self))
                let found = try messages { expect(try broken()).toEventually(equal(1), timeout: .zero) }
                expect(found).to(
                    equal(["expected eventually to equal <1>, it threw <FixtureError()> after 0.0 seconds"])
                )
            }
        }

        describe("toEventuallyNot") {
            it("looks until the value ceases to match") {
                var rest = [1, 2, 3]
                expect(rest.popLast()).toEventuallyNot(equal(3), pollInterval: .milliseconds(1))
                expect(rest).to(equal([1]))
                let found = messages { expect(1).toEventuallyNot(equal(1), timeout: .zero) }
                expect(found).to(equal(["expected eventually not to equal <1>, got <1> after 0.0 seconds"]))
            }
        }

        describe("toNever") {
            it("fails as soon as the value matches") {
                var looks = 0
                func look() -> Int {
                    looks += 1
                    return looks
                }
                let found = messages { expect(look()).toNever(equal(2), pollInterval: .milliseconds(1)) }
                expect(found).to(equal(["expected never to equal <2>, got <2>"]))
                expect(looks).to(equal(2))
            }

            it("passes when the time is out") {
                expect(messages { expect(1).toNever(equal(2), timeout: .milliseconds(3)) }).to(beEmpty())
            }

            it("suspends in an asynchronous example") {
                await expect(1).toNever(equal(2), timeout: .milliseconds(3))
            }
        }

        describe("waitUntil") {
            it("waits for a call from any thread") {
                waitUntil { done in DispatchQueue.global().async { done() } }
                waitUntil { done in DispatchQueue.main.async { done() } }
                waitUntil { done in done() }
            }

            it("waits for an asynchronous closure") {
                await waitUntil { done in
                    await Task.yield()
                    DispatchQueue.global().async { done() }
                }
            }

            it("suspends in an asynchronous example") {
                let number = 1
                await waitUntil { done in
                    Task {
                        expect(number).to(equal(1))
                        done()
                    }
                }
            }

            it("fails when the time is out, on a second call, and on an error") {
                let found = messages {
                    waitUntil(timeout: .milliseconds(1)) { _ in }
                    waitUntil { done in
                        done()
                        done()
                    }
                    waitUntil { _ in throw FixtureError() }
                }
                expect(found).to(
                    equal([
                        "waitUntil: expected eventually to call done, got <0> after 0.001 seconds",
                        "waitUntil: done was called 2 times. To fix: call it once.",
                        "waitUntil: threw error \"FixtureError()\"",
                    ])
                )
            }
        }
    }
}
