import MillraceSignals
import MillraceSpecs

final class CombineSpec: Spec {
    func testSpec() {
        describe("combine") {
            var width: Variable<Int>!
            var name: Variable<String>!
            var isOpen: Variable<Bool>!

            beforeEach {
                width = Variable(3)
                name = Variable("door")
                isOpen = Variable(false)
            }

            it("gives the values of several types as a tuple") {
                let (number, text, flag) = combine(width, name, isOpen).value
                expect(number).to(equal(3))
                expect(text).to(equal("door"))
                expect(flag).to(beFalse())
            }

            it("makes something of them in one go, once a turn") {
                var computations = 0
                let label = combine(width, name) { width, name in
                    computations += 1
                    return "\(name) \(width)"
                }
                let seen = Recording(of: label)
                batch {
                    width.value = 4
                    name.value = "gate"
                }
                expect(seen.values).to(equal(["door 3", "gate 4"]))
                expect(computations).to(equal(2))
            }

            it("of an array gives the values in its order") {
                let numbers = (0..<5).map { Variable($0) }
                let all = combine(numbers)
                expect(all.value).to(equal([0, 1, 2, 3, 4]))
                numbers[2].value = 7
                expect(all.value).to(equal([0, 1, 7, 3, 4]))
            }

            it("of nothing has a value and never changes") {
                expect(combine([Observable<Int>]()).value).to(beEmpty())
            }

            it("keeps what it combines, and the last value of what only it knows") {
                var sum: Observable<Int>? = combine(width, Variable(10)) { $0 + $1 }
                var seen: [Int] = []
                let subscription = sum?.observe { seen.append($0) }
                sum = nil
                width.value = 5
                subscription?.cancel()
                expect(seen).to(equal([13, 15]))
            }
        }

        describe("combine, observed") {
            it("gives the values of several observables of any types as a tuple") {
                let (number, text, flag) = (Variable(1), Variable("a"), Variable(true))
                let seen = Recording(of: combine(number, text.map { $0 + $0 }, flag).map { "\($0) \($1) \($2)" })
                batch {
                    number.value = 2
                    flag.value = false
                }
                text.value = "b"
                expect(seen.values).to(equal(["1 aa true", "2 aa false", "2 bb false"]))
            }

            it("gives the values of an array of observables in their order, one of them twice too") {
                let (first, second) = (Variable(1), Variable(2))
                let seen = Recording(of: combine([first, second, first]))
                first.value = 3
                expect(seen.values).to(equal([[1, 2, 1], [3, 2, 3]]))
            }

            it("with a transform gives what that makes of the values") {
                let (first, second) = (Variable(1), Variable("a"))
                var calls = 0
                let seen = Recording(
                    of:
                        combine(first, second) { first, second in
                            calls += 1
                            return "\(first)\(second)"
                        }
                )
                batch {
                    first.value = 2
                    second.value = "b"
                }
                expect(seen.values).to(equal(["1a", "2b"]))
                expect(calls).to(equal(2))
            }

            it("of no observables has a value that never changes") {
                expect(Recording(of: combine([Observable<Int>]())).values).to(equal([[]]))
            }
        }
    }
}
