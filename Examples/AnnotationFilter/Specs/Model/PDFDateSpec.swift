import AnnotationFilter
import MillraceSpecs

final class PDFDateSpec: Spec {
    func testSpec() {
        describe("a PDF date") {
            it("has a year, month, day, hour, minute, second and zone") {
                expect(PDFDate("D:20240304091235-05'30'").components?.iso8601).to(equal("2024-03-04T09:12:35-05:30"))
            }

            it("may break off behind any part") {
                let texts = ["D:2024", "D:202403", "D:20240304", "D:2024030409", "D:202403040912", "D:20240304091235"]
                let dates = texts.map { PDFDate($0).components?.iso8601 }
                expect(dates).to(
                    equal([
                        "2024-01-01T00:00:00", "2024-03-01T00:00:00", "2024-03-04T00:00:00", "2024-03-04T09:00:00",
                        "2024-03-04T09:12:00", "2024-03-04T09:12:35",
                    ])
                )
            }

            it("writes its zone in any of the ways that tools do") {
                let zones = ["+02'00'", "+02'00", "+0200", "+02:00", "+02'", "+02"]
                let dates = Set(zones.map { PDFDate("D:20240304091235\($0)").components?.iso8601 })
                expect(dates).to(equal(["2024-03-04T09:12:35+02:00"]))
            }

            it("writes universal time as Z, also with an offset of nothing") {
                let dates = Set(["Z", "Z00'00'", "+00'00'"].map { PDFDate("D:2024\($0)").components?.secondsFromUTC })
                expect(dates).to(equal([0]))
            }

            it("may lack the D:, and have blanks around it") {
                expect(PDFDate(" 20240304 ").components?.iso8601).to(equal("2024-03-04T00:00:00"))
            }

            it("is kept as written where it is no date") {
                let texts = [
                    "yesterday", "", "D:", "D:20241301", "D:20240230", "D:20230229", "D:20240304250000",
                    "D:20240304096000", "D:20240304091299", "D:20240304091235+25'00'", "D:20240304091235+02'00'x",
                    "D:20240", "4 March 2024", "D:2024-03-04", "D:٢٠٢٤", "D:20240304091235Z05'00'",
                ]
                for text in texts {
                    expect(PDFDate(text).components).to(beNil(), description: text)
                    expect(PDFDate(text).text).to(equal(text))
                }
            }

            it("knows leap years") {
                let days = ["D:20240229", "D:20000229", "D:21000229"].map { PDFDate($0).components != nil }
                expect(days).to(equal([true, true, false]))
            }

            it("counts seconds since 1970 in universal time") {
                let seconds = ["D:19700101Z", "D:20240304091235-05'00'", "D:19691231235959Z", "D:20000301"]
                    .map { PDFDate($0).components?.secondsSince1970 }
                expect(seconds).to(equal([0, 1_709_561_555, -1, 951_868_800]))
            }
        }
    }
}
