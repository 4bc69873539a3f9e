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

            it("gives the values of three observables in one go, once a turn") {
                let (first, second, third) = (Variable(1), Variable(2), Variable(3))
                let seen = Recording(of: combine(first, second, third) { "\($0)\($1)\($2)" })
                let tuples = Recording(of: combine(first, second, third).map { "\($0)-\($1)-\($2)" })
                batch {
                    first.value = 4
                    third.value = 5
                }
                second.value = 6
                expect(seen.values).to(equal(["123", "425", "465"]))
                expect(tuples.values).to(equal(["1-2-3", "4-2-5", "4-6-5"]))
            }

            it("gives the values of any number of observables, with and without a transform") {
                let (a, b, c, d, e) = (Variable(1), Variable("a"), Variable(true), Variable(2.5), Variable([1]))
                let f = Variable(9)
                let joined = [
                    combine(a, b, c, d) { "\($0) \($1) \($2) \($3)" },
                    combine(a, b, c, d).map { "\($0) \($1) \($2) \($3)" },
                    combine(a, b, c, d, e) { "\($0) \($1) \($2) \($3) \($4)" },
                    combine(a, b, c, d, e).map { "\($0) \($1) \($2) \($3) \($4)" },
                    combine(a, b, c, d, e, f) { "\($0) \($1) \($2) \($3) \($4) \($5)" },
                    combine(a, b, c, d, e, f).map { "\($0) \($1) \($2) \($3) \($4) \($5)" },
                ]
                let seen = joined.map { Recording(of: $0) }
                batch {
                    a.value = 2
                    d.value = 0.5
                }
                e.value = [2]
                b.value = "b"
                c.value = false
                d.value = 0
                let four = ["1 a true 2.5", "2 a true 0.5", "2 b true 0.5", "2 b false 0.5", "2 b false 0.0"]
                let five = [
                    "1 a true 2.5 [1]", "2 a true 0.5 [1]", "2 a true 0.5 [2]", "2 b true 0.5 [2]", "2 b false 0.5 [2]",
                    "2 b false 0.0 [2]",
                ]
                let six = five.map { "\($0) 9" }
                expect(seen.map(\.values)).to(equal([four, four, five, five, six, six]))
            }

            it("passes on no tuple of equal elements, where duplicates are removed") {
                let (a, b, c, d, e) = (Variable(1), Variable("a"), Variable(true), Variable(2), Variable(3))
                let four = Recording(of: combine(a, b, c, d).removeDuplicates().map { "\($0)" })
                let five = Recording(of: combine(a, b, c, d, e).removeDuplicates().map { "\($0)" })
                d.value = 2
                e.value = 3
                expect([four.values.count, five.values.count]).to(equal([1, 1]))
                d.value = 4
                expect([four.values.count, five.values.count]).to(equal([2, 2]))
            }

            it("of an array replaces each value that changed, however often and however it is read") {
                let numbers = (0..<6).map { Variable($0) }
                let all = combine(numbers + [numbers[1]])
                let seen = Recording(of: all)
                let expected: () -> [Int] = { numbers.map(\.value) + [numbers[1].value] }
                numbers[3].value = 30
                batch {
                    numbers[1].value = 9
                    numbers[1].value = 10
                    numbers[5].value = 50
                    expect(all.value).to(equal(expected()))
                    numbers[5].value = 51
                    numbers[0].value = 1
                }
                expect(seen.values.last).to(equal(expected()))
                expect(seen.values.count).to(equal(3))
            }

            it("of an array takes up what changed while nobody observed it") {
                let numbers = (0..<4).map { Variable($0) }
                let all = combine(numbers)
                var latest: [Int] = []
                all.observe { latest = $0 }.cancel()
                numbers[2].value = 20
                let subscription = all.observe { latest = $0 }
                expect(latest).to(equal([0, 1, 20, 3]))
                numbers[0].value = 5
                expect(latest).to(equal([5, 1, 20, 3]))
                subscription.cancel()
                numbers[3].value = 6
                numbers[0].value = 7
                expect(all.value).to(equal([7, 1, 20, 6]))
                let again = all.observe { latest = $0 }
                numbers[1].value = 8
                expect(latest).to(equal([7, 8, 20, 6]))
                again.cancel()
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
