import Millrace
import MillraceSpecs
import MillraceTerminal
@testable import WeatherSearch

final class WeatherDrawingSpec: Spec {
    func testSpec() {
        func canvas(columns: Int, rows: Int, _ draw: (inout TerminalCanvas, TerminalRegion) -> Void) -> TerminalCanvas {
            var canvas = TerminalCanvas(size: TerminalSize(columns: columns + 2, rows: rows + 2))
            draw(&canvas, TerminalRegion(column: 1, row: 1, columns: columns, rows: rows))
            return canvas
        }

        describe("a card on a terminal") {
            let card = WeatherCard(parisWeather, in: .celsius)

            it("stands in its region") {
                expect(canvas(columns: 40, rows: 5) { $0.draw(card, in: $1) }.text).to(
                    equal([
                        "", " Paris, FR", " 17 °C  Broken clouds", " Humidity 43 %", " Wind 4.6 m/s from SW",
                        " Observed 2026-05-21 14:01 local time", "",
                    ])
                )
            }

            it("never leaves its region") {
                expect(canvas(columns: 8, rows: 2) { $0.draw(card, in: $1) }.text).to(
                    equal(["", " Paris, …", " 17 °C  …", ""])
                )
                expect(canvas(columns: 0, rows: 5) { $0.draw(card, in: $1) }.text.joined()).to(beEmpty())
            }

            it("is dimmed where it is stale, and otherwise the same") {
                let fresh = canvas(columns: 40, rows: 5) { $0.draw(card, in: $1) }
                let stale = canvas(columns: 40, rows: 5) { $0.draw(card, in: $1, isStale: true) }
                expect(stale.text).to(equal(fresh.text))
                expect(stale).notTo(equal(fresh))
            }
        }

        describe("places on a terminal") {
            let three = Suggestions(titles: ["A, US", "B, US", "C, Long Name, US"], marked: 1)

            it("are a row each, the marked one with a sign and reversed") {
                let drawn = canvas(columns: 12, rows: 3) { $0.draw(three, in: $1) }
                expect(drawn.text).to(equal(["", "   A, US", " › B, US", "   C, Long N…", ""]))
                expect(drawn.cells.map { $0.contains(where: \.style.isReversed) }).to(
                    equal([false, false, true, false, false])
                )
            }

            it("have a heading where there is room") {
                expect(canvas(columns: 30, rows: 4) { $0.draw(three, in: $1) }.text[1]).to(
                    equal(" 3 places have this name:")
                )
            }

            it("are seen around the marked one where there is less room") {
                func text(_ marked: Int, rows: Int) -> [String] {
                    var three = three
                    three.marked = marked
                    return canvas(columns: 8, rows: rows) { $0.draw(three, in: $1) }.text
                }
                expect(text(0, rows: 2)).to(equal(["", " › A, US", "   B, US", ""]))
                expect(text(2, rows: 2)).to(equal(["", "   B, US", " › C, Lo…", ""]))
                expect(text(2, rows: 0).joined()).to(beEmpty())
            }

            it("are dimmed where they are stale, and not reversed") {
                let drawn = canvas(columns: 12, rows: 3) { $0.draw(three, in: $1, isStale: true) }
                expect(drawn.cells[2][1].style.isDim).to(beTrue())
                expect(drawn.cells.joined().contains { $0.style.isReversed }).to(beFalse())
            }
        }

        describe("a chart on a terminal") {
            func text(_ cities: [(String, Double)], columns: Int, rows: Int = 3) -> [String] {
                let chart = TemperatureChart(history(cities), in: .celsius)
                return canvas(columns: columns, rows: rows) { $0.draw(chart, in: $1) }.text
            }

            it("draws a bar that is less than a column from the column's edge, and reverses none but a gap") {
                // 7 columns of bars: 0 °C is in the middle of the fourth.
                let chart = TemperatureChart(history([("C", 1), ("B", 50), ("A", -50)]), in: .celsius)
                let drawn = canvas(columns: 16, rows: 3) { $0.draw(chart, in: $1) }
                let reversed = drawn.cells.map { row in row.indices.filter { row[$0].style.isReversed } }
                expect(reversed.flatMap(\.self)).to(equal([13]))
                expect(drawn.text[1...3].map { $0.dropFirst(10) }).to(equal(["███▌", "   ▌███", "   ▋"]))
            }

            it("has a row for each city, with a bar that is true to an eighth of a column") {
                expect(text([("C", 5), ("東京", 20), ("Ada", 11.25)], columns: 19)).to(
                    equal(["", " Ada  11 °C ████▌", " 東京 20 °C ████████", " C     5 °C ██", ""])
                )
            }

            it("puts frost left of 0 °C") {
                // A bar that begins within a column shows the gap before it, reversed.
                expect(text([("A", -10), ("B", 22)], columns: 17, rows: 2)).to(
                    equal(["", " B  22 °C   ▌█████", " A -10 °C ██▌", ""])
                )
            }

            it("leaves out bars, cuts names, and leaves out rows where there is no room") {
                expect(text([("B", 10), ("Amsterdam", 20)], columns: 10, rows: 1)).to(equal(["", " Ams… 20 °C", ""]))
                expect(text([("A", 10)], columns: 0).joined()).to(beEmpty())
            }
        }
    }
}
