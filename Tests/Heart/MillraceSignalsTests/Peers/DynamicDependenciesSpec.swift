import MillraceSignals
import MillraceSpecs

/// What the graph suites of signal-polyfill, preact signals and reactively check of dependencies that come and go. With
/// them a computation depends on what it happens to read; here `flatMapLatest` says what decides, and on what.
final class DynamicDependenciesSpec: Spec {
    func testSpec() {
        let tally = Tally()
        var bag = SubscriptionBag()
        beforeEach {
            bag = SubscriptionBag()
            _ = tally.take()
        }

        for isObserved in [true, false] {
            /// Observes, or reads for the first time.
            func use<Value>(_ observable: Observable<Value>) {
                if isObserved { observable.observe { _ in }.store(in: bag) } else { _ = observable.value }
                _ = tally.take()
            }

            describe(isObserved ? "a switch that is observed" : "a switch that is only read") {
                /// What runs when `change` has been made and `end` read.
                func runs<Value>(in end: Observable<Value>, after change: () -> Void) -> [String] {
                    change()
                    _ = end.value
                    return tally.take()
                }

                it("follows the side that it is on, and only that") {
                    let (isLeft, left, right) = (Variable(true), Variable(1), Variable(2))
                    let chosen = isLeft.flatMapLatest { $0 ? left : right }.map { tally.note("chosen", $0) }
                    use(chosen)
                    expect(runs(in: chosen) { left.value = 5 }).to(equal(["chosen"]))
                    expect(runs(in: chosen) { right.value = 6 }).to(equal([]))
                    expect(chosen.value).to(equal(5))
                    expect(runs(in: chosen) { isLeft.value = false }).to(equal(["chosen"]))
                    expect(chosen.value).to(equal(6))
                    expect(runs(in: chosen) { left.value = 7 }).to(equal([]))
                    expect(runs(in: chosen) { right.value = 8 }).to(equal(["chosen"]))
                    expect(chosen.value).to(equal(8))
                    left.value = 9
                    expect(runs(in: chosen) { isLeft.value = true }).to(equal(["chosen"]))
                    expect(chosen.value).to(equal(9))
                }

                it("tells a side that has changed as often as the other from that other") {
                    let (isLeft, left, right) = (Variable(true), Variable(1), Variable(2))
                    let chosen = isLeft.flatMapLatest { $0 ? left : right }
                    left.value = 3
                    use(chosen)
                    isLeft.value = false
                    expect(chosen.value).to(equal(2))
                }

                it("computes a side only when it is on it") {
                    let (first, second) = (Variable(1), Variable(2))
                    let main = first.map { tally.note("main", $0) }
                    let spare = second.map { tally.note("spare", $0) }
                    let chosen = main.flatMapLatest { $0 != 0 ? main : spare }.map { tally.note("chosen", $0) }
                    use(chosen)
                    expect(runs(in: chosen) { first.value = 2 }).to(equal(["main", "chosen"]))
                    expect(runs(in: chosen) { second.value = 3 }).to(equal([]))
                    expect(runs(in: chosen) { first.value = 0 }).to(equal(["main", "spare", "chosen"]))
                    expect(chosen.value).to(equal(3))
                    expect(runs(in: chosen) { second.value = 4 }).to(equal(["spare", "chosen"]))
                    expect(chosen.value).to(equal(4))
                    expect(runs(in: chosen) { first.value = 5 }).to(equal(["main", "chosen"]))
                    expect(runs(in: chosen) { second.value = 6 }).to(equal([]))
                }

                it("follows a list of observables that grows and shrinks at both ends") {
                    let letters = "abcdefgh".map { Variable(String($0)) }
                    let members = Variable(letters)
                    let word = members.flatMapLatest { combine($0 as [Observable<String>]) }
                        .map { tally.note("word", $0.joined()) }
                    use(word)
                    expect(word.value).to(equal("abcdefgh"))
                    for range in [0..<5, 3..<8, 0..<8] {
                        expect(runs(in: word) { members.value = Array(letters[range]) }).to(equal(["word"]))
                        expect(word.value).to(equal("abcdefgh".map { String($0) }[range].joined()))
                        for (index, letter) in letters.enumerated() {
                            let ran = runs(in: word) { letter.value = letter.value }
                            expect(ran).to(equal(range.contains(index) ? ["word"] : []))
                        }
                    }
                }

                it("computes what it switches to before itself, once, where both are below one source") {
                    let source = Variable(0)
                    let next = source.map { tally.note("next", $0 + 1) }
                    let spare = source.map { $0 }.map { tally.note("spare", $0 + 10) }
                    let chosen = next.flatMapLatest { $0 != 0 ? next : spare }.map { tally.note("chosen", $0) }
                    use(spare)
                    use(chosen)
                    for (value, outcome) in [(-1, 9), (0, 1), (-1, 9)] {
                        source.value = value
                        expect([chosen.value, spare.value]).to(equal([outcome, value + 10]))
                        let ran = tally.take()
                        expect(ran.sorted()).to(equal(["chosen", "next", "spare"]))
                        if value == -1 { expect(ran.last).to(equal("chosen")) }
                    }
                }

                it("takes the short way or the long one from the same source") {
                    let source = Variable(0)
                    let copy = source.map { $0 }
                    let chosen = source.flatMapLatest { $0 > 0 ? source : copy }
                    use(chosen)
                    for value in [1, 0, 2, 0] {
                        source.value = value
                        expect(chosen.value).to(equal(value))
                    }
                }

                it("decides on the outcome of another that depends on the same sources") {
                    let (base, first, override) = (Variable(3), Variable(0), Variable(0))
                    let inner = combine(override, base).flatMapLatest { override, _ in
                        override == 0 ? first : Variable(override)
                    }
                    let outer = combine(inner, base).flatMapLatest { inner, _ in inner == 0 ? first : Variable(inner) }
                    use(outer)
                    expect(outer.value).to(equal(0))
                    first.value = 1
                    expect(outer.value).to(equal(1))
                    override.value = 2
                    expect(outer.value).to(equal(2))
                    batch {
                        override.value = 0
                        first.value = 4
                    }
                    expect(outer.value).to(equal(4))
                }

                it("does not compute what was made inside in a turn that leaves it") {
                    let source = Variable(2)
                    let next = source.map { $0 + 1 }
                    let chosen = next.flatMapLatest { next in
                        next % 2 == 1 ? source.map { tally.note("inside", next + $0 + 10) } : Variable(next)
                    }
                    use(chosen)
                    expect(chosen.value).to(equal(15))
                    expect(runs(in: chosen) { source.value = 3 }).to(equal([]))
                    expect(chosen.value).to(equal(4))
                }

                it("does not compute what was made inside for sets of one batch that leave it") {
                    let (level, other, source) = (Variable(1), Variable(1), Variable(1))
                    let chosen = level.flatMapLatest { level in
                        level > 0 ? combine(other, source.map { tally.note("inside", $0) }) { $0 + $1 } : other
                    }
                    use(chosen)
                    let setAll = { (value: Int) in
                        batch {
                            source.value = value
                            other.value = value
                            level.value = value
                        }
                    }
                    expect(runs(in: chosen) { setAll(2) }).to(equal(["inside"]))
                    expect(chosen.value).to(equal(4))
                    expect(runs(in: chosen) { setAll(-1) }).to(equal([]))
                    expect(chosen.value).to(equal(-1))
                }

                // The difference: a turn goes from the sources upward and does not ask first what is wanted.
                it("computes what was made outside once more in a turn that leaves it, where it is observed") {
                    let source = Variable(2)
                    let next = source.map { $0 + 1 }
                    let outside = source.map { tally.note("outside", $0 + 10) }
                    let chosen = next.flatMapLatest { next in
                        next % 2 == 1 ? outside.map { next + $0 } : Variable(next)
                    }
                    use(chosen)
                    expect(chosen.value).to(equal(15))
                    expect(runs(in: chosen) { source.value = 3 }).to(equal(isObserved ? ["outside"] : []))
                    expect(chosen.value).to(equal(4))
                    expect(runs(in: chosen) { source.value = 5 }).to(equal([]))
                }
            }
        }

        describe("what a closure reads without declaring it") {
            it("is no dependency of a derived observable") {
                let (declared, other) = (Variable(1), Variable(10))
                let sum = declared.map { $0 + other.value }
                expect(sum.value).to(equal(11))
                other.value = 20
                expect(sum.value).to(equal(11))
                let log = Recording(of: sum)
                other.value = 30
                expect(sum.value).to(equal(11))
                declared.value = 2
                expect(log.values).to(equal([11, 32]))
            }

            it("is no dependency of an observer, which may set it") {
                let (source, count) = (Variable(1), Variable(0))
                var calls = 0
                source.observe { _ in
                    calls += 1
                    count.value += 1
                }.store(in: bag)
                count.value = 5
                expect(calls).to(equal(1))
                source.value = 2
                expect(count.value).to(equal(6))
                expect(calls).to(equal(2))
            }

            it("is no dependency of a comparison, which runs only when what it compares changes") {
                let (exact, tolerance) = (Variable(1.0), Variable(0.5))
                let rough = exact.removeDuplicates { tally.note("compared", abs($0 - $1) < tolerance.value) }
                let log = Recording(of: rough)
                exact.value = 1.25
                tolerance.value = 0.125
                expect(tally.take()).to(equal(["compared"]))
                exact.value = 1.25
                expect(log.values).to(equal([1, 1.25]))
            }
        }
    }
}
