import MillraceData
import MillraceSpecs
import MillraceViews
import TestSupport

@testable import MillraceTerminal

final class TerminalPlainListSpec: Spec {
    func testSpec() {
        describe("a table on a terminal") {
            let size = TerminalSize(columns: 20, rows: 3)
            var shown = TerminalPlainList(ListModel<ListRow>(), size: size)
            var model = ListModel<ListRow>()
            beforeEach { (shown, model) = (TerminalPlainList(ListModel<ListRow>(), size: size), ListModel<ListRow>()) }

            func show(_ table: ListModel<ListRow>) {
                shown.show(LiveList(table), table.changes(from: model))
                model = table
            }

            func move(_ keys: TerminalKey...) {
                for key in keys { expect(shown.move(key)).to(beTrue()) }
            }

            it("begins at the first row") {
                show(table("abc"))
                expect(shown.cursor).to(equal(at(0, 0)))
                expect(TerminalPlainList(table("abc"), size: size).cursor).to(equal(at(0, 0)))
            }

            it("has no cursor in a table without rows") {
                show(ListModel(sections: [ListSection("1", header: "One")]))
                move(.down, .end)
                expect(shown.cursor).to(beNil())
            }

            it("moves by rows and pages, over the borders of sections, and not beyond the ends") {
                let table = ListModel(sections: [
                    ListSection("1", header: "One", rows: rows("ab")), ListSection("2", rows: rows("cde")),
                ])
                let steps: [(TerminalKey, RowPath)] = [
                    (.up, at(0, 0)), (.down, at(0, 1)), (.down, at(1, 0)), (.pageDown, at(1, 2)), (.down, at(1, 2)),
                    (.pageUp, at(1, 0)), (.home, at(0, 0)), (.end, at(1, 2)),
                ]
                show(table)
                for (key, path) in steps {
                    move(key)
                    expect(shown.cursor).to(equal(path))
                }
            }

            it("leaves other keys to others") {
                expect(shown.move(.enter)).to(beFalse())
            }

            it("stays with its row when rows come and go above it") {
                show(table("abcd"))
                move(.down, .down)
                show(table("xyabcd"))
                expect(shown.cursor).to(equal(at(0, 4)))
                show(table("dc"))
                expect(shown.cursor).to(equal(at(0, 1)))
            }

            it("stays at its place when its row is gone") {
                show(table("abcd"))
                move(.down, .down)
                show(table("abde"))
                expect(shown.cursor).to(equal(at(0, 2)))
                show(table("x"))
                expect(shown.cursor).to(equal(at(0, 0)))
            }

            it("stays with its row when that comes into another section, also a new one") {
                func sections(_ names: (String, String)...) -> ListModel<ListRow> {
                    ListModel(sections: names.map { ListSection($0, rows: rows($1)) })
                }
                show(sections(("1", "ab"), ("2", "c")))
                move(.down)
                show(sections(("1", "a"), ("2", "cb")))
                expect(shown.cursor).to(equal(at(1, 1)))
                show(sections(("x", "ac"), ("y", "b")))
                expect(shown.cursor).to(equal(at(1, 0)))
            }

            it("stays with its row when that leaves a section that goes") {
                show(
                    ListModel(sections: [
                        ListSection("1", rows: rows("a")), ListSection("2", rows: rows("bc")),
                    ])
                )
                move(.end)
                show(ListModel(sections: [ListSection("1", rows: rows("ca"))]))
                expect(shown.cursor).to(equal(at(0, 0)))
            }

            it("stays with its row among others of its name, as these are paired by the difference") {
                show(table("abab"))
                move(.down, .down)
                show(table("xabab"))
                expect(shown.cursor).to(equal(at(0, 3)))
            }

            it("scrolls as little as it must, and back to the header") {
                let table = ListModel(title: "T", sections: [ListSection("1", header: "One", rows: rows("abcd"))])
                show(table)
                expect(shown.firstLine).to(equal(0))
                move(.down)
                expect(shown.firstLine).to(equal(1))
                move(.down)
                expect(shown.firstLine).to(equal(2))
                move(.up)
                expect(shown.firstLine).to(equal(2))
                move(.up)
                expect(shown.firstLine).to(equal(0))
            }

            it("shows the footer with the last row") {
                let table = ListModel(sections: [ListSection("1", footer: "end", rows: rows("abcd"))])
                show(table)
                move(.end)
                expect(shown.firstLine).to(equal(2))
            }

            it("does not scroll beyond the end when the table shrinks") {
                show(table("abcdefgh"))
                move(.end)
                show(table("gh"))
                expect(shown.firstLine).to(equal(0))
            }

            it("always sees the cursor's row, and nothing beyond the end") {
                var tables = RandomTables(random: SeededGenerator(.current))
                let keys: [TerminalKey] = [.up, .down, .down, .pageUp, .pageDown, .home, .end]
                for round in 0..<500 {
                    let table = tables.table(allowsDuplicates: false)
                    let size = TerminalSize(columns: 9, rows: Int.random(in: 1...6, using: &tables.random))
                    shown.resize(to: size)
                    show(table)
                    _ = shown.move(keys.randomElement(using: &tables.random) ?? .up)
                    let height = shown.height
                    guard let cursor = shown.cursor, height > 0 else { continue }
                    let lines = RowLines(LiveList(table))
                    let line = (0..<lines.count).first { lines[$0] == .row(cursor) } ?? -1
                    let isSeen = (shown.firstLine..<(shown.firstLine + height)).contains(line)
                    let isFull = shown.firstLine == 0 || shown.firstLine + height <= lines.count
                    expect(isSeen && isFull).to(beTrue(), description: "seed \(Seed.current), round \(round)")
                }
            }

            it("stays with its row, wherever a change puts it") {
                var tables = RandomTables(random: SeededGenerator(.current))
                for round in 0..<2000 {
                    let before = tables.table(allowsDuplicates: false)
                    show(before)
                    _ = shown.move([.home, .end, .pageUp, .pageDown].randomElement(using: &tables.random) ?? .home)
                    guard let id = shown.row?.id else { continue }
                    let after = tables.changed(before, allowsDuplicates: false)
                    show(after)
                    guard after.sections.contains(where: { $0.rows.contains { $0.id == id } }) else { continue }
                    expect(shown.row?.id).to(equal(id), description: "seed \(Seed.current), round \(round)")
                }
            }
        }
    }
}
