import MillraceSignals
import MillraceSpecs

/// The shapes that the graph suites of signal-polyfill, preact signals, reactively and alien-signals check. Each is
/// played with an observer at its end, so that turns compute, and without one, so that reading does.
final class GraphBehaviourSpec: Spec {
    func testSpec() {
        let tally = Tally()
        var bag = SubscriptionBag()
        beforeEach {
            bag = SubscriptionBag()
            _ = tally.take()
        }

        /// What runs when `change` has been made and `ends` have been read.
        func runs<Value>(in ends: Observable<Value>..., after change: () -> Void) -> [String] {
            _ = tally.take()
            change()
            for end in ends { _ = end.value }
            return tally.take()
        }

        for isObserved in [true, false] {
            /// Observes, or reads for the first time.
            func use<Value>(_ observable: Observable<Value>) {
                if isObserved { observable.observe { _ in }.store(in: bag) } else { _ = observable.value }
            }

            describe(isObserved ? "a graph that is observed" : "a graph that is only read") {
                it("computes what is below a short and a long way once (the flag)") {
                    let source = Variable(2)
                    let long = source.map { $0 - 1 }
                    let both = combine(source, long) { $0 + $1 }
                    let below = both.map { tally.note("below", "\($0)") }
                    use(below)
                    expect(runs(in: below) { source.value = 4 }).to(equal(["below"]))
                    expect(below.value).to(equal("7"))
                }

                it("computes the tail of a diamond once") {
                    let source = Variable("a")
                    let (left, right) = (source.map { $0 }, source.map { $0 })
                    let join = combine(left, right) { tally.note("join", "\($0) \($1)") }
                    let tail = join.map { tally.note("tail", $0) }
                    use(tail)
                    expect(runs(in: tail) { source.value = "aa" }).to(equal(["join", "tail"]))
                    expect(tail.value).to(equal("aa aa"))
                }

                it("computes a jagged diamond and its two tails once each, top to bottom") {
                    let source = Variable("a")
                    let short = source.map { $0 }
                    let long = source.map { $0 }.map { $0 }
                    let join = combine(short, long) { tally.note("join", "\($0) \($1)") }
                    let tails = (join.map { tally.note("first", $0) }, join.map { tally.note("second", $0) })
                    use(tails.0)
                    use(tails.1)
                    for letter in ["b", "c"] {
                        let ran = runs(in: tails.0, tails.1) { source.value = letter }
                        expect(ran).to(equal(["join", "first", "second"]))
                        expect([join.value, tails.0.value, tails.1.value])
                            .to(equal(Array(repeating: "\(letter) \(letter)", count: 3)))
                    }
                }

                it("computes what five ways lead to once") {
                    let source = Variable(0)
                    let ways = (1...5).map { way in source.map { $0 * way } }
                    let join = combine(ways).map { tally.note("join", $0.reduce(0, +)) }
                    use(join)
                    expect(runs(in: join) { source.value = 1 }).to(equal(["join"]))
                    expect(join.value).to(equal(15))
                }

                it("computes what nine ways lead to once, and what lies on them") {
                    let source = Variable(0)
                    let above = (0..<3).map { _ in source.map { tally.note("above", $0) } }
                    let below = (0..<3).map { _ in combine(above).map { tally.note("below", $0.reduce(0, +)) } }
                    let join = combine(below).map { tally.note("join", $0.reduce(0, +)) }
                    use(join)
                    let ran = runs(in: join) { source.value = 1 }
                    expect(ran.filter { $0 == "above" }).to(haveCount(3))
                    expect(ran.filter { $0 == "below" }).to(haveCount(3))
                    expect(ran.filter { $0 == "join" }).to(haveCount(1))
                    expect(join.value).to(equal(9))
                }

                it("computes a chain once each, in its order") {
                    let source = Variable(1)
                    let last = ["a", "b", "c", "d"].reduce(source as Observable<Int>) { above, name in
                        above.map { tally.note(name, $0 + 1) }
                    }
                    use(last)
                    expect(runs(in: last) { source.value = 2 }).to(equal(["a", "b", "c", "d"]))
                    expect(last.value).to(equal(6))
                }

                it("computes what depends on something that came out equal and on something that did not") {
                    let source = Variable("a")
                    let changing = source.map { $0 }
                    let constants = ["c", "d"].map { constant in source.select { _ in tally.note(constant, constant) } }
                    let join = combine(changing, constants[0], constants[1]) { tally.note("join", $0 + $1 + $2) }
                    use(join)
                    expect(runs(in: join) { source.value = "aa" }.sorted()).to(equal(["c", "d", "join"]))
                    expect(join.value).to(equal("aacd"))
                }

                it("does not compute what depends only on what came out equal") {
                    let source = Variable("a")
                    let constants = ["b", "c"].map { constant in source.select { _ in tally.note(constant, constant) } }
                    let join = combine(constants[0], constants[1]) { tally.note("join", $0 + $1) }
                    let below = join.map { tally.note("below", $0) }
                    use(below)
                    expect(runs(in: below) { source.value = "aa" }.sorted()).to(equal(["b", "c"]))
                    expect(below.value).to(equal("bc"))
                }

                it("computes no further than to where nothing differs, and further when it does again") {
                    let source = Variable(1)
                    let copy = source.map { tally.note("copy", $0) }
                    let isGreat = copy.select { tally.note("isGreat", $0 > 2) }
                    let below = isGreat.map { tally.note("below", $0 ? 1 : 0) }
                    use(below)
                    for same in [1, 2] {
                        expect(runs(in: below) { source.value = same }).to(equal(["copy", "isGreat"]))
                    }
                    expect(runs(in: below) { source.value = 3 }).to(equal(["copy", "isGreat", "below"]))
                    expect(below.value).to(equal(1))
                }

                it("computes what waits behind four inputs once, whichever of them changed") {
                    let (number, flag) = (Variable(1), Variable(false))
                    let isPositive = (number.select { $0 > 0 }, number.select { $0 > 0 })
                    let both = combine(number, flag) { $0 > 0 && $1 }
                    let join = combine(isPositive.0, isPositive.1, number, both) { _, _, number, both in
                        tally.note("join", both ? number : -number)
                    }
                    use(join)
                    expect(runs(in: join) { flag.value = true }).to(equal(["join"]))
                    expect(runs(in: join) { number.value = 2 }).to(equal(["join"]))
                    expect(join.value).to(equal(2))
                }

                it("computes all inputs before what reads them, also where only the last has changed it") {
                    let source = Variable(1)
                    let isGreat = ["a", "b"].map { name in source.select { tally.note(name, $0 > 2) } }
                    let copy = source.map { tally.note("c", $0) }
                    let join = combine(isGreat[0], isGreat[1], copy) { tally.note("join", $0 && $1 ? $2 : 0) }
                    use(join)
                    for value in [1, 3] {
                        let ran = runs(in: join) { source.value = value }
                        expect(ran.sorted()).to(equal(["a", "b", "c", "join"]))
                        expect(ran.last).to(equal("join"))
                    }
                    expect(join.value).to(equal(3))
                }

                it("reads right where one input is derived from another that came out equal") {
                    let source = Variable(false)
                    let copy = source.map { $0 }
                    let constant = copy.select { _ in 0 }
                    let join = combine(constant, copy) { tally.note("join", $1 ? $0 + 1 : $0) }
                    use(join)
                    expect(runs(in: join) { source.value = true }).to(equal(["join"]))
                    expect(join.value).to(equal(1))
                }

                it("reads right where something in the middle was read between one change and the next") {
                    let source = Variable(0)
                    let parity = source.select { $0 % 2 }
                    let middle = parity.map { $0 }
                    let last = middle.map { $0 }
                    use(last)
                    source.value = 1
                    expect(middle.value).to(equal(1))
                    source.value = 3
                    expect(last.value).to(equal(1))
                    source.value = 4
                    expect(last.value).to(equal(0))
                }
            }
        }

        describe("a graph of which a part is used") {
            it("computes nothing on the branch that nobody uses") {
                let source = Variable("a")
                let used = source.map { tally.note("used", $0) }
                let unused = source.map { tally.note("unused", $0) }
                used.observe { _ in }.store(in: bag)
                expect(runs(in: used) { source.value = "aa" }).to(equal(["used"]))
                expect(unused.value).to(equal("aa"))
            }

            it("no longer computes the branch that was left, and goes on with the other") {
                let source = Variable("a")
                let left = source.map { tally.note("left", $0) }.map { tally.note("below", $0) }
                let other = source.map { $0 }
                let subscription = left.observe { _ in }
                other.observe { _ in }.store(in: bag)
                subscription.cancel()
                expect(runs(in: other) { source.value = "aa" }).to(equal([]))
                expect([other.value, left.value]).to(equal(["aa", "aa"]))
            }

            it("computes by turns from the first observer of what is below to the last") {
                let source = Variable(1)
                let derived = source.map { tally.note("derived", $0) }
                _ = derived.value
                let change = { source.value += 1 }
                expect(runs(in: source, after: change)).to(equal([]))
                let first = derived.observe { _ in }
                expect(runs(in: source, after: change)).to(equal(["derived"]))
                let second = derived.observe { _ in }
                expect(runs(in: source, after: change)).to(equal(["derived"]))
                second.cancel()
                expect(runs(in: source, after: change)).to(equal(["derived"]))
                first.cancel()
                expect(runs(in: source, after: change)).to(equal([]))
            }

            it("computes once for two changes, when it is read") {
                let (first, second) = (Variable("a"), Variable("b"))
                let both = combine(first, second) { tally.note("both", $0 + $1) }
                expect(tally.take()).to(equal([]))
                let ran = runs(in: both) {
                    first.value = "x"
                    second.value = "y"
                    expect(tally.take()).to(equal([]))
                }
                expect(ran).to(equal(["both"]))
                expect(both.value).to(equal("xy"))
            }

            it("that was read, then changed, is up to date for its first observer, and from then on") {
                let source = Variable(0)
                let derived = source.map { $0 }.map { $0 }
                expect(derived.value).to(equal(0))
                source.value = 1
                let log = Recording(of: derived)
                source.value = 2
                expect(log.values).to(equal([1, 2]))
            }
        }
    }
}
