import MillraceSpecs
import TestSupport

@testable import AnnotationFilter

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

            it("may be written as ISO 8601 writes it") {
                let texts = [
                    "2024-03-04", "2024-03-04T09", "2024-03-04T09:12", "2024-03-04T09:12:35Z", "2024-03-04t09:12:35z",
                    "2024-03-04 09:12:35+02:00", "2024-03-04T09:12:35.250-05:30", "2024-03-04T09:12:35,5+02",
                    "20240304T091235Z", "20240304T0912-0530", " 2024-02-29T23:59:59Z ",
                ]
                expect(texts.map { PDFDate($0).components?.iso8601 }).to(
                    equal([
                        "2024-03-04T00:00:00", "2024-03-04T09:00:00", "2024-03-04T09:12:00", "2024-03-04T09:12:35Z",
                        "2024-03-04T09:12:35Z", "2024-03-04T09:12:35+02:00", "2024-03-04T09:12:35-05:30",
                        "2024-03-04T09:12:35+02:00", "2024-03-04T09:12:35Z", "2024-03-04T09:12:00-05:30",
                        "2024-02-29T23:59:59Z",
                    ])
                )
                expect(texts.map { PDFDate($0).text }).to(equal(texts))
                expect(PDFDate("2024-03-04T09:12:35Z").day).to(equal(20_240_304))
                for text in [
                    "2024-13-01", "2024-02-30", "2024-3-4", "2024-03-04T9:12", "2024-03-04T24:00",
                    "2024-03-04T09:60", "2024-03-04T09:12:60", "2024-03-04X", "D:2024-03-04T09:12:35Z",
                    "2024-03-04T09:12:35+25:00", "T09:12",
                ] {
                    expect(PDFDate(text).components).to(beNil(), description: text)
                }
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

            it("is kept to the letter in every form, and is another date where it is written otherwise") {
                var random = SeededGenerator(Seed.current)
                var dates: [String: PDFDate] = [:]
                for _ in 0..<2_000 {
                    let digits = (0..<14).map { _ in "0123".randomElement(using: &random) ?? "0" }
                    let signs = ["+", "-", "Z", "", "+"]
                    let zones = ["01'30'", "00'00'", "00'00", "0130", "'", "00'00'x"]
                    let text =
                        "D:" + String(digits) + (signs.randomElement(using: &random) ?? "")
                        + (zones.randomElement(using: &random) ?? "")
                    let date = PDFDate(text)
                    expect(date.text).to(equal(text))
                    dates[text] = date
                    let day = date.components.map { $0.year * 10_000 + $0.month * 100 + $0.day }
                    if date.day != day { fail(text) }
                }
                let east = PDFDate("D:20240304091235+00'00'"), west = PDFDate("D:20240304091235-00'00'")
                expect(east).notTo(equal(west))
                expect(PDFDate("D:20240304091235-05'30'").components?.secondsFromUTC).to(equal(-19_800))
                expect(dates.values.count { $0.components != nil }).to(beGreaterThan(20))
            }

            it("knows leap years") {
                let days = ["D:20240229", "D:20000229", "D:21000229"].map { PDFDate($0).components != nil }
                expect(days).to(equal([true, true, false]))
            }

            it("has every day of the calendar, and no other, and counts them all") {
                func text(_ year: Int, _ month: Int, _ day: Int) -> String {
                    let digits = String(year * 10_000 + month * 100 + day)
                    return "D:" + String(repeating: "0", count: 8 - digits.count) + digits
                }
                /// The days from 1970 to the first of a year: 1600 lies so many before it.
                func start(of year: Int) -> Int {
                    let years = year - 1600
                    return -135_140 + 365 * years + (years + 3) / 4 - (years + 99) / 100 + (years + 399) / 400
                }
                expect(start(of: 2000)).to(equal(10_957))
                // The calendar repeats after 400 years.
                for year in Programs.some(of: 1600..<2000) {
                    var days = start(of: year)
                    let isLeapYear = year == 1600 || year % 4 == 0 && year % 100 != 0
                    for (index, length) in [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
                        .enumerated()
                    {
                        for day in 0...32 {
                            let components = PDFDate(text(year, index + 1, day)).components
                            let seconds = 1...length ~= day ? (days + day - 1) * 86_400 : nil
                            if components?.secondsSince1970 != seconds { fail(text(year, index + 1, day)) }
                            let later = PDFDate(text(year + 400, index + 1, day)).components?.secondsSince1970
                            if later != seconds.map({ $0 + 146_097 * 86_400 }) {
                                fail(text(year + 400, index + 1, day))
                            }
                        }
                        days += length
                    }
                    expect(days).to(equal(start(of: year + 1)))
                }
            }

            it("knows February in each of its lengths") {
                func last(_ year: String) -> [Bool] {
                    ["0228", "0229", "0230"].map { PDFDate("D:\(year)\($0)").components != nil }
                }
                expect(last("2023")).to(equal([true, false, false]))
                expect(last("2024")).to(equal([true, true, false]))
                expect(last("2000")).to(equal([true, true, false]))
                expect(last("1900")).to(equal([true, false, false]))
                let seconds = ["D:20240229235959Z", "D:20240301Z", "D:20230228Z", "D:20230301Z"]
                    .map { PDFDate($0).components?.secondsSince1970 }
                expect(seconds).to(equal([1_709_251_199, 1_709_251_200, 1_677_542_400, 1_677_628_800]))
            }

            it("ends its hours, minutes and seconds before the next, and its offset before a day and an hour") {
                let texts = [
                    "D:20240304235959", "D:20240304240000", "D:20240304006000", "D:20240304000060", "D:2024+23'59'",
                    "D:2024+24'00'", "D:2024+00'60'", "D:20240001", "D:20241231", "D:20240100", "D:2024-23'59'",
                ]
                let valid = texts.map { PDFDate($0).components != nil }
                expect(valid).to(
                    equal([true, false, false, false, true, false, false, false, true, false, true])
                )
                expect(PDFDate("D:20240304-00'30'").components?.iso8601).to(equal("2024-03-04T00:00:00-00:30"))
                expect(PDFDate("D:00010203").components?.iso8601).to(equal("0001-02-03T00:00:00"))
            }

            it("counts seconds since 1970 in universal time") {
                let seconds = ["D:19700101Z", "D:20240304091235-05'00'", "D:19691231235959Z", "D:20000301"]
                    .map { PDFDate($0).components?.secondsSince1970 }
                expect(seconds).to(equal([0, 1_709_561_555, -1, 951_868_800]))
            }
        }
    }
}
