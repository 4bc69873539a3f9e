import MillraceSignals
import MillraceSpecs

@testable import MillraceData

/// The rows of a view are changed in place, unless somebody keeps them, and what led from one version to the next is
/// known for as long as anybody has to be told.
final class ViewVersionsSpec: Spec {
    func testSpec() {
        describe("the rows of a view") {
            it("are changed in place where nobody keeps them") {
                let table = Variable(Table((0..<1_000).map { Item($0, rank: $0) }))
                let filtered = table.live().filter { $0.rank != 3 }
                let sorted = filtered.sorted(by: \.rank)
                let observation = sorted.observeChanges { _ in }
                func leaf<View: Identifiable>(_ view: LiveView<View>) -> UnsafeMutableRawPointer {
                    view.observable.box.value.tree.place(at: 500).leaf.toOpaque()
                }
                // The first version is known for some turns, and leaves get room for more rows when they get some.
                func change() { for rank in [10_501, 501] { table.update { $0[id: Item.ID(501)]?.rank = rank } } }
                for _ in 0..<3 { change() }
                let before = [leaf(filtered), leaf(sorted)]
                change()
                expect([leaf(filtered), leaf(sorted)]).to(equal(before))
                observation.cancel()
            }

            it("are changed in place by each single change") {
                // After two changes a copy of a copy may stand where the first one stood.
                let table = Variable(Table((0..<1_000).map { Item($0, rank: $0) }))
                let filtered = table.live().filter { $0.rank != 3 }
                let sorted = filtered.sorted(by: \.rank)
                let observation = sorted.observeChanges { _ in }
                func leaf(_ view: LiveView<Item>) -> UnsafeMutableRawPointer {
                    view.observable.box.value.tree.place(at: 998).leaf.toOpaque()
                }
                func change(to rank: Int) { table.update { $0[id: Item.ID(999)]?.rank = rank } }
                for rank in 1_000..<1_005 { change(to: rank) }
                for rank in 1_005..<1_008 {
                    let before = [leaf(filtered), leaf(sorted)]
                    change(to: rank)
                    expect([leaf(filtered), leaf(sorted)]).to(equal(before))
                }
                observation.cancel()
            }

            it("are changed in place within sections, too") {
                let table = Variable(Table((0..<1_000).map { Item($0, rank: $0) }))
                let sections = table.live().sorted(by: \.rank).grouped { $0.id.number % 3 }
                var told: [SectionChanges] = []
                let observation = sections.observeSectionChanges { change in
                    if case .update(_, let changes) = change { told.append(changes) }
                }
                func leaf() -> UnsafeMutableRawPointer {
                    sections.observable.box.value[0].rows.tree.place(at: 167).leaf.toOpaque()
                }
                func change() { for rank in [10_501, 501] { table.update { $0[id: Item.ID(501)]?.rank = rank } } }
                for _ in 0..<3 { change() }
                let before = leaf()
                change()
                expect(leaf()).to(equal(before))
                expect(told.last?.moves.map(\.old.row)).to(equal([333]))
                expect(told.last?.moves.map(\.new.row)).to(equal([167]))
                observation.cancel()
            }

            it("of sections are what they were if a row is not found in its section") {
                let kinds = Kinds()
                let table = Variable(Table((0..<20).map { Item($0, rank: $0) }))
                let sections = table.live().grouped { kinds.kind(of: $0) }
                var shown: [[Int]] = []
                var told = SectionChanges()
                let observation = sections.observeSectionChanges { change in
                    shown = change.rows.map { $0.rows.map(\.rank) }
                    if case .update(_, let changes) = change { told = changes }
                }
                kinds.areSwapped = true
                batch {
                    table.update { $0[id: Item.ID(2)]?.rank = 102 }
                    table.update { $0[id: Item.ID(13)] = nil }
                }
                let expected = Dictionary(grouping: table.value) { kinds.kind(of: $0) }.sorted { $0.key < $1.key }
                expect(shown).to(equal(expected.map { $0.value.map(\.rank) }))
                // The second row of the even ones, which was found before another one was not.
                expect(told.modifications.map(\.old)).to(equal([RowPath(section: 0, row: 1)]))
                observation.cancel()
            }

            it("stay as they were for those who keep them") {
                let table = Variable(Table((0..<1_000).map { Item($0, rank: $0) }))
                var kept: [Rows<Item>] = []
                let view = table.live().filter { $0.rank != 3 }.sorted(by: \.rank)
                let observation = view.observeChanges { kept.append($0.rows) }
                let copies = (0..<50).map { step in
                    defer { table.update { $0[id: Item.ID(step * 7)]?.rank = -step - 1 } }
                    return Array(view.value)
                }
                expect(kept.prefix(50).map { Array($0) }).to(equal(copies))
                observation.cancel()
            }

            it("are told from what an observer was told last, however often they were read in between") {
                let table = Variable(Table((0..<100).map { Item($0, rank: $0) }))
                let view = table.live().sorted(by: \.rank).filter { $0.rank >= 0 }
                var rows: [Item] = []
                let observation = view.observeChanges { change in
                    if case .update(let new, let changes) = change {
                        changes.apply(to: &rows) { new[$0] }
                    } else {
                        rows = Array(change.rows)
                    }
                }
                batch {
                    for step in 0..<20 {
                        table.update { $0[id: Item.ID(step)]?.rank = (step * 37) % 90 - 9 }
                        table.update { $0[id: Item.ID(99 - step)] = nil }
                        expect(view.value.count).to(beGreaterThan(50))
                    }
                }
                expect(rows).to(equal(Array(view.value)))
                observation.cancel()
            }

            it("are told as changes to one who came when there were none, after another one had left") {
                let table = Variable(Table((0..<3).map { Item($0) }))
                let view = table.live().filter { $0.rank == 0 }
                let first = Told(view)
                table.update { $0.append(Item(3)) }
                first.cancel()
                table.value = []
                let second = Told(view)
                table.update { $0.append(Item(4)) }
                expect(second.take()).to(equal("initial 0; +[0]"))
                second.cancel()
            }

            it("are told to an observer that is called after another one has changed and read them") {
                let table = Variable(Table((0..<100).map { Item($0, rank: $0) }))
                let view = table.live().sorted(by: \.rank)
                let first = view.observeChanges { change in
                    if case .update = change, table.value.count == 100 {
                        table.update { $0[id: Item.ID(50)] = nil }
                        expect(view.value.count).to(equal(99))
                    }
                }
                var told: [RowChanges] = []
                let second = view.observeChanges { if case .update(_, let changes) = $0 { told.append(changes) } }
                table.update { $0[id: Item.ID(10)]?.rank = 1_000 }
                expect(told.map(\.moves)).to(equal([[.init(old: 10, new: 99)], []]))
                expect(told.map(\.deletions)).to(equal([[], [49]]))
                first.cancel()
                second.cancel()
            }
        }

        describe("a tree") {
            it("releases what only it has held") {
                weak var gone: Thing?
                weak var staying: Thing?
                var table = Table((0..<500).map { Thing($0) })
                gone = table[id: 250]
                staying = table[id: 251]
                var old: Table<Thing>? = table
                table[id: 250] = nil
                expect(old?[id: 250]).toNot(beNil())
                old = nil
                expect(gone).to(beNil())
                expect(staying).toNot(beNil())
                table = []
                expect(staying).to(beNil())
            }
        }
    }
}

/// A grouping that is not pure.
private final class Kinds {
    var areSwapped = false

    func kind(of item: Item) -> Int { (item.id.number + (areSwapped && item.id.number > 10 ? 1 : 0)) % 2 }
}

private final class Thing: Identifiable {
    let id: Int

    init(_ id: Int) { self.id = id }
}
