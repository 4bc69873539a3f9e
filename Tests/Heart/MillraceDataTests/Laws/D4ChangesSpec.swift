import MillraceData
import MillraceSignals
import MillraceSpecs

/// Law D4: an update applied to the rows before gives the rows after, and no smaller one would.
///
/// The cases are also those that Realm's tests of collection notifications have.
final class D4ChangesSpec: Spec {
    func testSpec() {
        describe("D4: an observer of a view") {
            @TestState var scene = ToldScene()

            it("is told the rows at once, and then what changed") {
                expect(scene.log).to(equal(["initial [1, 2, 3, 4, 5]"]))
                scene.table.update { _ = $0.remove(at: 0) }
                expect(scene.log.last).to(equal("-[0]"))
            }

            it("is told deletions by old positions, insertions by new ones, modifications by both") {
                scene.table.update {
                    $0.remove(at: 1)
                    $0[id: Item.ID(3)]?.text = "three"
                    $0.insert(Item(9), at: 0)
                }
                expect(scene.log.last).to(equal("-[1] +[0] ~[2→2]"))
            }

            it("is told of a row that was moved as of one move") {
                scene.table.update { $0.move(Item.ID(5), to: 0) }
                expect(scene.log.last).to(equal("↕[4→0]"))
            }

            it("is told of changed rows in order, also where one of them has moved") {
                let told = ToldScene()
                told.table.update {
                    $0.move(Item.ID(4), to: 0)
                    for number in [1, 4] { $0[id: Item.ID(number)]?.text = "changed" }
                }
                expect(told.log.last).to(equal("~[3→0, 0→1] ↕[3→0]"))
            }

            it("is told of a row that ceases to match as gone, and of one that begins to as come") {
                let told = ToldScene { $0.filter { $0.rank == 0 } }
                told.table.update { $0[id: Item.ID(2)]?.rank = 1 }
                expect(told.log.last).to(equal("-[1]"))
                told.table.update { $0[id: Item.ID(2)]?.rank = 0 }
                expect(told.log.last).to(equal("+[1]"))
            }

            it("is told nothing of what changes nothing that is visible") {
                let told = ToldScene { $0.filter { $0.rank == 0 } }
                told.table.update { $0.append(Item(10, rank: 1)) }
                told.table.update { $0[id: Item.ID(10)]?.text = "hidden" }
                told.table.update {
                    $0.append(Item(11))
                    $0.remove(id: Item.ID(11))
                }
                told.table.value = Table(Array(told.table.value))
                expect(told.log).to(equal(["initial [1, 2, 3, 4, 5]"]))
            }

            it("is told of several commits in one batch once") {
                batch {
                    scene.table.update { $0.append(Item(6)) }
                    scene.table.update { _ = $0.remove(at: 0) }
                }
                expect(scene.log.dropFirst()).to(equal(["-[0] +[4]"]))
            }

            it("is told of each of its own answers in order") {
                let told = ToldScene()
                let answers = told.view.observeChanges { [table = told.table] change in
                    if change.rows.count > 5, change.rows.count < 8 { table.update { $0.append(Item(20 + $0.count)) } }
                }
                told.table.update { $0.append(Item(6)) }
                expect(told.log.dropFirst()).to(equal(["+[5]", "+[6]", "+[7]"]))
                answers.cancel()
            }

            it("is told of a reset where a condition has changed and many rows with it") {
                let limit = Variable(0)
                let condition = limit.map { limit in { (item: Item) in item.id.number % 2 == limit } }
                let table = Variable(Table((0..<200).map { Item($0) }))
                var kinds: [String] = []
                let observation = table.live().filter(condition).observeChanges { kinds.append(kind(of: $0)) }
                limit.value = 1
                table.update { _ = $0.remove(at: 1) }
                expect(kinds).to(equal(["initial 100", "reset 100", "-[0]"]))
                observation.cancel()
            }

            it("is told nothing where an order has changed and no row with it, and an update where few rows move") {
                let table = Variable(Table((0..<200).map { Item($0, rank: $0 * 10) }))
                let swapped = Variable<Set<Int>>([])
                let order = swapped.map { swapped in
                    { (a: Item, b: Item) in swapped == [a.rank, b.rank] ? a.rank > b.rank : a.rank < b.rank }
                }
                var kinds: [String] = []
                let observation = table.live().sorted(by: order).observeChanges { kinds.append(kind(of: $0)) }
                table.update { $0.append(contentsOf: (1..<40).map { Item(1_000 + $0, rank: 1_000 + $0 % 10) }) }
                kinds = []
                swapped.value = [-1]
                expect(kinds).to(beEmpty())
                swapped.value = [500, 510]
                expect(kinds).to(equal(["↕[50→51]"]))
                observation.cancel()
            }

            it("is told of an update where a condition has changed and few rows with it") {
                let limit = Variable(150)
                let condition = limit.map { limit in { (item: Item) in item.id.number < limit } }
                let table = Variable(Table((0..<200).map { Item($0) }))
                var kinds: [String] = []
                let observation = table.live().filter(condition).observeChanges { kinds.append(kind(of: $0)) }
                limit.value = 152
                expect(kinds).to(equal(["initial 150", "+[150, 151]"]))
                observation.cancel()
            }
        }

        describe("D4: an observer of sections") {
            it("is told of sections that come and go, and of rows that change their section") {
                let table = Variable(Table([Item(1, rank: 1), Item(2, rank: 1), Item(3, rank: 2), Item(4, rank: 2)]))
                var told: [SectionChanges] = []
                let observation = table.live().grouped(by: \.rank).observeSectionChanges { change in
                    if case .update(_, let changes) = change { told.append(changes) }
                }
                table.update { $0[id: Item.ID(1)]?.rank = 2 }
                expect(told.last?.moves).to(equal([.init(old: at(0, 0), new: at(1, 0))]))
                expect(told.last?.modifications).to(equal([.init(old: at(0, 0), new: at(1, 0))]))
                table.update { $0[id: Item.ID(2)]?.rank = 3 }
                expect(told.last?.sections.deletions).to(equal([0]))
                expect(told.last?.sections.insertions).to(equal([1]))
                expect(told.last?.insertions).to(beEmpty())
                table.update { $0[id: Item.ID(3)]?.text = "x" }
                expect(told.last?.modifications).to(equal([.init(old: at(0, 1), new: at(0, 1))]))
                observation.cancel()
            }

            it("is told nothing of a row that has moved past rows of other sections only, in one section or in a few") {
                let table = Variable(Table((0..<6).map { Item($0, rank: $0 % 2) }))
                let sections = table.live().grouped(by: \.rank)
                var (rows, whole): ([SectionChanges], [String]) = ([], [])
                let observations = [
                    sections.observeSectionChanges { if case .update(_, let changes) = $0 { rows.append(changes) } },
                    sections.observeChanges { if case .update(_, let changes) = $0 { whole.append("\(changes)") } },
                    sections.filter { !$0.rows.isEmpty }.observeChanges {
                        if case .update(_, let changes) = $0 { whole.append("filtered: \(changes)") }
                    },
                ]
                table.update { $0.move(Item.ID(2), to: 1) }
                expect(rows).to(beEmpty())
                expect(whole).to(beEmpty())
                // One section looks different, and one does not.
                table.update {
                    $0.move(Item.ID(2), to: 2)
                    $0[id: Item.ID(5)]?.text = "x"
                }
                expect(rows.map(\.sections.description)).to(equal(["no changes"]))
                expect(rows.last?.modifications).to(equal([.init(old: at(1, 2), new: at(1, 2))]))
                // A section begins.
                table.update {
                    $0.move(Item.ID(2), to: 1)
                    $0.append(Item(6, rank: 2))
                }
                expect(rows.last?.sections.description).to(equal("+[2]"))
                expect(whole).to(equal(["~[1→1]", "filtered: ~[1→1]", "+[2]", "filtered: +[2]"]))
                // Every version is what it was.
                table.update { $0.move(Item.ID(0), to: 5) }
                expect(rows.last?.moves).to(equal([.init(old: at(0, 0), new: at(0, 2))]))
                withExtendedLifetime(observations) {}
            }

            it("is told of rows in order, also where their sections have moved") {
                // Sections of six, five and four rows, the longest one first.
                let table = Variable(Table((0..<15).map { Item($0, rank: $0 < 6 ? 0 : $0 < 11 ? 1 : 2) }))
                let sections = table.live().grouped(by: \.rank).sorted { $0.rows.count > $1.rows.count }
                var told: SectionChanges?
                let observation = sections.observeSectionChanges { change in
                    if case .update(_, let changes) = change { told = changes }
                }
                table.update { $0.removeAll { [0, 1, 2, 3, 11].contains($0.id.number) } }
                expect(told?.sections.moves).to(equal([.init(old: 0, new: 2)]))
                expect(told?.deletions).to(equal([at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(2, 0)]))
                observation.cancel()
            }
        }
    }
}

private func at(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

private func kind(of change: LiveChange<Item>) -> String {
    switch change {
    case .initial(let rows): "initial \(rows.count)"
    case .reset(let rows): "reset \(rows.count)"
    case .update(_, let changes): "\(changes)"
    }
}

/// A table, a view of it, and what an observer was told.
private final class ToldScene {
    let table = Variable(Table((1...5).map { Item($0) }))
    let view: LiveView<Item>
    private(set) var log: [String] = []
    private var observation: LiveObservation?

    init(_ view: (LiveView<Item>) -> LiveView<Item> = { $0 }) {
        self.view = view(table.live())
        observation = self.view.observeChanges { [unowned self] change in
            if case .initial(let rows) = change {
                log.append("initial \(rows.map(\.id.number))")
            } else {
                log.append(kind(of: change))
            }
        }
    }
}
