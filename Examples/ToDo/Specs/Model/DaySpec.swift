import Foundation
import MillraceSpecs

@testable import ToDoList

final class DaySpec: Spec {
    func testSpec() {
        describe("a day") {
            it("is written and read as in ISO 8601") {
                expect(Day(2026, 12, 1)?.description) == "2026-12-01"
                expect(Day("2026-12-01")) == Day(2026, 12, 1)
                expect(Day("1970-01-01")?.number) == 0
                for text in [
                    "2026-02-29", "2026-13-01", "2026-00-10", "1599-12-31", "2026-1-1", "26-01-01", "", "today",
                    "2026-12-01-", "2026-12-0x", "+026-12-01", "2026-12-٠١",
                ] {
                    expect(Day(text)).to(beNil(), description: text)
                }
                expect(Day("2028-02-29")).toNot(beNil())
            }

            it("is kept as a text, and none is an error") {
                let data = try JSONEncoder().encode([day("2026-12-01")])
                expect(String(decoding: data, as: UTF8.self)) == #"["2026-12-01"]"#
                expect(try JSONDecoder().decode([Day].self, from: data)) == [day("2026-12-01")]
                expect(try JSONDecoder().decode([Day].self, from: Data(#"["2026-12-32"]"#.utf8))).to(throwError())
            }

            it("is in the years 1600 to 9999, however many days are added") {
                expect(day("9999-12-30").adding(.max).description) == "9999-12-31"
                expect(day("1600-01-02").adding(.min).description) == "1600-01-01"
                expect(Day(of: .distantFuture + 1e300, in: .gmt).description) == "9999-12-31"
            }

            it("is followed by the next one, in each month of the calendar's 400 years") {
                var number = Day(1600, 1, 1)!.number
                for year in 1600..<2000 {
                    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
                    for (month, length) in [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
                        .enumerated()
                    {
                        for day in [1, length] {
                            let found = Day(year, month + 1, day)
                            expect(found?.number).to(
                                equal(number + day - 1),
                                description: "\(year)-\(month + 1)-\(day)"
                            )
                            expect(found.map { $0.components == (year, month + 1, day) }) == true
                        }
                        expect(Day(year, month + 1, length + 1)).to(beNil())
                        number += length
                    }
                }
                expect(Day(2000, 1, 1)?.number) == number
            }

            it("knows where the week begins") {
                // A Saturday.
                let today = day("2026-11-28")
                expect(today.weekday) == 7
                expect(today.startOfWeek(beginningWith: 7)) == today
                expect(today.startOfWeek(beginningWith: 1)) == day("2026-11-22")
                expect(today.startOfWeek(beginningWith: 2)) == day("2026-11-23")
            }

            it("has no time that the clock is put forward over, and the first of one that it shows twice") {
                let berlin = zoned("Europe/Berlin")
                expect(day("2026-03-29").moment(hour: 2, minute: 30, in: berlin)).to(beNil())
                expect(day("2026-03-29").moment(minutes: 150, in: berlin)) == date("2026-03-29T01:30:00Z")
                expect(day("2026-03-29").moment(hour: 3, minute: 0, in: berlin)) == date("2026-03-29T01:00:00Z")
                expect(day("2026-10-25").moment(hour: 2, minute: 30, in: berlin)) == date("2026-10-25T00:30:00Z")
                // This island left out a whole day.
                expect(day("2011-12-30").moment(hour: 12, minute: 0, in: zoned("Pacific/Apia"))).to(beNil())
            }
        }

        it("is the day of Foundation's calendar, in any zone and week, at any moment") {
            var random = SeededGenerator(Seed.current)
            for _ in 0..<2_000 {
                let zone = zones.randomElement(using: &random)!
                let first = [1, 2, 7].randomElement(using: &random)!
                let calendar = calendar(in: zone, firstWeekday: first)
                let moment = Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &random)))
                let note = "seed \(Seed.current): \(moment) in \(zone.identifier)"
                let today = Day(of: moment, in: zone)
                let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: moment)
                expect(today) == Day(parts.year!, parts.month!, parts.day!)
                expect(today.weekday).to(equal(parts.weekday!), description: note)
                // Whatever the hours of these days are.
                let noon = calendar.date(bySettingHour: 12, minute: 0, second: 0, of: moment)!
                let count = Int.random(in: -800...800, using: &random)
                // A day that an island has left out is not counted by all.
                if !["Pacific/Apia", "Pacific/Kiritimati"].contains(zone.identifier) {
                    let then = calendar.date(byAdding: .day, value: count, to: noon)!
                    expect(today.adding(count)).to(equal(Day(of: then, in: zone)), description: note)
                    let week = calendar.dateInterval(of: .weekOfYear, for: noon)!.start
                    let start = today.startOfWeek(beginningWith: first)
                    expect(start).to(equal(Day(of: week, in: zone)), description: note)
                }
                // The time on the wall leads back to the moment, or to the first one that shows it.
                let minute = today.moment(hour: parts.hour!, minute: parts.minute!, in: zone)
                let shown = minute.map { calendar.dateComponents([.year, .month, .day, .hour, .minute], from: $0) }
                expect(shown?.hour).to(equal(parts.hour), description: note)
                expect(shown?.minute).to(equal(parts.minute), description: note)
                expect(shown?.day).to(equal(parts.day), description: note)
                expect(minute! <= moment).to(beTrue(), description: note)
            }
        }
    }
}
