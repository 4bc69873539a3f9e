import Foundation
import MillraceSpecs

@testable import ToDoList

final class DueReadingSpec: Spec {
    func testSpec() {
        let present = present()

        func problem(_ text: String) -> String? {
            do throws(DueProblem) {
                _ = try Due.read(text, at: present)
                return nil
            } catch {
                return error.description
            }
        }

        describe("what is typed as a day") {
            it("is a word, a weekday, a distance or a date") {
                let days = [
                    "today": "2026-11-28", "Tomorrow": "2026-11-29", " sun ": "2026-11-29", "friday": "2026-12-04",
                    "sat": "2026-12-05", "SATURDAY": "2026-12-05", "+0d": "2026-11-28", "+3d": "2026-12-01",
                    "+2w": "2026-12-12", "+40d": "2027-01-07", "2026-12-01": "2026-12-01", "2025-01-31": "2025-01-31",
                ]
                for (text, day) in days {
                    expect(try Due.read(text, at: present)).to(equal(.on(day)), description: text)
                }
                expect(try Due.read("none", at: present)).to(beNil())
            }

            it("may have a time of the user's zone") {
                expect(try Due.read("today 15:00", at: present)) == .at("2026-11-28T14:00:00Z")
                expect(try Due.read("tue 9:05", at: present)) == .at("2026-12-01T08:05:00Z")
                expect(try Due.read("2026-07-01T09:30", at: present)) == .at("2026-07-01T07:30:00Z")
            }

            it("is nothing else, and why is said") {
                for text in [
                    "", "soon", "to", "+d", "+3", "+3m", "3d", "-1d", "+999999d", "2026-02-30", "1/12", "today at 9",
                    "none 15:00",
                ] { expect(problem(text)).to(contain("is no day"), description: text) }
                for text in ["today 24:00", "today 9", "today 9:5", "today 12:60"] {
                    expect(problem(text)).to(contain("is no time"), description: text)
                }
                expect(problem("2027-03-28 2:30")) == "there is no 2:30 on Sun 28 Mar 2027: the clocks go forward then"
            }

            it("is shown with its weekday, and as it may be typed again") {
                let due = try Due.read("2026-12-01 9:05", at: present)!
                expect(due.text(at: present)) == "Tue 1 Dec 09:05"
                expect(due.typed(at: present)) == "2026-12-01 09:05"
                expect(Due.on("2027-01-01").text(at: present)) == "Fri 1 Jan 2027"
                expect(Due.on("2027-01-01").typed(at: present)) == "2027-01-01"
            }
        }

        it("is read as it was written, in any zone") {
            var random = SeededGenerator(Seed.current)
            for _ in 0..<500 {
                let moment = Date(timeIntervalSince1970: Double(Int.random(in: 0...60_000_000, using: &random) * 60))
                let here = Present(moment, in: zones.randomElement(using: &random)!, firstWeekday: 1)
                let text = Due.moment(moment).typed(at: here)
                let note = "seed \(Seed.current): \(text) in \(here.timeZone.identifier)"
                let read = try Due.read(text, at: here)
                expect(read?.typed(at: here)).to(equal(text), description: note)
                expect(try Due.read(here.today.description, at: here)).to(equal(.day(here.today)), description: note)
            }
        }
    }
}
