import MillraceData
import MillraceSignals
import MillraceSpecs

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
