import Foundation
import MillraceSignals
import MillraceSpecs
import TestSupport

final class O6DepthSpec: Spec {
    /// A chain of derived observables, each one greater than the one above.
    private static func chain(below variable: Observable<Int>, length: Int) -> Observable<Int> {
        var last = variable
        for _ in 0..<length { last = last.map { $0 &+ 1 } }
        return last
    }

    func testSpec() {
        let length = Programs.size(100_000)
        describe("O6 a chain of \(length) derived observables on a stack of 512 KiB") {
            it("is on a stack of that size") {
                let size = onSmallStack { Thread.current.stackSize }
                expect(size).to(equal(512 << 10))
            }

            it("is built, observed, updated, left and released") {
                let log = onSmallStack {
                    var log: [Int] = []
                    var last: Observable<Int>?
                    let variable = Variable(0)
                    last = Self.chain(below: variable, length: length)
                    let subscription = last?.observe { log.append($0) }
                    variable.value = 1
                    batch { variable.value = 2 }
                    subscription?.cancel()
                    variable.value = 3
                    last = nil
                    return log
                }
                expect(log).to(equal([length, length + 1, length + 2]))
            }

            it("is read unobserved, also in a batch") {
                let values = onSmallStack {
                    let variable = Variable(0)
                    let last = Self.chain(below: variable, length: length)
                    var values = [last.value]
                    batch {
                        variable.value = 1
                        values.append(last.value)
                    }
                    variable.value = 2
                    return values + [last.value]
                }
                expect(values).to(equal([length, length + 1, length + 2]))
            }

            it("is released while it is observed, source first or handles first") {
                for sourceGoesFirst in [true, false] {
                    let alive = onSmallStack {
                        let living = LivingCount()
                        var variable: Variable<Int>? = Variable(0)
                        var last: Observable<Int>? = variable.map { Self.chain(below: $0, length: length) }
                        last = last?.map(living.watching { $0 })
                        var subscription = last?.observe { _ in }
                        if sourceGoesFirst {
                            variable = nil
                            last = nil
                            subscription = nil
                        } else {
                            subscription = nil
                            last = nil
                            variable = nil
                        }
                        return living.count + (subscription == nil ? 0 : 1) + (variable == nil ? 0 : 1)
                    }
                    expect(alive).to(equal(0))
                }
            }

            it("is lifted when a switch at its top switches to something deeper") {
                let log = onSmallStack {
                    var log: [Int] = []
                    let (variable, isDeep) = (Variable(0), Variable(false))
                    let deep = Self.chain(below: variable, length: 100)
                    let last = Self.chain(below: isDeep.flatMapLatest { $0 ? deep : variable }, length: length)
                    let subscription = last.observe { log.append($0) }
                    isDeep.value = true
                    variable.value = 1
                    subscription.cancel()
                    return log
                }
                expect(log).to(equal([length, length + 100, length + 101]))
            }
        }

        describe("O6 a chain of held signals") {
            it("of 30,000, each of which makes a turn of its own, is no cycle") {
                let log = onSmallStack {
                    let variable = Variable(0)
                    var log: [Int] = []
                    var last: Observable<Int> = variable
                    for _ in 0..<30_000 { last = last.changes.hold(0) }
                    let subscription = last.observe { log.append($0) }
                    variable.value = 7
                    subscription.cancel()
                    return log
                }
                expect(log).to(equal([0, 7]))
            }
        }

        describe("O6 what nests in each other, on a stack of 512 KiB") {
            #if DEBUG
            let switches = 100
            #else
            let switches = 500
            #endif

            it("may be \(switches) switches of one source, each to the one before: they are set, left and released") {
                let log = onSmallStack {
                    var log: [Int] = []
                    let (source, inner) = (Variable(0), Variable(7))
                    var last: Observable<Int> = inner
                    for _ in 0..<switches {
                        let previous = last
                        last = source.flatMapLatest { _ in previous }
                    }
                    let subscription = last.observe { log.append($0) }
                    source.value = 1
                    inner.value = 8
                    subscription.cancel()
                    return log + [last.value]
                }
                expect(log).to(equal([7, 7, 8, 8]))
            }

            it("may be 250 signals, each of which is appended to another: they begin, finish and are released") {
                let log = onSmallStack {
                    let log = Log()
                    let emitter = Emitter<Int>()
                    var last: Signal<Int> = emitter
                    for _ in 0..<250 { last = Signal.just(1).append(last) }
                    let subscription = log.observe(last)
                    emitter.send(2)
                    subscription.cancel()
                    return log.lines
                }
                expect(log.count).to(equal(251))
                expect(log.last).to(equal("2"))
            }
        }

        describe("O6 1,000 operators of signals on a stack of 512 KiB") {
            typealias Kind = (name: String, build: @Sendable (Signal<Int>) -> Signal<Int>)
            let operators: [Kind] = [
                ("map", { $0.map { $0 } }), ("filter", { $0.filter { _ in true } }),
                ("compactMap", { $0.compactMap { $0 } }),
                ("scan", { $0.scan(0, +) }), ("removeDuplicates", { $0.removeDuplicates() }),
                ("prefix", { $0.prefix(9) }), ("drop", { $0.drop(0) }),
            ]
            for (name, build) in operators {
                it("of the kind \(name) are built, observed, sent through, left, finished and released") {
                    let log = onSmallStack {
                        let log = Log()
                        let emitter = Emitter<Int>()
                        let last = (0..<1000).reduce(emitter as Signal<Int>) { above, _ in build(above) }
                        let subscription = log.observe(last)
                        emitter.send(1)
                        subscription.cancel()
                        emitter.send(2)
                        let again = last.observe(onFinish: { log("finished") }) { log("\($0)") }
                        emitter.send(3)
                        emitter.finish()
                        let late = last.observe(onFinish: { log("told at once") }) { _ in }
                        again.cancel()
                        late.cancel()
                        return log.lines
                    }
                    expect(log).to(equal(["1", "3", "finished", "told at once"]))
                }
            }

            // What a debug build takes more room for. A release build has room for 2,000, and for 800 switches.
            let deeper: [(count: Int, kind: Kind)] = [
                (700, ("sample", { $0.sample(on: Signal<Void>.never) })),
                (700, ("throttle", { $0.throttle(for: .seconds(1), on: TestScheduler()) })),
                (700, ("debounce", { $0.debounce(for: .seconds(1), on: TestScheduler()) })),
                (250, ("flatMapLatest, to what speaks at once", { $0.flatMapLatest { .just($0) } })),
            ]
            for (count, (name, build)) in deeper {
                it("of the kind \(name) there may be \(count), in debug builds too") {
                    let isDone = onSmallStack {
                        let emitter = Emitter<Int>()
                        let last = (0..<count).reduce(emitter as Signal<Int>) { above, _ in build(above) }
                        let subscription = last.observe { _ in }
                        emitter.send(1)
                        subscription.cancel()
                        return true
                    }
                    expect(isDone).to(beTrue())
                }
            }
        }
    }
}
