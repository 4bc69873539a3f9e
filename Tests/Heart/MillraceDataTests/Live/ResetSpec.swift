import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// A reset of a view is one of all that is derived from it, and a change of rows alone never is.
final class ResetSpec: Spec {
    func testSpec() {
        describe("where a condition has changed below, and many rows with it,") {
            for stage in stages {
                it("is told of a reset: an observer of \(stage.name)") {
                    let scene = ResetScene()
                    let told = stage.observe(scene)
                    for isOdd in [true, false, true] {
                        scene.shallBeOdd.value = isOdd
                        expect(told()).to(equal(["reset"]))
                    }
                    scene.addAndRemoveMany()
                    expect(told()).toNot(contain("reset"))
                    scene.shallBeOdd.value = false
                    expect(told()).to(equal(["reset"]))
                }
            }
        }

        it("is not told of many rows that come after a condition has changed, and few rows or none with it") {
            let (table, least) = (Variable(Table(ranks: 0..<60)), Variable(0))
            let told = Told(table.live().filter(least.map { least in { (item: Item) in item.rank >= least } }))
            least.value = 1
            for _ in 0..<2 { least.value = 2 }
            table.update { $0.append(contentsOf: Table(ranks: 100..<200)) }
            expect(told.take()).to(equal("initial 60; -[0]; -[0]; +\(Array(58..<158))"))
        }

        it("is not told of many rows that come after an order has changed, and no row with it") {
            let (table, isByRank) = (Variable(Table(ranks: 0..<60)), Variable(true))
            let order = isByRank.map { isByRank in
                { (a: Item, b: Item) in isByRank ? a.rank < b.rank : a.id < b.id }
            }
            let told = Told(table.live().sorted(by: order))
            isByRank.value = false
            table.update { $0.append(contentsOf: Table(ranks: 100..<200)) }
            expect(told.take()).to(equal("initial 60; +\(Array(60..<160))"))
        }
    }
}

/// A table, the half of its rows that satisfies a condition, and another table with the same rows.
private final class ResetScene {
    let shallBeOdd = Variable(false)
    let half: LiveView<Item>
    let whole: LiveView<Item>
    private let table = Variable(Table(ranks: 0..<60))
    private let other = Variable(Table(ranks: 0..<60))

    init() {
        half = table.live().filter(shallBeOdd.map { isOdd in { (item: Item) in (item.rank % 2 == 1) == isOdd } })
        whole = other.live()
    }

    func addAndRemoveMany() {
        table.update { $0.append(contentsOf: Table(ranks: 100..<200)) }
        other.update { $0.append(contentsOf: Table(ranks: 150..<250)) }
        table.update { $0.removeAll { $0.rank < 50 } }
    }
}

/// A view of the half, and how it is observed.
private struct Stage {
    let name: String

    /// Begins to observe, and returns what tells the kinds of the changes that were told since the last call.
    let observe: (ResetScene) -> () -> [String]

    init<Row>(_ name: String, _ view: @escaping (ResetScene) -> LiveView<Row>) {
        self.name = name
        observe = { scene in
            var kinds: [String] = []
            func take() -> [String] {
                defer { kinds = [] }
                return kinds
            }
            keep(
                view(scene).observeChanges { change in
                    switch change {
                    case .initial: kinds.append("initial")
                    case .update: kinds.append("update")
                    case .reset: kinds.append("reset")
                    }
                }
            )
            _ = take()
            return take
        }
    }
}

private var stages: [Stage] {
    [
        Stage("a filter") { $0.half.filter { $0.rank >= 0 } },
        Stage("a filter that may change") { $0.half.filter(Observable { $0.rank >= 0 }) },
        Stage("a map") { $0.half.map { Item($0.id.number) } },
        Stage("a flat map") { $0.half.flatMap { [$0] } },
        Stage("an order") { $0.half.sorted(by: \.rank) },
        Stage("an order that may change") { $0.half.sorted(by: Observable { $0.rank < $1.rank }) },
        Stage("a prefix") { $0.half.prefix(80) },
        Stage("a window") { $0.half.window(Observable(5..<100)) },
        Stage("distinct rows") { $0.half.distinct(by: \.rank) },
        Stage("groups") { $0.half.grouped(by: \.rank) },
        Stage("groups that may change") { $0.half.grouped(by: Observable { $0.rank }) },
        Stage("counts") { $0.half.counted(by: \.rank) },
        Stage("counts that may change") { $0.half.counted(by: Observable { $0.rank }) },
        Stage("rows that are joined with others") { $0.half.joined(with: $0.whole, on: \.id) },
        Stage("rows with which others are joined") { $0.whole.joined(with: $0.half, on: \.id) },
        Stage("rows that are left-joined with others") { $0.half.leftJoined(with: $0.whole, on: \.id) },
        Stage("rows with which others are left-joined") { $0.whole.leftJoined(with: $0.half, on: \.id) },
        Stage("an intersection") { $0.half.intersection($0.whole) },
        Stage("an intersection of others") { $0.whole.intersection($0.half) },
        Stage("a difference") { $0.half.subtracting($0.whole.filter { $0.rank < 10 }) },
        Stage("a difference of others") { $0.whole.subtracting($0.half) },
        Stage("a union") { $0.half.union($0.whole.filter { $0.rank < 10 }) },
        Stage("a union of others") { $0.whole.filter { $0.rank < 10 }.union($0.half) },
    ]
}
