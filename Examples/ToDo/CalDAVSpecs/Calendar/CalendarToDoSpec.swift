import Foundation
import MillraceSpecs

@testable import CalDAV

final class CalendarToDoSpec: Spec {
    func testSpec() {
        func toDo(_ text: String) throws -> CalendarToDo {
            try CalendarToDo(CalendarComponent(reading: Data(text.utf8)))!
        }
        /// The names of the properties in which two to-dos differ.
        func changes(_ left: CalendarToDo, _ right: CalendarToDo) -> Set<String> {
            let (old, new) = (left.component.properties, right.component.properties)
            return Set(new.filter { !old.contains($0) }.map(\.name) + old.filter { !new.contains($0) }.map(\.name))
        }
        let date = Date(timeIntervalSince1970: 1_814_432_400)

        describe("a to-do of another program") {
            it("has what programs agree about") {
                let milk = try toDo(ForeignCalendars.nextcloud)
                expect(milk.uid).to(equal("7c1e8a52-5d1f-4f6e-9a70-0f1d6e1f9b11"))
                expect(milk.summary).to(equal("Milk, bread; and tea"))
                expect(milk.notes).to(equal("From the mill:\nboth kinds"))
                expect(milk.due).to(equal(CalendarTime(year: 2027, month: 1, day: 10)))
                expect(milk.priority).to(equal(1))
                expect(milk.percentComplete).to(equal(20))
                expect(milk.status).to(equal("IN-PROCESS"))
                expect(milk.isDone).to(beFalse())
                expect(milk.changeKeys).to(beEmpty())
            }

            it("may be in a series: the series is meant, not one of its exceptions") {
                expect(try toDo(ForeignCalendars.radicale).summary).to(equal("Each day"))
                expect(try toDo(ForeignCalendars.radicale).isDone).to(beFalse())
            }

            it("is none where there is no VTODO, or no UID") {
                for lines in ["BEGIN:VEVENT\nUID:1\nEND:VEVENT\n", "BEGIN:VTODO\nEND:VTODO\n"] {
                    let text = "BEGIN:VCALENDAR\n\(lines)END:VCALENDAR"
                    expect(CalendarToDo(try CalendarComponent(reading: Data(text.utf8)))).to(beNil())
                }
            }
        }

        describe("an edit") {
            it("changes its own properties only, and keeps their parameters") {
                for text in [ForeignCalendars.nextcloud, ForeignCalendars.apple, ForeignCalendars.radicale] {
                    let before = try toDo(text)
                    var after = before
                    try after.setSummary("New, \\ and \n more")
                    expect(after.summary).to(equal("New, \\ and \n more"))
                    expect(changes(before, after)).to(equal(["SUMMARY"]))
                    expect(after.component["SUMMARY"]?.parameters).to(equal(before.component["SUMMARY"]?.parameters))
                    after.setDone(at: date, in: .gmt)
                    expect(after.isDone).to(equal(before.recurrence == nil))
                    after.setPriority(5)
                    after.setDue(CalendarTime(date), in: .gmt)
                    try after.setNotes(nil)
                    try after.noteKey("phone-1")
                    expect(after.calendar.components.map(\.components)).to(
                        equal(before.calendar.components.map(\.components))
                    )
                    let touched = [
                        "SUMMARY", "STATUS", "PERCENT-COMPLETE", "COMPLETED", "PRIORITY", "DUE", "DESCRIPTION",
                        "X-CHANGE-KEYS", "DTSTART", "RRULE",
                    ]
                    expect(changes(before, after).subtracting(touched)).to(beEmpty())
                    expect(CalendarToDo(try CalendarComponent(reading: Data(after.calendar.text.utf8)))).to(
                        equal(after)
                    )
                }
            }

            it("changes nothing where it says what is there already, however it is written") {
                let before = try toDo(ForeignCalendars.nextcloud)
                var after = before
                try after.setSummary("Milk, bread; and tea")
                after.setPriority(1)
                after.setDue(CalendarTime(year: 2027, month: 1, day: 10), in: .gmt)
                after.setDone(at: nil, in: .gmt)
                expect(after).to(equal(before))
            }

            it("takes back that something is done") {
                var after = try toDo(ForeignCalendars.nextcloud)
                after.setDone(at: date, in: .gmt)
                expect(after.component["COMPLETED"]?.value).to(equal("20270701T090000Z"))
                after.setDone(at: nil, in: .gmt)
                expect(after.component["COMPLETED"]).to(beNil())
                expect(after.status).to(equal("NEEDS-ACTION"))
            }

            it("takes a duration away where there is a due time, since one has not both") {
                var toDo = try toDo("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nDURATION:PT1H\nEND:VTODO\nEND:VCALENDAR")
                toDo.setDue(CalendarTime(date), in: .gmt)
                expect(toDo.component["DURATION"]).to(beNil())
            }

            it("refuses control characters, which no server could send back") {
                var toDo = try toDo(ForeignCalendars.nextcloud)
                let before = toDo
                for text in ["a\u{0}", "\u{1B}[2J", "b\u{7F}", "\u{FFFE}"] {
                    expect { try toDo.setSummary(text) }.to(
                        throwError { (problem: CalendarProblem) in
                            expect(problem.description).to(contain("U+"))
                        }
                    )
                }
                expect(toDo).to(equal(before))
                expect { try CalendarToDo(uid: "\u{1}", createdAt: date) }.to(throwError())
            }

            it("notes its key in the place of the last one of its device") {
                var toDo = try toDo(ForeignCalendars.apple)
                for key in ["a-b-1", "c-7", "a-b-2"] { try toDo.noteKey(key) }
                expect(toDo.changeKeys).to(equal(["c-7", "a-b-2"]))
            }

            it("moves the beginning along, where that is when it is due, in its zone") {
                var toDo = try toDo(ForeignCalendars.apple)
                toDo.setDue(CalendarTime(date), in: .gmt)
                expect(toDo.component["DTSTART"]?.value).to(equal("20270701T110000"))
                expect(toDo.start).to(equal(toDo.due))
                toDo.setDue(nil, in: .gmt)
                expect(toDo.component["DTSTART"]).toNot(beNil())
            }

            func item(_ lines: String...) throws -> CalendarToDo {
                let text = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:1"] + lines + ["END:VTODO", "END:VCALENDAR"]
                return try toDo(text.joined(separator: "\n"))
            }
            func times(_ toDo: CalendarToDo) -> [String] {
                toDo.component.properties.filter { $0.isNamed("DTSTART") || $0.isNamed("DUE") }
                    .map { property in
                        property.name + property.parameters.map { ";\($0.name)=\($0.values[0])" }.joined() + ":"
                            + property.value
                    }
                    .sorted()
            }
            let berlin = TimeZone(identifier: "Europe/Berlin")!

            it("lets it begin before it is due, as long before as it was, or a day") {
                var early = try item("DTSTART;VALUE=DATE:20261210")
                early.setDue(CalendarTime(year: 2026, month: 12, day: 1), in: berlin)
                expect(times(early)).to(equal(["DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261201"]))
                var long = try item("DTSTART:20261210T080000Z", "DUE:20261212T100000Z")
                long.setDue(CalendarTime(year: 2026, month: 12, day: 1, hour: 9, minute: 0, zone: .utc), in: berlin)
                expect(times(long)).to(equal(["DTSTART:20261129T070000Z", "DUE:20261201T090000Z"]))
                long.setDue(CalendarTime(year: 2026, month: 12, day: 24, hour: 9, minute: 0, zone: .utc), in: berlin)
                expect(times(long)).to(equal(["DTSTART:20261129T070000Z", "DUE:20261224T090000Z"]))
            }

            it("has both as days, or both as times") {
                var time = try item("DTSTART;TZID=Europe/Zurich:20261210T090000")
                time.setDue(CalendarTime(year: 2026, month: 12, day: 11), in: berlin)
                expect(times(time)).to(equal(["DTSTART;VALUE=DATE:20261210", "DUE;VALUE=DATE:20261211"]))
                var day = try item("DTSTART;VALUE=DATE:20261210")
                day.setDue(CalendarTime(year: 2026, month: 12, day: 11, hour: 9, minute: 0, zone: .utc), in: berlin)
                expect(times(day)).to(equal(["DTSTART:20261209T230000Z", "DUE:20261211T090000Z"]))
                var series = try item("DTSTART:20261210T080000Z", "RRULE:FREQ=WEEKLY")
                series.setDue(CalendarTime(year: 2026, month: 12, day: 10), in: berlin)
                expect(times(series)).to(equal(["DTSTART:20261210T080000Z", "DUE:20261210T235959Z"]))
            }

            it("keeps a time floating, or in its zone") {
                let noon = CalendarTime(year: 2026, month: 12, day: 11, hour: 11, minute: 0, zone: .utc)
                var floating = try item("DUE:20261210T090000")
                floating.setDue(noon, in: berlin)
                expect(times(floating)).to(equal(["DUE:20261211T120000"]))
                var zone = try item("DUE;TZID=America/New_York:20261210T090000")
                zone.setDue(noon, in: berlin)
                expect(times(zone)).to(equal(["DUE;TZID=America/New_York:20261211T060000"]))
                var both = try item("DTSTART:20261210T090000")
                both.setDue(noon, in: berlin)
                expect(times(both)).to(equal(["DTSTART:20261210T090000", "DUE:20261211T120000"]))
            }

            it("is due at the end of its duration") {
                let days = try item("DTSTART;VALUE=DATE:20261210", "DURATION:P1W")
                expect(days.due).to(equal(CalendarTime(year: 2026, month: 12, day: 17)))
                var clock = try item("DTSTART;TZID=Europe/Zurich:20270327T120000", "DURATION:P1DT1H")
                expect(clock.due?.date(in: .gmt)).to(equal(Date(timeIntervalSince1970: 1_806_231_600)))
                clock.setDue(nil, in: berlin)
                expect(clock.due).to(beNil())
                for value in ["-P1D", "P", "PT", "1D", "P1D1H", "P9999999D"] {
                    let wrong = try item("DTSTART:20261210T090000Z", "DURATION:\(value)")
                    expect(wrong.due).to(beNil(), description: value)
                }
            }

            it("is open unless it is done or cancelled, however that is said") {
                for line in [
                    "STATUS:CANCELLED", "PERCENT-COMPLETE:100", "COMPLETED:20261201T090000Z", "STATUS:COMPLETED",
                ] {
                    var closed = try item(line)
                    expect(closed.isOpen).to(beFalse(), description: line)
                    closed.setDone(at: nil, in: berlin)
                    expect(closed.isOpen).to(beTrue(), description: line)
                    expect(closed.component.properties.map(\.name)).to(equal(["UID", "STATUS"]))
                }
                var cancelled = try item("STATUS:CANCELLED")
                cancelled.setDone(at: date, in: berlin)
                expect(cancelled.status).to(equal("COMPLETED"))
            }

            it("goes on to the next date of a series, and is done after the last one") {
                func next(_ rule: String, from start: String = "DTSTART;VALUE=DATE:20270131") throws -> String? {
                    var series = try item(start, "RRULE:\(rule)")
                    series.setDone(at: date, in: berlin)
                    return series.isOpen ? series.component["DTSTART"]?.value : nil
                }
                expect(try next("FREQ=DAILY;INTERVAL=3")).to(equal("20270203"))
                expect(try next("FREQ=WEEKLY")).to(equal("20270207"))
                expect(try next("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU")).to(equal("20270209"))
                expect(try next("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU")).to(equal("20270202"))
                expect(try next("FREQ=MONTHLY")).to(equal("20270331"))
                expect(try next("FREQ=YEARLY", from: "DTSTART;VALUE=DATE:20280229")).to(equal("20320229"))
                expect(try next("FREQ=DAILY;UNTIL=20270201")).to(equal("20270201"))
                expect(try next("FREQ=DAILY;UNTIL=20270131")).to(beNil())
                expect(try next("FREQ=DAILY;COUNT=1")).to(beNil())
                // What needs more than this to be known, is done as a whole.
                expect(try next("FREQ=MONTHLY;BYDAY=-1SU")).to(beNil())
                expect(try next("FREQ=HOURLY")).to(beNil())
            }

            it("moves when it is due along with its series, over a night in which clocks change") {
                var series = try item(
                    "DTSTART;TZID=Europe/Zurich:20270327T090000",
                    "DUE:20270327T110000Z",
                    "RRULE:FREQ=DAILY;COUNT=5",
                    "STATUS:IN-PROCESS",
                    "PERCENT-COMPLETE:50"
                )
                expect(series.recurrence?.frequency).to(equal(.daily))
                series.setDone(at: date, in: berlin)
                expect(times(series)).to(
                    equal(["DTSTART;TZID=Europe/Zurich:20270328T090000", "DUE:20270328T110000Z"])
                )
                expect(series.component["RRULE"]?.value).to(equal("FREQ=DAILY;COUNT=4"))
                expect(series.status).to(equal("NEEDS-ACTION"))
                expect(series.percentComplete).to(beNil())
            }

            it("is counted and dated") {
                var toDo = try toDo(ForeignCalendars.apple)
                toDo.noteChange(at: date)
                expect(toDo.sequence).to(equal(4))
                expect(toDo.lastModified).to(equal(CalendarTime(date)))
                expect(toDo.component["DTSTAMP"]?.value).to(equal("20270701T090000Z"))
            }
        }

        it("is made anew with what the standard demands") {
            let toDo = try CalendarToDo(uid: "a,b", createdAt: date)
            expect(toDo.uid).to(equal("a,b"))
            expect(toDo.component["DTSTAMP"]).toNot(beNil())
            expect(toDo.calendar["VERSION"]?.value).to(equal("2.0"))
            expect(toDo.calendar["PRODID"]).toNot(beNil())
            expect(CalendarToDo(try CalendarComponent(reading: Data(toDo.calendar.text.utf8)))).to(equal(toDo))
        }
    }
}
