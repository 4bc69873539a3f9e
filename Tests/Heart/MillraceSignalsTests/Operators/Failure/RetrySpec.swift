import MillraceSignals
import MillraceSpecs

final class RetrySpec: Spec {
    private struct Mishap: Error, Equatable {
        let number: Int
    }

    func testSpec() {
        describe("retry") {
            var scheduler = TestScheduler()
            var calls: [Double] = []
            var outcomes: [String] = []

            beforeEach {
                scheduler = TestScheduler()
                (calls, outcomes) = ([], [])
            }

            /// Begins a call that fails so often before it succeeds, and notes when it is made and what becomes of it.
            @discardableResult
            func start(failing failures: Int, times count: Int, _ backoff: Backoff = .none) -> ScheduledWork {
                scheduler.start {
                    do throws(Mishap) {
                        let answer = try await retry(times: count, backoff: backoff, on: scheduler) {
                            () async throws(Mishap) -> Int in
                            calls.append(scheduler.now / .milliseconds(1))
                            if calls.count <= failures { throw Mishap(number: calls.count) }
                            return calls.count
                        }
                        outcomes.append("answer \(answer)")
                    } catch {
                        outcomes.append("mishap \(error.number)")
                    }
                }
            }

            it("calls once where that does not throw") {
                start(failing: 0, times: 3)
                scheduler.run()
                expect(outcomes).to(equal(["answer 1"]))
                expect(calls).to(equal([0]))
            }

            it("calls again at once without a backoff, until a call does not throw") {
                start(failing: 2, times: 3)
                scheduler.advance()
                expect(outcomes).to(equal(["answer 3"]))
                expect(calls).to(equal([0, 0, 0]))
            }

            it("calls once more than it may try again at most, and throws what the last call threw") {
                for count in 0...4 {
                    (calls, outcomes) = ([], [])
                    start(failing: .max, times: count)
                    scheduler.run()
                    expect(calls).to(haveCount(count + 1))
                    expect(outcomes).to(equal(["mishap \(count + 1)"]))
                }
            }

            it("waits between the calls, and not after the last one") {
                start(failing: .max, times: 3, .constant(.milliseconds(50)))
                scheduler.run()
                expect(calls).to(equal([0, 50, 100, 150]))
                expect(scheduler.now).to(equal(.milliseconds(150)))
                expect(outcomes).to(equal(["mishap 4"]))
            }

            it("waits exponentially longer, up to a limit") {
                start(failing: .max, times: 5, .exponential(.milliseconds(100), upTo: .milliseconds(500)))
                scheduler.run()
                expect(calls).to(equal([0, 100, 300, 700, 1200, 1700]))
            }

            it("waits as a closure says, which is told the number of failures") {
                start(failing: 3, times: 9, Backoff { .milliseconds($0 * $0) })
                scheduler.run()
                expect(calls).to(equal([0, 1, 5, 14]))
                expect(outcomes).to(equal(["answer 4"]))
            }

            it("ends its waiting at once when the task is cancelled, and does not try again") {
                let work = start(failing: .max, times: 9, .constant(.seconds(1)))
                scheduler.advance(by: .milliseconds(1500))
                expect(calls).to(equal([0, 1000]))
                work.cancel()
                scheduler.advance()
                expect(outcomes).to(equal(["mishap 2"]))
                expect(scheduler.isIdle).to(beTrue())
                expect(calls).to(haveCount(2))
            }

            it("does not try again where the task was cancelled during the call, with or without a backoff") {
                for backoff in [Backoff.none, .constant(.seconds(1))] {
                    calls = []
                    var work: ScheduledWork?
                    work = scheduler.start {
                        try? await retry(times: 9, backoff: backoff, on: scheduler) {
                            calls.append(0)
                            work?.cancel()
                            throw Mishap(number: 0)
                        }
                    }
                    expect(scheduler.isIdle).to(beTrue())
                    expect(calls).to(haveCount(1))
                }
            }

            it("gives what a call returns also where the task was cancelled") {
                var work: ScheduledWork?
                work = scheduler.start {
                    let answer = await retry(times: 9, on: scheduler) { () async -> Int in
                        work?.cancel()
                        return 5
                    }
                    outcomes.append("answer \(answer)")
                }
                scheduler.run()
                expect(outcomes).to(equal(["answer 5"]))
            }

            it("within tryMap(.latest) is cancelled by the next value") {
                let queries = Emitter<Int>()
                let answers = queries.tryMap(.latest, on: scheduler) { query in
                    try await retry(times: 3, backoff: .constant(.milliseconds(10)), on: scheduler) {
                        calls.append(Double(query))
                        if query == 1 { throw Mishap(number: query) }
                        return query
                    }
                }
                let outcomes = Recording(of: answers) { "\($0)" }
                queries.send(1)
                scheduler.advance(by: .milliseconds(15))
                queries.send(2)
                scheduler.run()
                expect(calls).to(equal([1, 1, 2]))
                expect(outcomes.values).to(equal(["success(2)"]))
            }
        }

        describe("an exponential backoff") {
            /// How long it waits after each of so many failures, in seconds.
            func waits(_ count: Int, _ backoff: Backoff) -> [Double] {
                let scheduler = TestScheduler()
                var times: [Duration] = []
                scheduler.start {
                    try? await retry(times: count, backoff: backoff, on: scheduler) {
                        times.append(scheduler.now)
                        throw Mishap(number: 0)
                    }
                }
                scheduler.run()
                return zip(times, times.dropFirst()).map { ($1 - $0) / .seconds(1) }
            }

            it("doubles, up to a minute, unless something else is said") {
                expect(waits(9, .exponential(.seconds(1)))).to(equal([1, 2, 4, 8, 16, 32, 60, 60, 60]))
                expect(waits(3, .exponential(.seconds(1), factor: 3, upTo: .seconds(5)))).to(equal([1, 3, 5]))
            }

            it("never waits longer than its limit, the first time neither") {
                expect(waits(2, .exponential(.seconds(9), upTo: .seconds(4)))).to(equal([4, 4]))
            }

            it("takes factors and limits that lead out of all durations") {
                for factor in [1e30, .greatestFiniteMagnitude, .infinity, .nan, -1e30, -.infinity] {
                    let backoff = Backoff.exponential(.seconds(1), factor: factor, upTo: .seconds(30))
                    expect([1, 2, 3, .max].map { backoff.delay(after: $0) })
                        .to(equal([.seconds(1), .seconds(30), .seconds(30), .seconds(30)]), description: "\(factor)")
                }
                let endless = Backoff.exponential(.seconds(1), factor: 1e10, upTo: .seconds(Int64.max))
                expect(endless.delay(after: .max)).to(equal(.seconds(Int64.max)))
                expect(Backoff.exponential(.seconds(1), factor: 1).delay(after: .max)).to(equal(.seconds(1)))
                expect(Backoff.exponential(.seconds(1), factor: 0).delay(after: .max)).to(equal(.zero))
                expect(Backoff.exponential(.seconds(-1), factor: 1e30).delay(after: 9)).to(equal(.zero))
            }

            it("stays the same with a factor of one, and bears a great many failures") {
                expect(waits(3, .exponential(.seconds(2), factor: 1))).to(equal([2, 2, 2]))
                expect(waits(2000, .exponential(.milliseconds(1), factor: 1000)).last).to(equal(60))
            }
        }
    }
}
