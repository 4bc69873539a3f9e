import MillraceSignals
import MillraceSpecs

/// What the suites of signal-polyfill, preact signals and reactively check of what a computation does: that it compares
/// by an equality that is given, that it throws, that it sets something. Here it cannot throw: what may fail is a
/// `Result`.
final class ComputationBehaviourSpec: Spec {
    private struct Failure: Error, Equatable {
        let reason: String
    }

    func testSpec() {
        let tally = Tally()
        var bag = SubscriptionBag()
        beforeEach {
            bag = SubscriptionBag()
            _ = tally.take()
        }

        describe("equality that is given") {
            for isObserved in [true, false] {
                it("decides what is passed on, and the value stays what it was\(isObserved ? ", observed" : "")") {
                    var areEqual = true
                    let source = Variable(1)
                    let distinct = source.removeDuplicates { _, _ in areEqual }
                    let below = distinct.map { tally.note("below", $0) }
                    if isObserved { below.observe { _ in }.store(in: bag) }
                    expect(below.value).to(equal(1))
                    source.value = 2
                    expect([source.value, distinct.value, below.value]).to(equal([2, 1, 1]))
                    expect(tally.take()).to(equal(["below"]))
                    areEqual = false
                    for _ in 0..<2 {
                        source.value = 2
                        expect([distinct.value, below.value]).to(equal([2, 2]))
                        expect(tally.take()).to(equal(["below"]))
                    }
                }
            }

            it("is asked once a turn in which the source has changed") {
                let (source, other) = (Variable(1), Variable(1))
                let distinct = source.removeDuplicates { tally.note("compared", $0 == $1) }
                combine(distinct, other).observe { _ in }.store(in: bag)
                batch {
                    source.value = 2
                    source.value = 3
                    other.value = 2
                }
                expect(tally.take()).to(equal(["compared"]))
                other.value = 3
                expect(tally.take()).to(equal([]))
            }
        }

        describe("a failure") {
            /// What fails with the reason that the variable holds, and succeeds where that is empty.
            func checked(_ reason: Observable<String>) -> Observable<Result<Int, Failure>> {
                reason.map { tally.note("checked", $0.isEmpty ? .success(0) : .failure(Failure(reason: $0))) }
            }

            for isObserved in [true, false] {
                // The difference: setting what is equal computes anew (O3).
                it("is kept as any value is, and passed on, until a source is set\(isObserved ? ", observed" : "")") {
                    let reason = Variable("first")
                    let result = checked(reason)
                    let below = result.map { tally.note("below", $0.map { $0 + 1 }) }
                    if isObserved { below.observe { _ in }.store(in: bag) }
                    for text in ["first", "second", "second"] {
                        if text != "first" { reason.value = text }
                        for _ in 0..<2 {
                            expect(result.value).to(equal(.failure(Failure(reason: text))))
                            expect(below.value).to(equal(.failure(Failure(reason: text))))
                        }
                        expect(tally.take()).to(equal(["checked", "below"]))
                    }
                    reason.value = ""
                    expect(below.value).to(equal(.success(1)))
                }
            }

            it("that comes out equal is stopped by a selection") {
                let reason = Variable("first")
                let log = Recording(of: checked(reason).removeDuplicates())
                reason.value = "first"
                reason.value = "second"
                reason.value = "second"
                expect(log.values).to(equal([.failure(Failure(reason: "first")), .failure(Failure(reason: "second"))]))
            }

            it("goes no further than to where it is replaced") {
                let reason = Variable("first")
                let replaced = checked(reason).select { (try? $0.get()) ?? -1 }
                let log = Recording(of: replaced.map { tally.note("below", $0) })
                reason.value = "second"
                reason.value = ""
                expect(log.values).to(equal([-1, 0]))
                expect(tally.take().filter { $0 == "below" }).to(haveCount(2))
            }

            it("on one branch leaves the other as it is") {
                let (reason, number) = (Variable(""), Variable(0))
                let result = checked(combine(reason, number) { $1 == 1 ? "one" : $0 })
                let other = number.map { $0 * 10 }
                var log: [String] = []
                combine(result, other).observe { result, other in
                    log.append("\((try? result.get()).map(String.init) ?? "-") \(other)")
                }.store(in: bag)
                number.value = 1
                number.value = 2
                expect(log).to(equal(["0 0", "- 10", "0 20"]))
            }
        }

        describe("a computation that sets what nobody observes") {
            it("is seen by what is read afterwards") {
                let (source, target) = (Variable(1), Variable(1))
                let setting = source.map { target.value = $0 * 2 }
                let derived = target.map { $0 + 100 }
                expect(derived.value).to(equal(101))
                setting.value
                expect(derived.value).to(equal(102))
            }

            it("counts what it sets of its own source as seen") {
                let source = Variable(1)
                let raised = source.map { value in
                    source.value = tally.note("raised", value + 1)
                    return source.value
                }
                for _ in 0..<2 { expect([raised.value, source.value]).to(equal([2, 2])) }
                expect(tally.take()).to(equal(["raised"]))
                source.value = 3
                expect([raised.value, source.value]).to(equal([4, 4]))
            }
        }

        describe("what is set after a suspension") {
            it("is what is read then") { @MainActor in
                let variable = Variable(1)
                let derived = variable.map { $0 + 10 }
                expect(derived.value).to(equal(11))
                await Task.yield()
                variable.value = 2
                expect(derived.value).to(equal(12))
            }
        }

        describe("the dependents of a source, computed one after the other") {
            it("compute where one of them cancels another, also the next") {
                for (cancelling, cancelled) in [(0, 0), (0, 1), (1, 0), (1, 2), (1, 3), (3, 0)] {
                    let source = Variable(0)
                    var subscriptions: [Subscription] = []
                    var isArmed = false
                    var seen: [Int: Int] = [:]
                    for number in 0..<4 {
                        let derived = source.map { value in
                            if isArmed, number == cancelling { subscriptions[cancelled].cancel() }
                            return value * 10 + number
                        }
                        subscriptions.append(derived.observe { seen[number] = $0 })
                    }
                    isArmed = true
                    source.value = 1
                    isArmed = false
                    let expected = Dictionary(
                        uniqueKeysWithValues: (0..<4).map { ($0, $0 == cancelled ? $0 : 10 + $0) }
                    )
                    expect(seen).to(equal(expected))
                }
            }

            it("compute once, before what depends on several of them") {
                let source = Variable(1)
                var computations = 0
                let (first, second) = (source.map { $0 + 1 }, source.map { $0 * 10 })
                let both = combine(first, second) { first, second in
                    computations += 1
                    return first + second
                }
                let deep = combine(source, both.map { $0 }) { $0 + $1 }
                var seen: [Int] = []
                let subscription = deep.observe { seen.append($0) }
                source.value = 2
                expect(seen).to(equal([13, 25]))
                expect(computations).to(equal(2))
                subscription.cancel()
            }
        }
    }
}
