import MillraceSignals
import MillraceSpecs
import TestSupport

/// What observers and closures of tracked observables may do. What they may not stands in `ReaderTests`.
final class O9ReentranceSpec: Spec {
    func testSpec() {
        describe("O9 an observer of a tracked observable") {
            it("may set what that reads, and hears each value once") {
                let variable = Variable(0)
                var (heard, runs) = ([Int](), 0)
                let twice = Observable { read in
                    runs += 1
                    return read(variable) * 2
                }
                keep(
                    twice.observe {
                        heard.append($0)
                        if $0 < 6 { variable.value += 1 }
                    }
                )
                expect(heard).to(equal([0, 2, 4, 6]))
                variable.value = 0
                expect(heard).to(equal([0, 2, 4, 6, 0, 2, 4, 6]))
                expect(runs).to(equal(8))
            }

            it("may have it read something else, also in a batch, and reads what that makes of it") {
                let (index, rows) = (Variable(0), (0..<4).map { Variable($0 * 10) })
                var seen: [Int] = []
                let row = Observable { read in read(rows[read(index)]) }
                let log = Recording(of: row)
                keep(
                    row.observe { value in
                        guard value < 30 else { return }
                        batch {
                            index.value += 1
                            seen.append(row.value)
                            rows[index.value].value += 1
                            seen.append(row.value)
                        }
                    }
                )
                expect(log.values).to(equal([0, 11, 21, 31]))
                expect(seen).to(equal([10, 11, 20, 21, 30, 31]))
                expect(rows.map(\.isObserved)).to(equal([false, false, false, true]))
            }

            it("may observe and leave others that read the same") {
                let (variable, other) = (Variable(0), Variable(10))
                let sum = Observable { read in read(variable) + read(other) }
                var heard: [String] = []
                var later: [Subscription] = []
                keep(
                    sum.observe { value in
                        heard.append("sum \(value)")
                        later.popLast()?.cancel()
                        later.append(
                            Observable { read in read(sum) + read(other) }.observe { heard.append("later \($0)") }
                        )
                    }
                )
                variable.value = 1
                later.forEach { $0.cancel() }
                other.value = 20
                expect(heard).to(equal(["sum 10", "later 20", "sum 11", "later 21", "sum 21", "later 41"]))
                later.forEach { $0.cancel() }
            }
        }

        describe("O9 the closure of a tracked observable") {
            it("may make, observe and leave others, which read the same") {
                let (variable, other) = (Variable(1), Variable(10))
                var heard: [Int] = []
                let product = Observable { read in
                    let made = Observable { read in read(variable) * read(other) }
                    made.observe { heard.append($0) }.cancel()
                    return read(variable) + made.value
                }
                expect(product.value).to(equal(11))
                let log = Recording(of: product)
                variable.value = 2
                // Not read.
                other.value = 100
                expect(other.isObserved).to(beFalse())
                variable.value = 3
                expect(log.values).to(equal([11, 22, 303]))
                expect(heard).to(equal([10, 20, 300]))
            }

            it("may begin to observe what it reads, and what reads the same") {
                let (variable, other) = (Variable(1), Variable(10))
                let product = Observable { read in read(variable) * read(other) }
                var (heard, subscriptions) = ([Int](), [Subscription]())
                let shown = Observable { read in
                    let value = read(variable)
                    if subscriptions.isEmpty { subscriptions.append(product.observe { heard.append($0) }) }
                    return value + read(product)
                }
                let log = Recording(of: shown)
                variable.value = 2
                other.value = 20
                subscriptions[0].cancel()
                other.value = 30
                expect(log.values).to(equal([11, 22, 42, 62]))
                expect(heard).to(equal([10, 20, 40]))
            }

            it("may read in a batch") {
                let (left, right) = (Variable(1), Variable(2))
                let sum = Observable { read in batch { read(left) + read(right) } }
                let log = Recording(of: sum)
                batch {
                    left.value = 3
                    right.value = 4
                }
                expect(log.values).to(equal([3, 7]))
            }

            it("may set what nobody observes, and reads what is made of it") {
                for isInBatch in [false, true] {
                    let (source, scratch) = (Variable(1), Variable(0))
                    let copy = scratch.map { $0 }.map { $0 }
                    let shown = Observable { read in
                        if isInBatch { batch { scratch.value = source.value } } else { scratch.value = source.value }
                        return "\(read(copy)) \(read(source))"
                    }
                    expect(shown.value).to(equal("1 1"))
                    source.value = 2
                    expect(shown.value).to(equal("2 2"))
                    source.value = 3
                    expect(shown.value).to(equal("3 3"))
                }
            }

            it("may read what sets what nobody observes, and reads what is made of it") {
                let (source, scratch) = (Variable(1), Variable(0))
                let copy = scratch.map { $0 }.map { $0 }
                let setting = Observable { read in
                    let value = read(source.map { $0 }.map { $0 })
                    scratch.value = value
                    return value
                }
                let shown = Observable { read in "\(read(copy)) \(read(setting)) \(read(copy))" }
                expect(shown.value).to(equal("0 1 1"))
                source.value = 2
                scratch.value = 5
                expect(shown.value).to(equal("5 2 2"))
            }

            it("may read others out of the reader's sight, which does not follow them") {
                let (variable, other) = (Variable(1), Variable(10))
                let unseen = Observable { read in read(other) * 2 }
                let shown = Observable { read in read(variable) + unseen.value }
                let log = Recording(of: shown)
                other.value = 20
                expect(log.values).to(equal([21]))
                variable.value = 2
                expect(log.values).to(equal([21, 42]))
                expect(other.isObserved).to(beFalse())
            }
        }

        describe("O9 a tracked observable whose closure captures what it reads") {
            for isObserved in [false, true] {
                it("goes with the handles, or at the end of the observation (observed: \(isObserved))") {
                    let living = LivingCount()
                    var subscription: Subscription?
                    weak var variable: Variable<Int>?
                    do {
                        let made = Variable(1)
                        variable = made
                        let mapped = made.map(living.watching { $0 })
                        let tracked = Observable(living.watching { read in read(made) > 1 ? read(mapped) : 0 })
                        let below = Observable(living.watching { read in read(tracked) })
                        expect(below.value).to(equal(0))
                        if isObserved { subscription = below.observe { _ in } }
                        made.value = 2
                        expect(below.value).to(equal(2))
                    }
                    expect(living.count).to(equal(isObserved ? 3 : 0))
                    expect(variable?.value ?? 0).to(equal(isObserved ? 2 : 0))
                    variable?.value = 3
                    subscription?.cancel()
                    expect(living.count).to(equal(0))
                    expect(variable).to(beNil())
                }
            }

            it("goes where its subscription is dropped, on this thread") {
                let living = LivingCount()
                var subscription: Subscription?
                do {
                    let made = Variable(1)
                    let tracked = Observable(living.watching { read in read(made) })
                    subscription = Observable(living.watching { read in read(tracked) }).observe { _ in }
                }
                expect(living.count).to(equal(2))
                release(&subscription)
                expect(living.count).to(equal(0))
            }
        }
    }
}
