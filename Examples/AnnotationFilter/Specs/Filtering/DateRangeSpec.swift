import Foundation
import MillraceSpecs

@testable import AnnotationFilter

final class DateRangeSpec: Spec {
    func testSpec() {
        describe("a range of days") {
            /// Whether a query for these days leaves an annotation of this date; nil where they are no days.
            func contains(_ range: String, _ date: String?) -> Bool? {
                guard let days = DateRange(rawValue: range) else { return nil }
                let annotation = Annotation(id: "a", kind: "ink", modified: date.map(PDFDate.init))
                return FilterQuery(dates: days).admission(SheetThread.Row(annotation))
            }

            it("holds its first and its last day, whatever the time of day") {
                for (date, isIn) in [
                    ("D:20240229235959Z", false), ("D:20240301000000Z", true), ("D:20240331235959-05'00'", true),
                    ("D:20240401", false),
                ] {
                    expect(contains("2024-03-01..2024-03-31", date)).to(equal(isIn), description: date)
                }
            }

            it("may be open at an end, and take a month or a year for all its days") {
                expect(contains("2024-03-05..", "D:20250101")).to(equal(true))
                expect(contains("..2024-03-05", "D:20240305120000")).to(equal(true))
                expect(contains("2024-03", "D:20240331")).to(equal(true))
                expect(contains("2024..2025-01", "D:20250131")).to(equal(true))
                expect(contains("2024", "D:2025")).to(equal(false))
            }

            it("holds nothing that has no date") {
                expect(contains("2024", "yesterday")).to(equal(false))
                expect(contains("2024", nil)).to(equal(false))
            }

            it("is none where its ends are no days, or the wrong way round") {
                for text in [
                    "", "..", "2024-13", "2024-02-30", "tomorrow", "2024-03..2024-02", "2024..2025..2026", "20240301",
                ] {
                    expect(DateRange(rawValue: text)).to(beNil(), description: text)
                }
            }

            it("is read from JSON as it was written, and only if it is one") {
                for text in ["2024-03-01..2024-03-31", "2024..", "..2024-03", "2024-03-05"] {
                    let data = try JSONEncoder().encode(DateRange(rawValue: text))
                    expect(try JSONDecoder().decode(DateRange.self, from: data)).to(equal(DateRange(rawValue: text)))
                }
                for text in [#""2025..2024""#, #""..""#, #""""#, #""soon..""#, #""2024..2024..""#] {
                    expect(try JSONDecoder().decode(DateRange.self, from: Data(text.utf8))).to(
                        throwError(DecodingError.self),
                        description: text
                    )
                }
            }

            it("reads what it writes") {
                for text in ["2024-03-01..2024-03-31", "2024..", "..2024-03", "2024-03-05"] {
                    expect(DateRange(rawValue: text)?.rawValue).to(equal(text))
                }
            }
        }
    }
}
