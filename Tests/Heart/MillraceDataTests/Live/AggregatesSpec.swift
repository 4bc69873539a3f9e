import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Sums, averages, least and greatest values. Law D3 has them in its random programs.
final class AggregatesSpec: Spec {
    func testSpec() {
        describe("what is computed of all rows") {
            it("is told only where it changes") {
                let table = Variable(Table((1...5).map { Item($0, rank: $0) }))
                let view = table.live()
                var log: [String] = []
                keep(view.sum(of: \.rank).observe { log.append("sum \($0)") })
                keep(view.min(of: \.rank).observe { log.append("min \($0 ?? -1)") })
                keep(view.max(of: \.rank).observe { log.append("max \($0 ?? -1)") })
                keep(view.count.observe { log.append("count \($0)") })
                keep(view.isEmpty.observe { log.append($0 ? "empty" : "not empty") })
                log = []
                table.update { $0[id: Item.ID(3)]?.text = "three" }
                expect(log).to(beEmpty())
                table.update {
                    $0[id: Item.ID(2)]?.rank = 3
                    $0[id: Item.ID(3)]?.rank = 2
                }
                expect(log).to(beEmpty())
                table.update { $0[id: Item.ID(5)]?.rank = 6 }
                expect(log.sorted()).to(equal(["max 6", "sum 16"]))
                log = []
                table.update { $0.removeAll() }
                expect(log.sorted()).to(equal(["count 0", "empty", "max -1", "min -1", "sum 0"]))
            }

            it("wraps around where a sum of integers overflows, and is right again when it does not") {
                let table = Variable(Table([Amount(1, 100), Amount(2, 27)]))
                var sums: [Int8] = []
                keep(table.live().sum { Int8($0.value) }.observe { sums.append($0) })
                table.update { $0.append(Amount(3, 2)) }
                table.update { $0[id: 3] = nil }
                expect(sums).to(equal([127, -127, 127]))
            }
        }

        describe("a sum of floating-point numbers") {
            /// The sum of numbers, one of which is added after the other, and of those that are left then.
            func sum(_ numbers: [Double], removing removed: [Int] = []) -> Double {
                let table = Variable(Table<Amount>())
                var sum = -1.0
                let subscription = table.live().sum(of: \.value).observe { sum = $0 }
                for (id, number) in numbers.enumerated() { table.update { $0.append(Amount(id, number)) } }
                for id in removed { table.update { $0[id: id] = nil } }
                subscription.cancel()
                return sum
            }

            it("is exact, whatever was added and removed meanwhile") {
                let least = Double.leastNonzeroMagnitude
                expect(sum([1e300, 1, -1e300])).to(equal(1))
                expect(sum([1e300, least, 0.1], removing: [0, 2])).to(equal(least))
                expect(sum([-1e300, -1, 1e300, 0.5])).to(equal(-0.5))
                expect(sum([-3, -4], removing: [0])).to(equal(-4))
                expect(sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude], removing: [1]))
                    .to(equal(.greatestFiniteMagnitude))
            }

            it("is rounded once, to the nearest number") {
                let large = 9_007_199_254_740_992.0  // Its successor is greater by 2.
                expect(sum([large, 1])).to(equal(large))
                expect(sum([large, 1, 1e-300])).to(equal(large + 2))
                expect(sum([large, 0.5, 0.5, 0.5])).to(equal(large + 2))
                expect(sum([-large, -1, -1e-300])).to(equal(-large - 2))
                expect(sum(Array(repeating: 0.1, count: 10))).to(equal(1))
            }

            it("is infinite, or not a number, for as long as a row makes it so") {
                expect(sum([1, .infinity])).to(equal(.infinity))
                expect(sum([1, -.infinity])).to(equal(-.infinity))
                expect(sum([1, .infinity, -.infinity]).isNaN).to(beTrue())
                expect(sum([1, .infinity, -.infinity], removing: [1])).to(equal(-.infinity))
                expect(sum([1, .infinity, -.infinity], removing: [1, 2])).to(equal(1))
                expect(sum([1, .nan, 2]).isNaN).to(beTrue())
                expect(sum([1, .nan, 2], removing: [1])).to(equal(3))
                expect(sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude])).to(equal(.infinity))
            }
        }
    }
}

private struct Amount: Identifiable, Equatable {
    let id: Int
    var value: Double

    init(_ id: Int, _ value: Double) { (self.id, self.value) = (id, value) }
}
