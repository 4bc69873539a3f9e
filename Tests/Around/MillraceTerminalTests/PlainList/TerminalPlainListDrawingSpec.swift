import MillraceSpecs
import MillraceViews
import TestSupport

@testable import MillraceTerminal

final class TerminalPlainListDrawingSpec: Spec {
    func testSpec() {
        describe("a table drawn on a terminal") {
            func canvas(
                _ table: ListModel<ListRow>,
                _ columns: Int,
                _ rows: Int,
                isFocused: Bool = true
            ) -> TerminalCanvas {
                let size = TerminalSize(columns: columns, rows: rows)
                var canvas = TerminalCanvas(size: size)
                let shown = TerminalPlainList(table, size: size)
                canvas.draw(shown, in: TerminalRegion(size: size), isFocused: isFocused)
                return canvas
            }
            let filters = ListModel(
                title: "Filters",
                sections: [
                    ListSection(
                        "author",
                        header: "Author",
                        footer: "2 of 2",
                        rows: [
                            ListRow("kim", "A. Kim", accessory: .count(12), isSelected: true),
                            ListRow("ito", "伊藤", detail: "guest", accessory: .count(3), isEnabled: false),
                            ListRow("reply", "Yes", accessory: .disclosure, indentation: 2),
                        ]
                    )
                ]
            )

            it("has the title, the header, the rows and the footer below each other") {
                let expected = [
                    "Filters", "Author", "✓ A. Kim          12", "  伊藤  guest      3", "      Yes          ›", "2 of 2",
                ]
                expect(canvas(filters, 20, 6).text).to(equal(expected))
            }

            it("reverses the title and the cursor's row where it has the focus, and only there") {
                expect(canvas(filters, 20, 6)).to(matchSnapshot("focused"))
                expect(canvas(filters, 20, 6, isFocused: false)).to(matchSnapshot("unfocused"))
            }

            it("dims a row that is not enabled, and every detail") {
                let rows = [ListRow("a", "A", detail: "b"), ListRow("c", "C", isEnabled: false)]
                expect(canvas(ListModel(rows: rows), 20, 2, isFocused: false)).to(matchSnapshot())
            }

            it("shows a swatch in its colour") {
                let red = RGBColor(red: 255, green: 0, blue: 0)
                let note = ListModel(rows: [ListRow("a", "Note", swatch: red)])
                expect(canvas(note, 20, 1, isFocused: false)).to(matchSnapshot())
            }

            it("cuts what is too long, the detail before the accessory") {
                let cloud = ListRow("a", "Cloud", detail: "check the lintel", accessory: .badge("accepted"))
                expect(canvas(ListModel(rows: [cloud]), 25, 1).text).to(equal(["  Cloud  check … accepted"]))
            }

            it("leaves out an accessory that there is no room for") {
                let row = ListRow("a", "A. Kim", accessory: .count(12))
                expect(canvas(ListModel(rows: [row]), 10, 1).text).to(equal(["  A. Kim"]))
            }

            it("keeps within its region") {
                let size = TerminalSize(columns: 12, rows: 4)
                var canvas = TerminalCanvas(size: size)
                for row in 0..<4 { canvas.draw("............", row: row, column: 0) }
                let region = TerminalRegion(column: 2, row: 1, columns: 5, rows: 2)
                canvas.draw(TerminalPlainList(table("a"), size: region.size), in: region)
                expect(canvas.text).to(equal(["............", "..  a  .....", "..     .....", "............"]))
            }

            it("is drawn on any size, however small, for any table") {
                var tables = RandomTables(random: SeededGenerator(.current))
                for (columns, rows) in [(0, 0), (1, 1), (1, 3), (2, 2), (3, 1), (20, 5), (20, 0), (0, 5)] {
                    for _ in 0..<50 {
                        let text = canvas(tables.table(allowsDuplicates: true), columns, rows).text
                        expect(text).to(haveCount(rows))
                    }
                }
            }

            it("is drawn in a region of another size than it was told") {
                let size = TerminalSize(columns: 10, rows: 2)
                var table = TerminalPlainList(table("abcdef"), size: TerminalSize(columns: 10, rows: 6))
                expect(table.move(.end)).to(beTrue())
                var canvas = TerminalCanvas(size: size)
                canvas.draw(table, in: TerminalRegion(size: size))
                expect(canvas.text).to(equal(["  a", "  b"]))
            }
        }
    }
}
