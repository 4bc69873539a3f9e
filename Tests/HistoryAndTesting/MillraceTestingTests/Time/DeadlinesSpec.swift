import MillraceSpecs
import MillraceTesting

/// Random programs on a queue of deadlines, beside a sorted list.
final class DeadlinesSpec: Spec {
    func testSpec() {
        describe("a queue of deadlines") {
            it("gives its work in the order of time and of adding, whatever was removed") {
                let seed = Seed.current
                var random = SeededGenerator(seed)
                var deadlines = Deadlines<Int>()
                var expected: [(due: Int, number: Int)] = []
                for number in 0..<3_000 {
                    let due = Int.random(in: 0..<500, using: &random)
                    deadlines.add(number, due: .seconds(due), number: number)
                    expected.append((due, number))
                }
                for entry in expected.shuffled(using: &random).prefix(2_700) {
                    expect(deadlines.remove(entry.number)).to(equal(entry.number))
                    expected.removeAll { $0.number == entry.number }
                }
                var given: [Int] = []
                while let number = deadlines.popFirst() { given.append(number) }
                guard given == expected.sorted(by: <).map(\.number) else { return fail("seed \(seed): \(given)") }
            }
        }
    }
}
