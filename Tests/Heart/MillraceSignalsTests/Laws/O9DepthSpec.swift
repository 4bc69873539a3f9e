import MillraceSignals
import MillraceSpecs
import TestSupport

final class O9DepthSpec: Spec {
    /// Makes the next observable of a chain, which reads the one before. All may read the variable.
    private typealias Level = @Sendable (_ above: Observable<Int>, _ variable: Variable<Int>) -> Observable<Int>

    private static let levels: [(name: String, level: Level)] = [
        ("the one before", { above, _ in Observable { read in read(above) &+ 1 } }),
        (
            "a variable and the one before",
            { above, variable in
                .select { read in read(variable) &+ 0 &* read(above) &+ 1 }
            }
        ),
        (
            "a `map` of the one before",
            { above, _ in
                let mapped = above.map { $0 &+ 1 }
                return Observable { read in read(mapped) }
            }
        ),
        (
            "two that read the one before",
            { above, _ in
                let (left, right) = (Observable { read in read(above) &+ 1 }, Observable { read in read(above) })
                return Observable { read in max(read(left), read(right)) }
            }
        ),
    ]

    /// A chain of observables, each of which is observed before the next is made: what it reads is known.
    private static func chain(_ length: Int, below variable: Variable<Int>, _ level: Level) -> Observable<Int> {
        chain(length, below: variable) { level($0, variable) }
    }

    private static func chain(
        _ length: Int,
        below first: Observable<Int>,
        _ level: (Observable<Int>) -> Observable<Int> = { above in Observable { read in read(above) &+ 1 } }
    ) -> Observable<Int> {
        var last = first
        var subscription: Subscription?
        for _ in 0..<length {
            last = level(last)
            subscription = last.observe { _ in }
        }
        subscription?.cancel()
        return last
    }

    func testSpec() {
        let length = Programs.size(30_000)
        describe("O9 a chain of \(length) tracked observables, once they are known, on a stack of 512 KiB") {
            for (name, level) in Self.levels {
                it("each of which reads \(name): is read, observed, set, left and released") {
                    let values = onSmallStack {
                        var values: [Int] = []
                        let variable = Variable(0)
                        var last: Observable<Int>? = Self.chain(length, below: variable, level)
                        let first = last?.value ?? 0
                        batch {
                            variable.value = 1
                            values.append(last?.value ?? 0)
                        }
                        let subscription = last?.observe { values.append($0) }
                        variable.value = 2
                        batch {
                            variable.value = 3
                            values.append(last?.value ?? 0)
                            variable.value = 4
                        }
                        subscription?.cancel()
                        variable.value = 5
                        values.append(last?.value ?? 0)
                        last = nil
                        return values.map { $0 - first }
                    }
                    expect(values).to(equal([1, 1, 2, 3, 4, 5]))
                }
            }

            for sourceGoesFirst in [true, false] {
                it("is released at the end of its observation (source first: \(sourceGoesFirst))") {
                    let alive = onSmallStack {
                        let living = LivingCount()
                        var variable: Variable<Int>? = Variable(0)
                        var last = variable.map { Self.chain(length, below: $0) }
                        last = last.map { last in Observable(living.watching { read in read(last) }) }
                        // The closures capture what they read: nothing goes before the observation ends.
                        let subscription = last?.observe { _ in }
                        if sourceGoesFirst {
                            variable = nil
                            last = nil
                        }
                        let before = living.count
                        subscription?.cancel()
                        variable = nil
                        last = nil
                        return [before, living.count, variable == nil && last == nil ? 0 : 1]
                    }
                    expect(alive).to(equal([1, 0, 0]))
                }
            }

            it("is released where nobody has read it") {
                let alive = onSmallStack {
                    let living = LivingCount()
                    var last: Observable<Int>? = Observable(living.watching { (_: Reader) -> Int in 0 })
                    for _ in 0..<length { last = last.map { above in Observable { read in read(above) } } }
                    let before = living.count
                    if last != nil { last = nil }
                    return [before, living.count]
                }
                expect(alive).to(equal([1, 0]))
            }

            it("is lifted where the one at its top reads something deeper") {
                let log = onSmallStack {
                    var log: [Int] = []
                    let (variable, isDeep) = (Variable(0), Variable(false))
                    let deep = (0..<100).reduce(variable as Observable<Int>) { above, _ in above.map { $0 &+ 1 } }
                    let last = Self.chain(
                        length,
                        below: Observable { read in read(isDeep) ? read(deep) : read(variable) }
                    )
                    let subscription = last.observe { log.append($0) }
                    isDeep.value = true
                    variable.value = 1
                    isDeep.value = false
                    subscription.cancel()
                    isDeep.value = true
                    return log + [last.value]
                }
                expect(log).to(equal([length, length + 100, length + 101, length + 1, length + 101]))
            }

            it("is left, and followed again, where the one at its end reads something else") {
                let log = onSmallStack {
                    var log: [Int] = []
                    let (variable, isDeep) = (Variable(0), Variable(true))
                    let chain = Self.chain(length, below: variable)
                    let last = Observable { read in read(isDeep) ? read(chain) : -1 }
                    let subscription = last.observe { log.append($0) }
                    isDeep.value = false
                    variable.value = 1
                    isDeep.value = true
                    batch {
                        isDeep.value = false
                        variable.value = 2
                        log.append(last.value)
                    }
                    variable.value = 3
                    subscription.cancel()
                    isDeep.value = true
                    return log + [last.value]
                }
                expect(log).to(equal([length, -1, length + 1, -1, -1, length + 3]))
            }
        }

        describe("O9 tracked observables that read each other") {
            // Each is computed by a call within that of the next.
            let count = 100
            for isObserved in [true, false] {
                it("may be \(count) that are not known yet, on a stack of 512 KiB (observed: \(isObserved))") {
                    let values = onSmallStack {
                        let variable = Variable(0)
                        let last = (0..<count).reduce(variable as Observable<Int>) { above, _ in
                            Observable { read in read(above) &+ 1 }
                        }
                        let subscription = isObserved ? last.observe { _ in } : nil
                        var values = [last.value]
                        variable.value = 1
                        values.append(last.value)
                        subscription?.cancel()
                        return values
                    }
                    expect(values).to(equal([count, count + 1]))
                }
            }
        }
    }
}
