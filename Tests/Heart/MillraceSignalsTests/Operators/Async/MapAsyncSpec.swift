import MillraceSignals
import MillraceSpecs
import TestSupport

private struct Failing: Error, Equatable { let number: Int }

/// The operators that call asynchronous functions, on virtual time: a call with n takes n milliseconds.
final class MapAsyncSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        var source = Emitter<Int>()
        var log: [String] = []
        var calls: [String] = []

        beforeEach {
            scheduler = TestScheduler()
            source = Emitter<Int>()
            log = []
            calls = []
        }

        nonisolated(nonsending) func slowly(_ number: Int) async -> String {
            calls.append("\(number)")
            do {
                try await scheduler.sleep(for: .milliseconds(number))
            } catch {
                calls.append("\(number) cancelled")
            }
            return "<\(number)>"
        }

        nonisolated(nonsending) func failing(_ number: Int) async throws(Failing) -> String {
            if number < 0 { throw Failing(number: number) }
            return await slowly(number)
        }

        func observing(_ signal: Signal<String>) -> Subscription {
            signal.observe(onFinish: { log.append("|") }) {
                log.append("\($0) at \(Int(scheduler.now / .milliseconds(1)))")
            }
        }

        typealias Build = (Signal<Int>) -> Signal<String>
        let operators: [(name: String, build: Build)] = [
            ("map(.latest)", { $0.map(.latest, on: scheduler) { await slowly($0) } }),
            ("map(.concat)", { $0.map(.concat, on: scheduler) { await slowly($0) } }),
            ("map(.merge)", { $0.map(.merge, on: scheduler) { await slowly($0) } }),
            ("map(.concurrent(limit:))", { $0.map(.concurrent(limit: 2), on: scheduler) { await slowly($0) } }),
            ("map(.first)", { $0.map(.first, on: scheduler) { await slowly($0) } }),
        ]

        for (name, build) in operators {
            describe(name) {
                it("calls nothing while nobody observes, and nothing for a source that is silent") {
                    let mapped = build(source)
                    source.send(1)
                    scheduler.run()
                    keep(observing(mapped))
                    scheduler.run()
                    expect(calls).to(beEmpty())
                    expect(log).to(beEmpty())
                }

                it("finishes with a source that finishes without a value") {
                    keep(observing(build(source)))
                    source.finish()
                    expect(log).to(equal(["|"]))
                }

                it("delivers what the call returns when it has") {
                    keep(observing(build(source)))
                    source.send(10)
                    expect(calls).to(beEmpty())
                    scheduler.advance(by: .milliseconds(9))
                    expect(log).to(beEmpty())
                    scheduler.advance(by: .milliseconds(1))
                    expect(log).to(equal(["<10> at 10"]))
                }

                it("calls once a value, however many observe") {
                    let mapped = build(source)
                    keep([observing(mapped), observing(mapped)])
                    source.send(10)
                    scheduler.run()
                    expect(calls).to(equal(["10"]))
                    expect(log).to(equal(["<10> at 10", "<10> at 10"]))
                }

                it("delivers what is under way when the source finishes, and then finishes") {
                    keep(observing(build(source)))
                    source.send(10)
                    source.finish()
                    expect(log).to(beEmpty())
                    scheduler.run()
                    expect(log).to(equal(["<10> at 10", "|"]))
                }

                it("cancels the call when the last observer leaves, and delivers nothing of it") {
                    let subscription = observing(build(source))
                    source.send(10)
                    scheduler.advance(by: .milliseconds(5))
                    subscription.cancel()
                    scheduler.run()
                    expect(calls).to(equal(["10", "10 cancelled"]))
                    expect(log).to(beEmpty())
                    expect(scheduler.now).to(equal(.milliseconds(5)))
                }

                it("does not begin a call that is cancelled before its turn") {
                    let subscription = observing(build(source))
                    source.send(10)
                    subscription.cancel()
                    scheduler.run()
                    expect(calls).to(beEmpty())
                }

                it("starts anew with each first observer") {
                    let mapped = build(source)
                    var subscription = observing(mapped)
                    source.send(10)
                    scheduler.advance(by: .milliseconds(5))
                    subscription.cancel()
                    subscription = observing(mapped)
                    source.send(3)
                    scheduler.run()
                    expect(log).to(equal(["<3> at 8"]))
                    withExtendedLifetime(subscription) {}
                }

                it("lets an observer send the next value") {
                    let mapped = build(source)
                    keep(mapped.observe { if $0 == "<1>" { source.send(2) } })
                    keep(observing(mapped))
                    source.send(1)
                    scheduler.run()
                    expect(log.first).to(equal("<1> at 1"))
                }
            }
        }

        describe("calls that would overlap") {
            var numbers: Signal<Int> = source
            beforeEach {
                scheduler = TestScheduler(column: .milliseconds(1))
                numbers = scheduler.signal(
                    "a-b-c-------------------------d---------|",
                    ["a": 10, "b": 5, "c": 20, "d": 1]
                )
            }

            func expectResults(
                file: StaticString = #filePath,
                line: UInt = #line,
                _ marbles: String,
                of build: Build
            ) {
                let results: [String: String] = ["a": "<10>", "b": "<5>", "c": "<20>", "d": "<1>"]
                expect(file: file, line: line, build(numbers), on: scheduler).to(emit(marbles, results))
            }

            it("cancel the one before, with .latest") {
                expectResults("------------------------c------d--------|") {
                    $0.map(.latest, on: scheduler) { await slowly($0) }
                }
                expect(calls).to(equal(["10", "10 cancelled", "5", "5 cancelled", "20", "1"]))
            }

            it("wait for each other, in order, with .concat") {
                expectResults("----------a----b-------------------cd---|") {
                    $0.map(.concat, on: scheduler) { await slowly($0) }
                }
            }

            it("run side by side with .merge") {
                expectResults("-------b--a-------------c------d--------|") {
                    $0.map(.merge, on: scheduler) { await slowly($0) }
                }
            }

            it("run side by side up to a limit with .merge") {
                expectResults("-------b--a----------------c---d--------|") {
                    $0.map(.concurrent(limit: 2), on: scheduler) { await slowly($0) }
                }
            }

            it("are ignored while one is under way, with .first") {
                expectResults("----------a--------------------d--------|") {
                    $0.map(.first, on: scheduler) { await slowly($0) }
                }
                expect(calls).to(equal(["10", "1"]))
            }
        }

        describe("a call that was cancelled") {
            it("never delivers its result, even if it does not react and returns after the one that counts") {
                var gates: [CheckedContinuation<Void, Never>] = []
                let mapped = source.map(.latest, on: scheduler) { number in
                    await withCheckedContinuation { gates.append($0) }
                    return "<\(number)>"
                }
                keep(observing(mapped))
                source.send(1)
                scheduler.advance()
                source.send(2)
                scheduler.advance()
                gates[1].resume()
                scheduler.advance()
                gates[0].resume()
                scheduler.advance()
                expect(log).to(equal(["<2> at 0"]))
            }

            it("never delivers a result that was on its way") {
                var gate: CheckedContinuation<Void, Never>?
                let mapped = source.map(.latest, on: scheduler) { number in
                    if number == 1 { await withCheckedContinuation { gate = $0 } }
                    return "<\(number)>"
                }
                keep(observing(mapped))
                source.send(1)
                scheduler.advance()
                gate?.resume()
                source.send(2)
                scheduler.advance()
                expect(log).to(equal(["<2> at 0"]))
            }
        }

        describe("a function that throws") {
            func shown(_ signal: Signal<Result<String, Failing>>) -> Signal<String> {
                signal.map { result in
                    switch result {
                    case .success(let text): text
                    case .failure(let error): "error \(error.number)"
                    }
                }
            }

            let throwing: [(name: String, build: Build)] = [
                (
                    "map(.latest)",
                    { shown($0.tryMap(.latest, on: scheduler) { n throws(Failing) in try await failing(n) }) }
                ),
                (
                    "map(.concat)",
                    { shown($0.tryMap(.concat, on: scheduler) { n throws(Failing) in try await failing(n) }) }
                ),
                (
                    "map(.merge)",
                    { shown($0.tryMap(.merge, on: scheduler) { n throws(Failing) in try await failing(n) }) }
                ),
                (
                    "map(.first)",
                    { shown($0.tryMap(.first, on: scheduler) { n throws(Failing) in try await failing(n) }) }
                ),
            ]
            for (name, build) in throwing {
                it("gives its error as a value, which ends nothing, with \(name)") {
                    keep(observing(build(source)))
                    for number in [1, -2, 3] {
                        source.send(number)
                        scheduler.run()
                    }
                    expect(log).to(equal(["<1> at 1", "error -2 at 1", "<3> at 4"]))
                }
            }
        }

        describe("memory") {
            it("lets go of the source and of the call when the last observer leaves") {
                weak let weakSource = source
                var subscription: Subscription? = observing(source.map(.latest, on: scheduler) { await slowly($0) })
                source.send(10)
                scheduler.advance()
                source = Emitter()
                expect(weakSource).to(beNil())
                release(&subscription)
                scheduler.run()
                expect(calls).to(equal(["10", "10 cancelled"]))
            }
        }
    }
}
