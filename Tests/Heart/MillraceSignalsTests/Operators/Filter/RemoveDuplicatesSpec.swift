import MillraceSignals
import MillraceSpecs

final class RemoveDuplicatesSpec: Spec {
    func testSpec() {
        describe("removeDuplicates of a signal") {
            itKeepsTheLaws(
                OperatorCase("removeDuplicates", one: ";0;|", many: ";0;1;;2;|") { source, _ in
                    source.map { $0 / 2 }.removeDuplicates()
                },
                OperatorCase("removeDuplicates(by:) with a key", one: ";1;|", many: ";1;2;;4;|") { source, tick in
                    source.removeDuplicates { (value: Int) -> Int in
                        tick()
                        return value / 2
                    }
                }
            )

            it("tells nil from no value") {
                expect(outputs(of: [nil, nil, 1]) { (signal: Signal<Int?>) in signal.removeDuplicates() })
                    .to(equal([nil, 1]))
            }

            it("removes duplicates by a key path") {
                expect(trace("a1 a3 a2 a4") { a, _, _ in a.map { [$0, $0 % 2] }.removeDuplicates(by: \.[1]) })
                    .to(equal(";[1, 1];;[2, 0];"))
            }
        }

        describe("removeDuplicates of an observable") {
            it("compares with the last value that it has passed on") {
                let number = Variable(1)
                let seen = Recording(of: number.removeDuplicates { abs($0 - $1) < 2 })
                for value in 2...5 { number.value = value }
                expect(seen.values).to(equal([1, 3, 5]))
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
