import Foundation
import MillraceSpecs

@testable import CalDAV

final class CalendarReadingSpec: Spec {
    func testSpec() {
        func read(_ lines: String...) throws -> CalendarComponent {
            try CalendarComponent(reading: Data(lines.joined(separator: "\n").utf8))
        }

        describe("a calendar that is read") {
            it("has its properties and components in their order, whatever ends the lines") {
                let lines = ["BEGIN:VCALENDAR", "X-B:1", "X-A:2", "BEGIN:X-C", "END:X-C", "END:VCALENDAR", ""]
                let wanted = CalendarComponent(
                    "VCALENDAR",
                    [CalendarProperty("X-B", "1"), CalendarProperty("X-A", "2")],
                    [CalendarComponent("X-C")]
                )
                for end in ["\n", "\r\n", "\r\n\r\n"] {
                    let data = Data(lines.joined(separator: end).utf8)
                    expect(try CalendarComponent(reading: data)).to(equal(wanted))
                }
            }

            it("has its lines unfolded, also where a fold is within a character") {
                let letter = Array("ü".utf8)
                let bytes =
                    Array("BEGIN:A\r\nX:m".utf8) + [letter[0]] + Array("\r\n ".utf8) + [letter[1]]
                    + Array("hle\r\n\t!\r\nEND:A".utf8)
                expect(try CalendarComponent(reading: Data(bytes))["x"]?.value).to(equal("mühle!"))
            }

            it("has parameters, also with signs in quotation marks") {
                let property = try read("begin:a", #"x;A="b;c:d,e",f;G;H=:i:j"#, "end:A")["X"]
                expect(property?.parameters).to(
                    equal([CalendarParameter("A", "b;c:d,e", "f"), CalendarParameter("G"), CalendarParameter("H", "")])
                )
                expect(property?.value).to(equal("i:j"))
                expect(property?["a"]).to(equal("b;c:d,e"))
            }
        }

        describe("what is no calendar") {
            it("is refused with the line") {
                expect(try read("BEGIN:A", "X")).to(
                    throwError(CalendarProblem.unreadable("there is no colon", line: 2))
                )
                expect(try read("BEGIN:A", "X;B=\"c:d")).to(
                    throwError(CalendarProblem.unreadable("a quotation mark is not closed", line: 2))
                )
                expect(try read("BEGIN:A", "BEGIN:B", "END:A")).to(
                    throwError(CalendarProblem.unreadable("an END has no BEGIN", line: 3))
                )
                expect(try read("X:1")).to(throwError(CalendarProblem.unreadable("there is no BEGIN", line: 1)))
                expect(try read("BEGIN:A", ":1")).to(
                    throwError(CalendarProblem.unreadable("there is no name", line: 2))
                )
                expect(try read("BEGIN:A", "END:A", "BEGIN:A")).to(
                    throwError(CalendarProblem.unreadable("something stands behind the end", line: 3))
                )
            }

            it("is refused where it breaks off, so that a half is not taken for the whole") {
                expect(try read("BEGIN:A", "X:1")).to(
                    throwError(CalendarProblem.unreadable("it ends before its END", line: 2))
                )
                expect(try read("")).to(throwError())
            }

            it("is refused where it nests without end") {
                let deep = Array(repeating: "BEGIN:A", count: 100_000).joined(separator: "\n")
                expect(try read(deep)).to(throwError())
            }
        }
    }
}
