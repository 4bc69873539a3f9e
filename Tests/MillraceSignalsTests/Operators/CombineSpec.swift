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
                var seen: [String] = []
                let subscription = label.observe { seen.append($0) }
                batch {
                    width.value = 4
                    name.value = "gate"
                }
                subscription.cancel()
                expect(seen).to(equal(["door 3", "gate 4"]))
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
                expect(sum).to(beNil())
                expect(seen).to(equal([13, 15]))
            }
        }

        describe("removeDuplicates of a tuple") {
            it("compares element by element") {
                let (left, right) = (Variable(1), Variable("a"))
                var seen = 0
                let subscription = combine(left, right).removeDuplicates().observe { _ in seen += 1 }
                left.value = 1
                right.value = "a"
                expect(seen).to(equal(1))
                right.value = "b"
                expect(seen).to(equal(2))
                subscription.cancel()
            }
        }
    }
}
