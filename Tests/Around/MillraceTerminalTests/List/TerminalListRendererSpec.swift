import MillraceData
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import MillraceViews
import Synchronization
import TestSupport

@testable import MillraceTerminal

final class TerminalListRendererSpec: Spec {
    func testSpec() {
        describe("a list renderer") {
            func text(_ list: TerminalListRenderer<Int>) -> [String] {
                let size = list.list.value.size
                var canvas = TerminalCanvas(size: size)
                canvas.draw(list.list.value, in: TerminalRegion(size: size))
                return canvas.text
            }

            it("shows an observable table, and tells the position of the first row that is seen") {
                let table = Variable(ListModel(rows: (0..<9).map { row($0, lines: 2) }))
                let list = TerminalListRenderer<Int>()
                keep(table.bind(to: list))
                list.resize(to: TerminalSize(columns: 9, rows: 4))
                var seen: [Int] = []
                keep(list.firstSeen.observe { seen.append($0) })
                for key in [TerminalKey.down, .down, .down, .pageDown, .home] { expect(list.move(key)).to(beTrue()) }
                list.scroll(by: 1)
                list.scroll(by: 1)
                expect(seen).to(equal([0, 1, 2, 3, 0, 1]))
                table.value.sections[0].rows.insert(row(9, lines: 3), at: 0)
                expect(seen.last).to(equal(2))
                expect(list.list.value.seen).to(equal(2..<4))
                expect(text(list)).to(equal(["1.0", "1.1", "2.0", "2.1"]))
                expect(list.click(row: 2)).to(equal(.row(wasUnderCursor: false)))
                expect(list.go(to: 7)).to(beTrue())
                expect(list.row?.id).to(equal(7))
            }

            it("reads only the rows that have changed, and those that are seen, of many in many sections") {
                let notes = Variable(Table((0..<20_000).map { Note(id: $0) }))
                let (list, reads) = (TerminalListRenderer<Int>(), Reads())
                keep(
                    notes.live().grouped { $0.id / 2 }.bind(to: list) { group in
                        reads.count.add(1, ordering: .relaxed)
                        return "part \(group)"
                    } row: { note in
                        reads.count.add(1, ordering: .relaxed)
                        return row(note.id, lines: note.height)
                    }
                )
                list.resize(to: TerminalSize(columns: 9, rows: 5))
                list.move(.pageDown)
                let shown = text(list)
                reads.count.store(0, ordering: .relaxed)
                notes.update { $0[id: 10_000]?.height = 4 }
                for key in [TerminalKey.down, .up] { list.move(key) }
                expect(text(list)).to(equal(shown))
                list.move(.end)
                expect(list.row?.id).to(equal(19_999))
                expect(reads.count.load(ordering: .relaxed)).to(beLessThan(60))
            }

            it("is drawn again where what is seen has changed, and knows of all other rows") {
                let notes = Variable(Table((0..<30).map { Note(id: $0) }))
                let list = TerminalListRenderer<Int>()
                keep(notes.live().bind(to: list) { row($0.id, lines: $0.height) })
                list.resize(to: TerminalSize(columns: 9, rows: 5))
                for _ in 0..<3 { list.move(.pageDown) }
                var (drawn, counts) = (0, [Int]())
                keep(list.list.observe { _ in drawn += 1 })
                keep(list.rowCount.observe { counts.append($0) })
                let shown = text(list)
                func draws(_ change: (inout Table<Note>) -> Void) -> Int {
                    drawn = 0
                    notes.update(change)
                    return drawn
                }
                expect(draws { $0.append(Note(id: 100)) }) == 0
                expect(draws { $0.insert(Note(id: 101), at: 20) }) == 0
                expect(draws { $0[id: 25]?.height = 3 }) == 0
                expect(text(list)) == shown
                expect(list.list.value.rowCount) == 32
                expect(counts) == [30, 31, 32]
                expect(draws { $0[id: 13]?.height = 3 }) == 1
                expect(draws { $0.insert(Note(id: 102), at: 0) }) == 1
                expect(draws { $0.remove(id: 13) }) == 1
                drawn = 0
                list.move(.end)
                expect(drawn) == 1
                expect(text(list).last) == "100.0"
                // The end is not seen any more.
                expect(draws { $0.append(Note(id: 103)) }) == 1
            }

            it("does not jump while rows are made elsewhere, those near the screen first") {
                let scheduler = TestScheduler()
                let width = Variable(1)
                let notes = Variable(Table((0..<2_000).map { Note(id: $0) }))
                let list = TerminalListRenderer<Int>()
                let rows = notes.live().map(on: scheduler, nearest: list.firstSeen, with: width) { note, width in
                    row(note.id, lines: note.height + width)
                }
                keep(rows.bind(to: list))
                list.resize(to: TerminalSize(columns: 9, rows: 5))
                scheduler.run()
                expect(text(list).first).to(equal("0.0"))
                expect(list.go(to: 1_000)).to(beTrue())
                let place = text(list).firstIndex(of: "1000.0")
                var shown: [String?] = []
                keep(list.list.observe { _ in shown.append(text(list).first { $0.hasSuffix("0.0") }) })
                width.value = 3
                notes.update { notes in for id in 5_000..<5_300 { notes.insert(Note(id: id), at: 0) } }
                scheduler.run()
                expect(Set(shown)).to(equal(["1000.0"]))
                expect(text(list).firstIndex(of: "1000.0")).to(equal(place))
                expect(list.list.value.rowCount).to(equal(2_300))
            }
        }
    }
}

private struct Note: Identifiable, Equatable, Sendable {
    let id: Int
    var height = 1
}

private final class Reads: Sendable {
    let count = Atomic<Int>(0)
}

private func row(_ id: Int, lines: Int) -> TerminalRow<Int> {
    TerminalRow(id, (0..<lines).map { TerminalLine("\(id).\($0)") })
}
