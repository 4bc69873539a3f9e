import Foundation
import MillraceSpecs

@testable import ToDoList

final class UpcomingSpec: Spec {
    func testSpec() {
        func section(_ due: Due?, at present: Present = present()) -> UpcomingSection {
            UpcomingSection(of: due, at: present)
        }

        describe("the sections") {
            it("are those of a week that begins on Monday") {
                // A Wednesday.
                let present = present("2026-11-25T10:00:00Z")
                let sections: [String: UpcomingSection] = [
                    "2026-11-24": .overdue, "2026-11-25": .today, "2026-11-26": .tomorrow, "2026-11-27": .laterThisWeek,
                    "2026-11-29": .laterThisWeek, "2026-11-30": .nextWeek, "2026-12-06": .nextWeek,
                    "2026-12-07": .later,
                ]
                for (day, expected) in sections {
                    expect(section(.on(day), at: present)).to(equal(expected), description: day)
                }
                expect(section(nil, at: present)) == .later
            }

            it("follow the first day of the user's week") {
                // A Saturday: the last day, the last but one, and the first.
                let (sunday, monday) = (Due.on("2026-11-30"), Due.on("2026-12-06"))
                let sections = { first in [sunday, monday].map { section($0, at: present(firstWeekday: first)) } }
                expect(sections(1)) == [.nextWeek, .later]
                expect(sections(2)) == [.nextWeek, .nextWeek]
                expect(sections(7)) == [.laterThisWeek, .nextWeek]
            }

            it("go over the turn of the year") {
                let present = present("2026-12-31T10:00:00Z")
                expect(section(.on("2027-01-01"), at: present)) == .tomorrow
                expect(section(.on("2027-01-02"), at: present)) == .laterThisWeek
                expect(section(.on("2027-01-04"), at: present)) == .nextWeek
            }

            it("have a moment be overdue when it has come, and a day when it is over") {
                let due = Due.at("2026-11-28T10:30:00Z")
                expect(section(due)) == .today
                expect(section(due, at: present("2026-11-28T10:30:00Z"))) == .overdue
                expect(section(.on("2026-11-28"), at: present("2026-11-28T22:59:59Z"))) == .today
                expect(section(.on("2026-11-28"), at: present("2026-11-28T23:00:00Z"))) == .overdue
            }

            it("have a moment on the day of the user's zone, and a day as it is, wherever the user is") {
                let evening = Due.at("2026-11-28T23:30:00Z")
                expect(section(evening, at: present(in: "Europe/Berlin"))) == .tomorrow
                expect(section(evening, at: present(in: "America/New_York"))) == .today
                expect(section(.on("2026-11-29"), at: present(in: "Pacific/Kiritimati"))) == .today
            }

            it("do not lose or gain a day where the clocks change") {
                // The night in which clocks go forward, and that in which they go back.
                for (evening, next, after) in [
                    ("2026-03-28T22:30:00Z", "2026-03-29", "2026-03-30"),
                    ("2026-10-24T21:30:00Z", "2026-10-25", "2026-10-26"),
                ] {
                    expect(section(.on(next), at: present(evening))) == .tomorrow
                    expect(section(.on(after), at: present(evening))) == .nextWeek
                }
            }

            it("have all open items once, in order, and none that is finished") {
                let items = [
                    item("b", due: .on("2026-11-28")), item("a", due: .on("2026-11-28")),
                    item("late", due: .at("2026-11-28T16:00:00Z")), item("soon", due: .at("2026-11-28T11:00:00Z")),
                    item("old", due: .on("2026-11-20")), item("any"), item("far", due: .on("2027-05-01")),
                    item("first", due: .on("2026-11-28"), created: "2026-10-01T00:00:00Z"),
                    item("done", due: .on("2026-11-28"), finished: "2026-11-28T09:00:00Z"),
                ]
                let found = upcoming(items, at: present())
                expect(found.map(\.section)) == [.overdue, .today, .later]
                expect(found.map { $0.items.map(\.title) }) == [
                    ["old"], ["first", "a", "b", "soon", "late"], ["far", "any"],
                ]
                expect(finished(items + [item("x", finished: "2026-11-28T10:00:00Z")]).map(\.title)) == ["x", "done"]
            }
        }

        it("has the sections of Foundation's calendar, for all zones and weeks") {
            var random = SeededGenerator(Seed.current)
            for _ in 0..<2_000 {
                let zone = zones.randomElement(using: &random)!
                let first = [1, 2, 7].randomElement(using: &random)!
                // After the day that Samoa has left out.
                let now = Date(
                    timeIntervalSince1970: Double(Int.random(in: 1_400_000_000...3_000_000_000, using: &random))
                )
                let due = now + Double(Int.random(in: -1_500_000...1_500_000, using: &random))
                let present = Present(now, in: zone, firstWeekday: first)
                let expected = model(due, at: now, calendar(in: zone, firstWeekday: first))
                let note = "seed \(Seed.current): \(due) at \(now) in \(zone.identifier), \(first)"
                expect(section(.moment(due), at: present)).to(
                    equal(due <= now ? .overdue : expected),
                    description: note
                )
                expect(section(.day(Day(of: due, in: zone)), at: present)).to(equal(expected), description: note)
            }
        }

        /// The section of a whole day, by Foundation.
        func model(_ due: Date, at now: Date, _ calendar: Calendar) -> UpcomingSection {
            let noon = { calendar.date(bySettingHour: 12, minute: 0, second: 0, of: $0)! }
            let days = calendar.dateComponents([.day], from: noon(now), to: noon(due)).day!
            let week = { calendar.dateInterval(of: .weekOfYear, for: noon($0))!.start }
            if days < 0 { return .overdue }
            if days < 2 { return days == 0 ? .today : .tomorrow }
            if week(due) == week(now) { return .laterThisWeek }
            return week(due) == week(calendar.date(byAdding: .day, value: 7, to: noon(now))!) ? .nextWeek : .later
        }
    }
}
