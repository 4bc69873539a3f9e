import MillraceSignals
import MillraceSpecs

@testable import MillraceData

/// When two versions of a section count as the same, so that no observer is told of it.
final class RowSectionSpec: Spec {
    private typealias Section = RowSection<String, Item>

    func testSpec() {
        describe("the rows of a view") {
            it("are compared with rows that are written down") {
                let view = Variable<Table<Item>>([Item(1, rank: 2), Item(2, rank: 1)]).live().sorted(by: \.rank)
                expect(view.value) == [Item(2, rank: 1), Item(1, rank: 2)]
                expect(view.prefix(0).value) == []
            }
        }

        describe("sections with the last group first") {
            it("tell what has changed within them") {
                let table = Variable<Table<Item>>([Item(1, rank: 1), Item(2, rank: 2)])
                let sections = table.live().grouped(by: \.rank).sorted(by: \.id, descending: true)
                var told: [RowPath] = []
                let observation = sections.observeSectionChanges { change in
                    guard case .update(_, let changes) = change else { return }
                    told += changes.insertions
                    expect(changes.sections.isEmpty).to(beTrue())
                }
                table.update { $0.append(Item(3, rank: 1)) }
                expect(sections.value.map(\.id)) == [2, 1]
                expect(told) == [RowPath(section: 1, row: 1)]
                withExtendedLifetime(observation) {}
            }
        }

        describe("two sections") {
            let rows = Rows((0..<40).map { Item($0, rank: $0) })
            let same = Section.sameness

            it("are the same if their key and their rows are, though they were made apart") {
                let apart = Rows((0..<40).map { Item($0, rank: $0) })
                expect(same(Section("a", rows), Section("a", rows))).to(beTrue())
                expect(same(Section("a", rows), Section("a", apart))).to(beTrue())
            }

            it("differ by their key") {
                expect(same(Section("a", rows), Section("b", rows))).to(beFalse())
            }

            it("differ by a row that is another one") {
                var others = rows
                others.tree.update(others.tree.key(at: 20)) { $0.rank = -1 }
                expect(same(Section("a", rows), Section("a", others))).to(beFalse())
            }

            it("differ by a row that is missing, and by the order of their rows") {
                let fewer = Rows((0..<39).map { Item($0, rank: $0) })
                expect(same(Section("a", rows), Section("a", fewer))).to(beFalse())
                expect(same(Section("a", rows), Section("a", Rows(rows.reversed())))).to(beFalse())
            }
        }
    }
}
