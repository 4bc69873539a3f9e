import MillraceSignals
import MillraceSpecs
import TestSupport

/// A value that is replaced is let go when nothing is in the midst of an access: its `deinit` may read, set and send.
final class ReplacedValuesSpec: Spec {
    /// Two references and a text, so that a half-written one can be told.
    private struct Pair {
        let left: Named
        let right: Named
        let text: String

        init(_ number: Int, _ farewell: @escaping () -> Void = {}) {
            left = Named(number, farewell)
            right = Named(number, farewell)
            text = String(repeating: "\(number)", count: 20)
        }

        var isWhole: Bool { left.number == right.number && text.hasPrefix("\(left.number)") }
    }

    private final class Named {
        let number: Int
        private let farewell: () -> Void

        init(_ number: Int, _ farewell: @escaping () -> Void) {
            self.number = number
            self.farewell = farewell
        }

        deinit { farewell() }
    }

    func testSpec() {
        describe("The deinit of a value that is replaced because somebody begins to observe") {
            it("does not keep the observer from the changes that follow, if a switch follows the node and leaves it") {
                let variable = Variable(0)
                var farewells = [1, 2]
                let mapped = variable.map { number in
                    Named(number) {
                        while let next = farewells.popLast() { variable.value = next }
                    }
                }
                let numbers = mapped.map(\.number)
                let switching = variable.flatMapLatest { $0 == 2 ? numbers : variable }.observe { _ in }
                expect(mapped.value.number).to(equal(0))
                variable.value = 5
                var heard: [Int] = []
                let subscription = mapped.observe { heard.append($0.number) }
                variable.value = 7
                expect(farewells).to(beEmpty())
                expect(heard.last).to(equal(7))
                subscription.cancel()
                switching.cancel()
            }
        }

        describe("The deinit of a value that a variable leaves") {
            it("reads the new value, whole") {
                let variable = Variable(Pair(0))
                var (calls, broken) = (0, 0)
                for number in 1...100 {
                    variable.value = Pair(number) {
                        calls += 1
                        if !variable.value.isWhole { broken += 1 }
                    }
                }
                expect(calls).to(equal(198))
                expect(broken).to(equal(0))
            }

            it("sets the variable, in a turn of its own") {
                let variable = Variable(Pair(0))
                let log = Recording(of: variable.map(\.left.number))
                for number in 1...3 { variable.value = Pair(number) { variable.value = Pair(-number) } }
                expect(log.values.prefix(3)).to(equal([0, 1, 2]))
                expect(log.values.filter { $0 == -1 }.count).to(equal(2))
                expect(log.values.last).to(equal(variable.value.left.number))
                expect(variable.value.isWhole).to(beTrue())
            }

            it("sets it while observers are being told, and they are told that next") {
                let variable = Variable(Pair(0))
                let bag = SubscriptionBag()
                variable.observe { pair in
                    if pair.left.number == 1 { variable.value = Pair(2) }
                }.store(in: bag)
                let log = Recording(of: variable) { $0.left.number }
                variable.value = Pair(1) { variable.value = Pair(variable.value.left.number + 10) }
                expect(log.values.first).to(equal(0))
                expect(Array(log.values.dropFirst().prefix(2))).to(equal([1, 2]))
                expect(log.values.last).to(equal(variable.value.left.number))
                expect(variable.value.isWhole).to(beTrue())
            }
        }

        describe("The deinit of a value that a derived observable leaves") {
            let chains: [(name: String, build: (Observable<Pair>) -> Observable<Pair>)] = [
                ("observed", { $0 }), ("in the midst of a chain", { $0.map { $0 }.map { Pair($0.left.number) } }),
                ("selected", { $0.removeDuplicates { $0.left === $1.left } }),
                ("combined", { combine($0, $0).map { $0.0 } }),
                ("scanned", { $0.scan(Pair(0)) { $1 } }),
                ("switched to", { observable in Variable(0).flatMapLatest { _ in observable } }),
                ("read", { observable in Observable { read in read(observable) } }),
                ("read by what makes another", { pairs in Observable { read in Pair(read(pairs).left.number) } }),
                ("read through what is made for it", { pairs in Observable { read in read(pairs.map { $0 }) } }),
                (
                    "read, and selected",
                    { observable in
                        Observable { read in Pair(read(observable).left.number) }
                            .removeDuplicates { $0.left === $1.left }
                    }
                ),
            ]
            for (name, build) in chains {
                it("\(name), sets what others observe, in the next turn") {
                    let (source, other) = (Variable(0), Variable(0))
                    var (log, broken) = ([Int](), 0)
                    let bag = SubscriptionBag()
                    other.observe { log.append($0) }.store(in: bag)
                    var derived: Observable<Pair>!
                    derived = build(
                        source.map { number in
                            Pair(number) {
                                if derived?.value.isWhole == false { broken += 1 }
                                other.value = number
                            }
                        }
                    )
                    derived.observe { if !$0.isWhole { broken += 1 } }.store(in: bag)
                    for number in 1...50 { source.value = number }
                    expect(broken).to(equal(0))
                    // `scan` keeps one value more: that of the turn before.
                    let told = Set(log).sorted()
                    expect(told).to(equal(Array(0..<told.count)))
                    expect(told.count).to(beGreaterThan(48))
                    expect(log).to(equal(log.sorted()))
                    bag.cancelAll()
                    let last = derived
                    derived = nil
                    withExtendedLifetime(last) {}
                }
            }

            it("unobserved, sets at once when it is read") {
                let (source, other) = (Variable(0), Variable(0))
                let log = Recording(of: other)
                let derived = source.map { number in Pair(number) { other.value = number } }
                for number in 1...3 {
                    source.value = number
                    _ = derived.value
                }
                expect(Array(Set(log.values)).sorted()).to(equal([0, 1, 2]))
            }

            it("unobserved, reads what is being looked at below it") {
                let source = Variable(0)
                var (derived, seen): (Observable<Int>?, [Bool]) = (nil, [])
                let pairs = source.map { number in
                    Pair(number) { if let derived { seen.append(derived.value == source.value) } }
                }
                derived = pairs.map(\.left.number)
                for number in 1...3 {
                    source.value = number
                    expect(derived?.value).to(equal(number))
                }
                expect(Set(seen)).to(equal([true]))
                derived = nil
            }

            it("keeps no former value when the turn is over") {
                let (living, source) = (LivingCount(), Variable(0))
                let derived = source.map { _ in living.instance() }
                let below = derived.map(\.number)
                let subscription = below.observe { _ in }
                for number in 1...3 {
                    source.value = number
                    expect(living.count).to(equal(1))
                }
                batch {
                    source.value = 4
                    _ = below.value
                    source.value = 5
                    _ = derived.value
                }
                expect(living.count).to(equal(1))
                subscription.cancel()
            }
        }

        describe("The deinit of what an operator remembers") {
            let operators: [(name: String, build: (Signal<Pair>, Signal<Void>) -> Signal<Pair>)] = [
                ("scan", { values, _ in values.scan(Pair(0)) { $1 } }),
                ("removeDuplicates", { values, _ in values.removeDuplicates { $0.left === $1.left } }),
                ("sample", { values, trigger in values.sample(on: trigger) }),
                ("withLatest", { values, trigger in trigger.withLatest(from: values).map { $0.1 } }),
                ("combineLatest", { values, trigger in combineLatest(values, trigger).map { $0.0 } }),
                ("zip", { values, trigger in zip(values, trigger).map { $0.0 } }),
                ("pairwise", { values, _ in values.pairwise().map { $0.0 } }),
                ("suffix", { values, trigger in values.prefix(until: trigger).suffix(1) }),
                ("hold", { values, _ in values.hold(Pair(0)).changes }),
            ]
            for (name, build) in operators {
                it("sends into \(name), which emits what is whole") {
                    let (values, trigger) = (Emitter<Pair>(), Emitter<Void>())
                    var (seen, broken, depth) = (0, 0, 0)
                    let subscription = build(values, trigger).observe { pair in
                        seen += 1
                        if !pair.isWhole { broken += 1 }
                    }
                    for number in 1...50 {
                        values.send(
                            Pair(number) {
                                if depth > 3 { return }
                                depth += 1
                                values.send(Pair(number + 100))
                                trigger.send()
                                depth -= 1
                            }
                        )
                        if number % 10 == 0 { trigger.send() }
                    }
                    trigger.send()
                    values.finish()
                    expect(broken).to(equal(0))
                    expect(seen).to(beGreaterThan(0))
                    subscription.cancel()
                }
            }

            it("sends while values wait for the end of a delivery") {
                let emitter = Emitter<Pair>()
                var log: [Int] = []
                let subscription = emitter.observe { pair in
                    log.append(pair.left.number)
                    guard pair.left.number < 3 else { return }
                    emitter.send(Pair(pair.left.number + 1) { if log.count < 10 { emitter.send(Pair(100)) } })
                }
                emitter.send(Pair(0))
                expect(Array(log.prefix(4)).filter { $0 < 100 }).to(
                    equal(Array(log.prefix(4)).filter { $0 < 100 }.sorted())
                )
                expect(log.filter { $0 < 100 }).to(equal([0, 1, 2, 3]))
                expect(log.filter { $0 == 100 }.isEmpty).to(beFalse())
                subscription.cancel()
            }
        }
    }
}
