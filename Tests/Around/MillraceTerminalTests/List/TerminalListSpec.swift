import MillraceSpecs
import MillraceViews

@testable import MillraceTerminal

final class TerminalListSpec: Spec {
    func testSpec() {
        describe("a list of rows of many lines") {
            typealias List = TerminalList<Int>
            var (shown, model) = (List(ListModel(), size: TerminalSize(columns: 9, rows: 4)), ListModel<List.Row>())
            let size = TerminalSize(columns: 9, rows: 4)

            /// Rows of so many lines, called by their position.
            func table(_ heights: Int..., from first: Int = 0) -> ListModel<List.Row> {
                ListModel(
                    rows: heights.enumerated().map { index, height in
                        TerminalRow(first + index, (0..<height).map { TerminalLine("\(first + index).\($0)") })
                    }
                )
            }

            func begin(_ table: ListModel<List.Row>, followsEnd: Bool = false) {
                (shown, model) = (List(table, size: size, followsEnd: followsEnd), table)
            }

            func show(_ table: ListModel<List.Row>, isKnown: Bool = true) {
                shown.show(LiveList(table), isKnown ? table.changes(from: model) : nil)
                model = table
            }

            func text(_ cursor: TerminalListCursor = .hidden) -> [String] {
                var canvas = TerminalCanvas(size: shown.size)
                canvas.draw(shown, in: TerminalRegion(size: shown.size), cursor: cursor)
                return canvas.text
            }

            func steps(_ steps: [(TerminalKey, Int, [String])]) {
                for (key, row, lines) in steps {
                    expect(shown.move(key)).to(beTrue())
                    expect(shown.row?.id).to(equal(row), description: "\(key)")
                    expect(text()).to(equal(lines), description: "\(key)")
                }
            }

            it("moves by rows, and shows each as a whole") {
                begin(table(1, 2, 2, 3))
                steps([
                    (.down, 1, ["0.0", "1.0", "1.1", "2.0"]), (.down, 2, ["1.0", "1.1", "2.0", "2.1"]),
                    (.down, 3, ["2.1", "3.0", "3.1", "3.2"]), (.down, 3, ["2.1", "3.0", "3.1", "3.2"]),
                    (.up, 2, ["2.0", "2.1", "3.0", "3.1"]), (.up, 1, ["1.0", "1.1", "2.0", "2.1"]),
                    (.end, 3, ["2.1", "3.0", "3.1", "3.2"]), (.home, 0, ["0.0", "1.0", "1.1", "2.0"]),
                ])
                expect(shown.move(.enter)).to(beFalse())
            }

            it("moves by lines within a row that is higher than the list") {
                begin(table(1, 6, 1))
                steps([
                    (.down, 1, ["1.0", "1.1", "1.2", "1.3"]), (.down, 1, ["1.1", "1.2", "1.3", "1.4"]),
                    (.down, 1, ["1.2", "1.3", "1.4", "1.5"]), (.down, 2, ["1.3", "1.4", "1.5", "2.0"]),
                    (.up, 1, ["1.2", "1.3", "1.4", "1.5"]), (.up, 1, ["1.1", "1.2", "1.3", "1.4"]),
                    (.up, 1, ["1.0", "1.1", "1.2", "1.3"]), (.up, 0, ["0.0", "1.0", "1.1", "1.2"]),
                ])
            }

            it("moves by what is seen but for a line, and keeps the cursor at its height") {
                begin(table(2, 2, 2, 2, 2))
                steps([
                    (.pageDown, 1, ["1.1", "2.0", "2.1", "3.0"]), (.pageDown, 3, ["3.0", "3.1", "4.0", "4.1"]),
                    (.pageDown, 4, ["3.0", "3.1", "4.0", "4.1"]), (.pageUp, 2, ["1.1", "2.0", "2.1", "3.0"]),
                    (.pageUp, 0, ["0.0", "0.1", "1.0", "1.1"]),
                ])
            }

            it("shows the header with the first row, and the footer with the last") {
                var sections = table(1, 1, 1, 1, 1)
                (sections.sections[0].header, sections.sections[0].footer) = ("H", "F")
                begin(sections)
                expect(text()).to(equal(["H", "0.0", "1.0", "2.0"]))
                steps([
                    (.end, 4, ["2.0", "3.0", "4.0", "F"]), (.up, 3, ["2.0", "3.0", "4.0", "F"]),
                    (.up, 2, ["2.0", "3.0", "4.0", "F"]), (.up, 1, ["1.0", "2.0", "3.0", "4.0"]),
                    (.up, 0, ["H", "0.0", "1.0", "2.0"]),
                ])
            }

            it("never has the cursor on a row without lines, and none where there are no others") {
                begin(table(0, 1, 0, 1, 0))
                expect(shown.row?.id).to(equal(1))
                steps([(.down, 3, ["1.0", "3.0", "", ""]), (.down, 3, ["1.0", "3.0", "", ""])])
                show(table(0, 0, 0, 0, 0))
                for key in [TerminalKey.down, .up, .pageDown, .pageUp, .end, .home] { _ = shown.move(key) }
                expect(shown.row).to(beNil())
            }

            it("scrolls by lines, and leaves the cursor where it is as long as that is seen") {
                begin(table(2, 2, 2, 2))
                shown.scroll(by: 1)
                expect(shown.row?.id).to(equal(0))
                shown.scroll(by: 2)
                expect(text()).to(equal(["1.1", "2.0", "2.1", "3.0"]))
                expect(shown.row?.id).to(equal(1))
                shown.scroll(by: -.max)
                expect(text()).to(equal(["0.0", "0.1", "1.0", "1.1"]))
                shown.scroll(by: .max)
                expect(text()).to(equal(["2.0", "2.1", "3.0", "3.1"]))
            }

            it("goes to the row that is clicked, without a move of the lines") {
                var titled = table(1, 3, 2)
                titled.title = "T"
                titled.sections[0].header = "H"
                begin(titled)
                expect(shown.go(toSeen: 0)).to(beNil())
                expect(shown.go(toSeen: 1)).to(equal(.header("")))
                expect(shown.go(toSeen: 3)).to(equal(.row(wasUnderCursor: false)))
                expect(shown.go(toSeen: 3)).to(equal(.row(wasUnderCursor: true)))
                expect(shown.row?.id).to(equal(1))
                expect(shown.go(toSeen: 4)).to(beNil())
            }

            it("goes to the row with an identity, and shows it from its beginning") {
                begin(table(1, 1, 6, 1, 1, 1, 1, 1))
                expect(shown.go(to: 6)).to(beTrue())
                expect(text()).to(equal(["3.0", "4.0", "5.0", "6.0"]))
                expect(shown.go(to: 2)).to(beTrue())
                expect(text()).to(equal(["2.0", "2.1", "2.2", "2.3"]))
                expect(shown.go(to: 99)).to(beFalse())
                expect(shown.row?.id).to(equal(2))
            }

            it("goes to a row as soon as that is there, unless it is moved before") {
                begin(table(1, 1, 1, 1, 1))
                expect(shown.go(to: 6)).to(beFalse())
                show(table(1, 1, 1, 1, 1, 1))
                expect(shown.row?.id).to(equal(0))
                show(table(1, 1, 1, 1, 1, 1, 1, 1))
                expect(shown.row?.id).to(equal(6))
                expect(text()).to(equal(["3.0", "4.0", "5.0", "6.0"]))
                _ = (shown.go(to: 9), shown.move(.up))
                show(table(1, 1, 1, 1, 1, 1, 1, 1, 1, 1))
                expect(shown.row?.id).to(equal(5))
                expect(shown.go(to: 10)).to(beFalse())
                show(table(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), isKnown: false)
                expect(shown.row?.id).to(equal(10))
            }

            it("marks the row with the cursor by a bar, or reverses it") {
                begin(table(1, 2))
                _ = shown.move(.down)
                expect(text(.bar)).to(equal([" 0.0", "▌1.0", "▌1.1", ""]))
                var canvas = TerminalCanvas(size: size)
                canvas.draw(shown, in: TerminalRegion(size: size))
                expect(canvas.cells.map { $0.filter(\.style.isReversed).count }).to(equal([0, 9, 9, 0]))
            }

            it("stands at its beginning until it is moved, in whichever order rows come") {
                begin(table(from: 0))
                show(table(2, 2, from: 5))
                show(ListModel(rows: table(1, 1, 1, 1, 1, 2, 2).sections[0].rows))
                expect(shown.row?.id).to(equal(0))
                expect(text()).to(equal(["0.0", "1.0", "2.0", "3.0"]))
            }

            it("does not push what is read, however many rows come above, or grow there") {
                begin(table(1, 1, 1, 1, from: 5))
                _ = shown.move(.down)
                show(ListModel(rows: table(1, 1, 1, 1, 1, 1, 1, 1, 1).sections[0].rows))
                expect(text()).to(equal(["5.0", "6.0", "7.0", "8.0"]))
                expect(shown.row?.id).to(equal(6))
                show(table(1, 9, 1, 1, 1, 3, 1, 1, 1))
                expect(text()).to(equal(["5.2", "6.0", "7.0", "8.0"]))
                show(table(1, 9, 1, 1, 1, 3, 1, 1, 1, 4), isKnown: false)
                expect(text()).to(equal(["5.2", "6.0", "7.0", "8.0"]))
            }

            it("goes on at the next row where that with the cursor is gone") {
                begin(table(1, 1, 1, 1, 1, 1))
                for _ in 0..<4 { _ = shown.move(.down) }
                var less = model
                less.sections[0].rows.removeSubrange(3...4)
                less.sections[0].rows.insert(TerminalRow(9, ["9.0", "9.1"]), at: 0)
                show(less)
                expect(shown.row?.id).to(equal(5))
                expect(text()).to(equal(["0.0", "1.0", "2.0", "5.0"]))
                show(table(from: 0))
                expect(shown.row).to(beNil())
            }

            it("follows its end where it stands there, if that is asked for, and else stays") {
                begin(table(1, 1, 1, 1, 1), followsEnd: true)
                expect(text()).to(equal(["1.0", "2.0", "3.0", "4.0"]))
                _ = shown.move(.up)
                show(table(1, 1, 1, 1, 1, 1))
                expect(text()).to(equal(["1.0", "2.0", "3.0", "4.0"]))
                _ = shown.move(.end)
                show(table(1, 1, 1, 1, 1, 1, 3))
                expect(text()).to(equal(["5.0", "6.0", "6.1", "6.2"]))
                expect(shown.isAtEnd).to(beTrue())
                shown.scroll(by: -2)
                expect(shown.isAtEnd).to(beFalse())
                shown.scroll(by: 2)
                expect(shown.isAtEnd).to(beTrue())
            }

            it("keeps the cursor's row in sight in another size, as a whole if there is room") {
                begin(table(1, 1, 1, 3, 1, 1))
                for _ in 0..<3 { _ = shown.move(.down) }
                expect(text()).to(equal(["2.0", "3.0", "3.1", "3.2"]))
                shown.resize(to: TerminalSize(columns: 9, rows: 3))
                expect(text()).to(equal(["3.0", "3.1", "3.2"]))
                shown.resize(to: TerminalSize(columns: 9, rows: 0))
                shown.resize(to: TerminalSize(columns: 9, rows: 5))
                expect(shown.row?.id).to(equal(3))
                expect(text()).to(contain("3.0", "3.1", "3.2"))
            }
        }
    }
}
