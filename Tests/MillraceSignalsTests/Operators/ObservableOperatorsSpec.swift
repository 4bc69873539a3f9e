import MillraceSignals
import MillraceSpecs

/// What each operator of observables makes of values; what all of them have in common is specified with the laws.
final class ObservableOperatorsSpec: Spec {
    private struct Sheet {
        var title = "untitled"
        var rows: [Int] = []
    }

    func testSpec() {
        var bag = SubscriptionBag()
        beforeEach { bag = SubscriptionBag() }

        func log<Value>(_ observable: Observable<Value>) -> () -> [Value] {
            var seen: [Value] = []
            observable.observe { seen.append($0) }.store(in: bag)
            return { seen }
        }

        describe("select") {
            it("by a key path gives that part, and changes only when it does") {
                let sheet = Variable(Sheet())
                let seen = log(sheet.select(\.title))
                sheet.update { $0.rows = [1] }
                sheet.update { $0.title = "plan" }
                expect(seen()).to(equal(["untitled", "plan"]))
            }

            it("by a closure gives what that makes of the value, and changes only when that does") {
                let sheet = Variable(Sheet())
                let seen = log(sheet.select { $0.rows.isEmpty })
                sheet.value.rows = [1]
                sheet.value.rows = [1, 2]
                sheet.value.rows = []
                expect(seen()).to(equal([true, false, true]))
            }

            it("gives optional parts too, nil included") {
                let sheet = Variable(Sheet())
                let seen = log(sheet.select(\.rows.first))
                sheet.value.title = "plan"
                sheet.value.rows = [1]
                expect(seen()).to(equal([nil, 1]))
            }
        }

        describe("combine") {
            it("gives the values of several observables of any types as a tuple") {
                let (number, text, flag) = (Variable(1), Variable("a"), Variable(true))
                let seen = log(combine(number, text.map { $0 + $0 }, flag).map { "\($0) \($1) \($2)" })
                batch {
                    number.value = 2
                    flag.value = false
                }
                text.value = "b"
                expect(seen()).to(equal(["1 aa true", "2 aa false", "2 bb false"]))
            }

            it("gives the values of an array of observables in their order, one of them twice too") {
                let (first, second) = (Variable(1), Variable(2))
                let seen = log(combine([first, second, first]))
                first.value = 3
                expect(seen()).to(equal([[1, 2, 1], [3, 2, 3]]))
            }

            it("with a transform gives what that makes of the values") {
                let (first, second) = (Variable(1), Variable("a"))
                var calls = 0
                let seen = log(
                    combine(first, second) { first, second in
                        calls += 1
                        return "\(first)\(second)"
                    }
                )
                batch {
                    first.value = 2
                    second.value = "b"
                }
                expect(seen()).to(equal(["1a", "2b"]))
                expect(calls).to(equal(2))
            }

            it("of no observables has a value that never changes") {
                expect(log(combine([Observable<Int>]()))()).to(equal([[]]))
            }
        }

        describe("removeDuplicates") {
            it("compares with the last value that it has passed on") {
                let number = Variable(1)
                let seen = log(number.removeDuplicates { abs($0 - $1) < 2 })
                for value in 2...5 { number.value = value }
                expect(seen()).to(equal([1, 3, 5]))
            }
        }

        describe("hold") {
            it("gives each value as a change, equal ones too") {
                let emitter = Emitter<Int>()
                let seen = log(emitter.hold(0))
                [1, 1, 2].forEach(emitter.send)
                expect(seen()).to(equal([0, 1, 1, 2]))
            }

            it("goes on for its observers when its handle is dropped, in the midst of a delivery too") {
                let emitter = Emitter<Int>()
                var held: Observable<Int>? = emitter.hold(0)
                var seen: [Int] = []
                held?.observe { value in
                    seen.append(value)
                    if value == 1 { held = nil }
                }.store(in: bag)
                [1, 2].forEach(emitter.send)
                expect(held == nil).to(beTrue())
                expect(seen).to(equal([0, 1, 2]))
            }

            it("is let go of at once when its handle is dropped, by its own signal's observer too") {
                let (emitter, living) = (Emitter<Int>(), LivingCount())
                var held: Observable<Int>? = emitter.map(living.watching { $0 }).hold(0)
                emitter.observe { _ in held = nil }.store(in: bag)
                expect(living.count).to(equal(1))
                emitter.send(1)
                expect(held == nil).to(beTrue())
                expect(living.count).to(equal(0))
            }

            it("of a signal that has finished, or finishes, may be dropped before and after") {
                let emitter = Emitter<Int>()
                var held: Observable<Int>? = emitter.hold(0)
                emitter.finish()
                held = nil
                held = emitter.hold(1)
                expect(held?.value).to(equal(1))
                held = nil
                emitter.send(2)
            }
        }

        describe("changes") {
            it("are a signal as any other") {
                let number = Variable(0)
                var seen: [Int] = []
                number.changes.filter { $0 > 1 }.map { $0 * 10 }.observe { seen.append($0) }.store(in: bag)
                (1...3).forEach { number.value = $0 }
                expect(seen).to(equal([20, 30]))
            }
        }

        describe("named") {
            it("gives a name, by which it is described, and returns the same object") {
                let variable = Variable(1).named("width")
                expect(variable.name).to(equal("width"))
                expect(variable.description).to(equal("\"width\" (Variable<Int>)"))
                expect(Variable(1).description).to(equal("Variable<Int>"))
                variable.value = 2
                expect(variable.value).to(equal(2))
            }
        }
    }
}
