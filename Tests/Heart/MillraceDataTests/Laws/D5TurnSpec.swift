import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law D5: a view is part of the turn: one update a turn, no mixture with any other observable, nothing computed while
/// nobody observes.
final class D5TurnSpec: Spec {
    func testSpec() {
        describe("D5: a view") {
            it("is updated once a turn, together with all else") {
                let table = Variable(Table((0..<10).map { Item($0) }))
                let factor = Variable(1)
                var seen: [[Int]] = []
                let view = table.live().filter { $0.id.number > 2 }
                let subscription = combine(view.count, view.sorted(by: \.id).count, table.map(\.count), factor)
                    .observe { seen.append([$0, $1, $2, $3]) }
                batch {
                    table.update { $0.append(Item(10)) }
                    factor.value = 2
                    table.update { $0.append(Item(11)) }
                }
                expect(seen).to(equal([[7, 7, 10, 1], [9, 9, 12, 2]]))
                subscription.cancel()
            }

            it("is not updated where another part of the value changes, and not by a change that changes no row") {
                let state = Variable((table: Table((0..<10).map { Item($0) }), title: "ten"))
                var seen: [Int] = []
                let rows = state.live(\.table)
                let numbers = rows.map { Item($0.id.number) }
                let both = combine(rows.observable, numbers.observable).observe { seen.append($0.count + $1.count) }
                let shown = numbers.observable.observe { seen.append($0.count) }
                let none = rows.filter { $0.rank > 0 }.observable.observe { seen.append($0.count) }
                state.value.title = "still ten"
                expect(seen).to(equal([20, 10, 0]))
                state.value.table[id: Item.ID(3)]?.text = "three"
                expect(seen).to(equal([20, 10, 0, 20]))
                seen = []
                state.value.table = Table((100..<200).map { Item($0) })
                expect(seen.sorted()).to(equal([100, 200]))
                for subscription in [both, shown, none] { subscription.cancel() }
            }

            it("asks its condition once for each change, however many derive from it") {
                let table = Variable(Table((0..<1_000).map { Item($0) }))
                var calls = 0
                let view = table.live().map { item in
                    calls += 1
                    return Item(item.id.number, item.text)
                }
                let others = (0..<20).map { number in
                    view.filter { $0.id.number % 20 == number }.observeChanges { _ in }
                }
                expect(calls).to(equal(1_000))
                table.update { $0[id: Item.ID(7)]?.text = "seven" }
                expect(calls).to(equal(1_001))
                others.forEach { $0.cancel() }
            }

            it("computes nothing while nobody observes, and is right when it is read") {
                let table = Variable(Table((0..<10).map { Item($0) }))
                var calls = 0
                let view = table.live().map { item in
                    calls += 1
                    return Item(item.id.number, item.text + "!")
                }
                table.update { $0.append(Item(10)) }
                expect(calls).to(equal(0))
                expect(view.value.count).to(equal(11))
                let observation = view.observeChanges { _ in }
                observation.cancel()
                calls = 0
                table.update { $0.append(Item(11)) }
                expect(calls).to(equal(0))
                expect(view.value.last?.text).to(equal("!"))
            }

            it("holds no old version when nobody observes any more") {
                let living = LivingCount()
                let table = Variable(Table((0..<100).map { Holding(id: $0, instance: living.instance()) }))
                let view = table.live().filter { $0.id % 2 == 0 }.sorted(by: \.id, descending: true)
                let observation = view.observeChanges { _ in }
                observation.cancel()
                table.value = []
                expect(living.count).to(equal(0))
                expect(view.value.count).to(equal(0))
            }

            it("reads right in the midst of a batch, and tells the whole change afterwards") {
                let table = Variable(Table((0..<3).map { Item($0) }))
                let view = table.live().sorted(by: \.id, descending: true)
                var told: [RowChanges] = []
                let observation = view.observeChanges { change in
                    if case .update(_, let changes) = change { told.append(changes) }
                }
                batch {
                    table.update { $0.append(Item(3)) }
                    expect(view.value.map(\.id.number)).to(equal([3, 2, 1, 0]))
                    table.update { $0.append(Item(4)) }
                    expect(view.value.map(\.id.number)).to(equal([4, 3, 2, 1, 0]))
                }
                expect(told.map(\.insertions)).to(equal([[0, 1]]))
                observation.cancel()
            }

            it("lets go of elements whose deinit sets something") {
                let log = Variable(0)
                let watching = log.observe { _ in }
                let table = Variable(Table((0..<100).map { Holding(id: $0, instance: SetsOnDeinit(log)) }))
                let view = table.live().filter { $0.id < 50 }.sorted(by: \.id)
                let observation = view.observeChanges { _ in }
                table.update { $0.removeAll { $0.id < 40 } }
                table.update { $0[id: 45] = nil }
                table.update { $0[id: 99] = nil }
                // What has changed is known for a few turns.
                for _ in 0..<5 { table.update { $0[id: 41] = Holding(id: 41, instance: LivingCount()) } }
                expect(log.value).to(equal(43))
                observation.cancel()
                table.value = []
                expect(log.value).to(equal(100))
                watching.cancel()
            }

            it("lets go of conditions and orders whose deinit sets something") {
                let (log, limit, isUp) = (Variable(0), Variable(5), Variable(true))
                let watching = log.observe { _ in }
                let table = Variable(Table((0..<10).map { Item($0, rank: $0) }))
                let condition = limit.map { limit in
                    let instance = SetsOnDeinit(log)
                    return { (item: Item) in withExtendedLifetime(instance) { item.rank < limit } }
                }
                let order = isUp.map { isUp in
                    let instance = SetsOnDeinit(log)
                    return { (a: Item, b: Item) in withExtendedLifetime(instance) { (a.rank < b.rank) == isUp } }
                }
                let observation = table.live().filter(condition).sorted(by: order).observeChanges { _ in }
                limit.value = 8
                expect(log.value).to(equal(1))
                isUp.value = false
                expect(log.value).to(equal(2))
                observation.cancel()
                watching.cancel()
            }

            it("lets go of rows whose deinit sets something where it is read and nobody observes") {
                let log = Variable(0)
                let watching = log.observe { _ in }
                let table = Variable(Table((0..<10).map { Item($0) }))
                let view = table.live().map { Holding(id: $0.id.number, instance: SetsOnDeinit(log)) }
                expect(view.value.count).to(equal(10))
                table.update { _ = $0.remove(at: 0) }
                expect(view.value.count).to(equal(9))
                expect(log.value).to(equal(10))
                watching.cancel()
            }
        }
    }
}

private struct Holding: Identifiable {
    let id: Int
    let instance: AnyObject
}

private final class SetsOnDeinit {
    private let log: Variable<Int>

    init(_ log: Variable<Int>) { self.log = log }

    deinit { log.value += 1 }
}
