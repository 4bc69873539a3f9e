import MillraceSpecs
import MillraceViews
import TestSupport

@testable import MillraceTerminal

final class TerminalTableViewportSpec: Spec {
    func testSpec() {
        describe("a viewport") {
            let size = TerminalSize(columns: 20, rows: 3)
            var viewport = TerminalTableViewport()
            beforeEach { viewport = TerminalTableViewport() }

            func move(_ keys: TerminalKey..., in table: TableViewModel) {
                for key in keys { expect(viewport.move(key, in: table, size: size)).to(beTrue()) }
            }

            it("begins at the first row") {
                viewport.adapt(to: table("abc"), size: size)
                expect(viewport.cursor).to(equal(at(0, 0)))
            }

            it("has no cursor in a table without rows") {
                viewport.adapt(to: TableViewModel(sections: [TableSection("1", header: "One")]), size: size)
                move(.down, .end, in: TableViewModel())
                expect(viewport.cursor).to(beNil())
            }

            it("moves by rows and pages, over the borders of sections, and not beyond the ends") {
                let table = TableViewModel(sections: [
                    TableSection("1", header: "One", rows: rows("ab")), TableSection("2", rows: rows("cde")),
                ])
                let steps: [(TerminalKey, RowPath)] = [
                    (.up, at(0, 0)), (.down, at(0, 1)), (.down, at(1, 0)), (.pageDown, at(1, 2)), (.down, at(1, 2)),
                    (.pageUp, at(1, 0)), (.home, at(0, 0)), (.end, at(1, 2)),
                ]
                viewport.adapt(to: table, size: size)
                for (key, path) in steps {
                    move(key, in: table)
                    expect(viewport.cursor).to(equal(path))
                }
            }

            it("leaves other keys to others") {
                expect(viewport.move(.enter, in: table("abc"), size: size)).to(beFalse())
            }

            it("stays with its row when rows come and go above it") {
                viewport.adapt(to: table("abcd"), size: size)
                move(.down, .down, in: table("abcd"))
                viewport.adapt(to: table("xyabcd"), size: size)
                expect(viewport.cursor).to(equal(at(0, 4)))
                viewport.adapt(to: table("dc"), size: size)
                expect(viewport.cursor).to(equal(at(0, 1)))
            }

            it("stays at its place when its row is gone") {
                viewport.adapt(to: table("abcd"), size: size)
                move(.down, .down, in: table("abcd"))
                viewport.adapt(to: table("abde"), size: size)
                expect(viewport.cursor).to(equal(at(0, 2)))
                viewport.adapt(to: table("x"), size: size)
                expect(viewport.cursor).to(equal(at(0, 0)))
            }

            it("follows the nearest of repeated identities") {
                viewport.adapt(to: table("aaaa"), size: size)
                move(.down, .down, in: table("aaaa"))
                viewport.adapt(to: table("aaxaa"), size: size)
                expect(viewport.cursor).to(equal(at(0, 1)))
            }

            it("scrolls as little as it must, and back to the header") {
                let table = TableViewModel(title: "T", sections: [TableSection("1", header: "One", rows: rows("abcd"))])
                viewport.adapt(to: table, size: size)
                expect(viewport.firstLine).to(equal(0))
                move(.down, in: table)
                expect(viewport.firstLine).to(equal(1))
                move(.down, in: table)
                expect(viewport.firstLine).to(equal(2))
                move(.up, in: table)
                expect(viewport.firstLine).to(equal(2))
                move(.up, in: table)
                expect(viewport.firstLine).to(equal(0))
            }

            it("shows the footer with the last row") {
                let table = TableViewModel(sections: [TableSection("1", footer: "end", rows: rows("abcd"))])
                viewport.adapt(to: table, size: size)
                move(.end, in: table)
                expect(viewport.firstLine).to(equal(2))
            }

            it("does not scroll beyond the end when the table shrinks") {
                viewport.adapt(to: table("abcdefgh"), size: size)
                move(.end, in: table("abcdefgh"))
                viewport.adapt(to: table("gh"), size: size)
                expect(viewport.firstLine).to(equal(0))
            }

            it("always sees the cursor's row, and nothing beyond the end") {
                var tables = RandomTables(random: SeededGenerator(.current))
                let keys: [TerminalKey] = [.up, .down, .down, .pageUp, .pageDown, .home, .end]
                for round in 0..<500 {
                    let table = tables.table(allowsDuplicates: false)
                    let size = TerminalSize(columns: 9, rows: Int.random(in: 1...6, using: &tables.random))
                    viewport.adapt(to: table, size: size)
                    _ = viewport.move(keys.randomElement(using: &tables.random) ?? .up, in: table, size: size)
                    let height = table.bodyHeight(in: size)
                    guard let cursor = viewport.cursor, height > 0 else { continue }
                    let lines = TerminalTableLines(table)
                    let line = (0..<lines.count).first { lines[$0] == .row(cursor) } ?? -1
                    let isSeen = (viewport.firstLine..<(viewport.firstLine + height)).contains(line)
                    let isFull = viewport.firstLine == 0 || viewport.firstLine + height <= lines.count
                    expect(isSeen && isFull).to(beTrue(), description: "seed \(Seed.current), round \(round)")
                }
            }
        }
    }
}
