import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law D7: cost follows what changed: nothing in a turn is proportional to the size of a collection.
final class D7CostSpec: Spec {
    func testSpec() {
        describe("D7: one change in five thousand rows") {
            it("asks each closure of a pipeline a few times") {
                let table = Variable(Table((0..<5_000).map { Plain(id: $0, rank: $0 % 7) }))
                var calls = 0
                let view = table.live()
                    .filter { counting(&calls, $0.rank != 3) }
                    .sorted { counting(&calls, $0.rank < $1.rank) }
                    .distinct { counting(&calls, $0.id) }
                    .grouped { counting(&calls, $0.rank) }
                let observation = view.observeSectionChanges { (_: LiveSectionChange<Int, Plain>) in }
                calls = 0
                table.update { $0[id: 2_500]?.rank = 5 }
                expect(calls).to(beLessThan(200))
                expect(calls).to(beGreaterThan(0))
                observation.cancel()
            }

            it("fits a small stack after twenty thousand turns as after one") {
                let count = onSmallStack {
                    let table = Variable(Table((0..<4).map { Plain(id: $0, rank: $0) }))
                    let view = table.live().filter { $0.rank >= 0 }
                    var count = 0
                    let observation = view.observeChanges { _ in count += 1 }
                    for turn in 1...20_000 { table.update { $0[id: 2]?.rank = turn } }
                    observation.cancel()
                    return count
                }
                expect(count).to(equal(20_001))
            }

            it("makes few rows anew where a condition changes, and few rows with it") {
                let table = Variable(Table((0..<5_000).map { Plain(id: $0, rank: $0) }))
                let limit = Variable(100)
                var calls = 0
                let view = table.live()
                    .filter(limit.map { limit in { (element: Plain) in element.rank != limit } })
                    .map { Plain(id: $0.id, rank: counting(&calls, $0.rank)) }
                let observation = view.observeChanges { _ in }
                calls = 0
                limit.value = 2_000
                expect(calls).to(equal(1))
                observation.cancel()
            }

            it("asks the closures of all other operators and totals a few times, too") {
                let table = Variable(Table((0..<5_000).map { Plain(id: $0, rank: $0 % 7) }))
                var calls = 0
                let view = table.live()
                    .flatMap { element in (0..<2).map { Plain(id: 2 * element.id + $0, rank: counting(&calls, $0)) } }
                let page = view.map { Plain(id: $0.id, rank: counting(&calls, $0.rank)) }
                    .window(Observable(4_990..<5_010))
                let counts = view.counted { counting(&calls, $0.rank) }
                let totals = combine(
                    view.sum { counting(&calls, $0.rank) },
                    view.average { counting(&calls, Double($0.rank)) },
                    view.min { counting(&calls, $0.rank) },
                    view.max { counting(&calls, $0.rank) }
                )
                keep(page.observeChanges { _ in })
                keep(view.prefix(10).observeChanges { _ in })
                keep(counts.observeChanges { _ in })
                keep(totals.observe { _, _, _, _ in })
                calls = 0
                table.update { $0[id: 2_500]?.rank = 9 }
                table.update { $0[id: 2_501] = nil }
                table.update { $0.insert(Plain(id: 9_000, rank: 1), at: 2_400) }
                expect(calls).to(beLessThan(100))
                expect(calls).to(beGreaterThan(0))
            }

            it("finds what has changed once for twenty views of the same rows") {
                func comparisons(of views: Int) -> Int {
                    let table = Variable(Table((0..<5_000).map { Plain(id: $0, rank: $0 % 7) }))
                    let rows = table.live()
                    let observations = (0..<views).map { number in
                        // What is not shown is not compared again.
                        rows.filter { $0.id == 2_500 + number && $0.rank == number }.observeChanges { _ in }
                    }
                    Plain.comparisons = 0
                    table.update { $0[id: 4_000]?.rank = 5 }
                    table.update { $0[id: 4_001]?.rank = 5 }
                    observations.forEach { $0.cancel() }
                    return Plain.comparisons
                }
                expect(comparisons(of: 1)).to(beGreaterThan(0))
                expect(comparisons(of: 20)).to(equal(comparisons(of: 1)))
            }

            it("compares a few rows, in joins and sets as well") {
                let left = Variable(Table((0..<5_000).map { Plain(id: $0, rank: $0 % 7) }))
                let right = Variable(Table((0..<5_000).map { Plain(id: $0 * 2, rank: 0) }))
                let joined = left.live().joined(with: right.live()) { $0.id }
                let all = left.live().union(right.live()).subtracting(right.live().filter { $0.id % 4 == 0 })
                let observations = [joined.observeChanges { _ in }, all.observeChanges { _ in }] as [LiveObservation]
                Plain.comparisons = 0
                right.update { $0[id: 2_500]?.rank = 5 }
                left.update { $0[id: 2_501]?.rank = 5 }
                expect(Plain.comparisons).to(beLessThan(200))
                observations.forEach { $0.cancel() }
            }
        }
    }
}

private func counting<Value>(_ calls: inout Int, _ value: Value) -> Value {
    calls += 1
    return value
}

private struct Plain: Identifiable, Equatable {
    nonisolated(unsafe) static var comparisons = 0  // One spec alone counts, on one thread.

    let id: Int
    var rank: Int

    static func == (left: Plain, right: Plain) -> Bool {
        comparisons += 1
        return left.id == right.id && left.rank == right.rank
    }
}
