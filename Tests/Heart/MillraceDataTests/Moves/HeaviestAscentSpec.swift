import MillraceData
import MillraceSpecs
import TestSupport

final class HeaviestAscentSpec: Spec {
    func testSpec() {
        describe("the heaviest ascending subsequence") {
            func marked(_ values: [Int]) -> [Int] {
                zip(values, heaviestAscent(values, values.map { _ in 1 })).filter(\.1).map(\.0)
            }

            it("is everything where the values increase") { expect(marked([1, 4, 7])).to(equal([1, 4, 7])) }
            it("is one value where they decrease") { expect(marked([7, 4, 1])).to(haveCount(1)) }
            it("is nothing where there is nothing") { expect(marked([])).to(beEmpty()) }

            it("is one heavy value rather than two light ones") {
                expect(heaviestAscent([5, 0, 1], [3, 1, 1])).to(equal([true, false, false]))
            }

            it("is as long as the longest of all subsequences, and ascending, where all weigh the same") {
                var random = SeededGenerator(.current)
                for _ in 0..<2_000 {
                    let values = Array((0..<9).shuffled(using: &random).prefix(.random(in: 0...9, using: &random)))
                    let ours = marked(values)
                    expect(ours).to(equal(ours.sorted()), description: "\(values)")
                    expect(ours.count).to(equal(lengthOfLongestIncreasing(values)), description: "\(values)")
                }
            }
        }
    }
}
