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
                    after.setDone(at: date)
                    expect(after.isDone).to(beTrue())
                    after.setPriority(5)
                    after.setDue(CalendarTime(date))
                    try after.setNotes(nil)
                    try after.noteKey("phone-1")
                    expect(after.calendar.components.map(\.components)).to(
                        equal(before.calendar.components.map(\.components))
                    )
                    let touched = [
                        "SUMMARY", "STATUS", "PERCENT-COMPLETE", "COMPLETED", "PRIORITY", "DUE", "DESCRIPTION",
                        "X-CHANGE-KEYS", "DTSTART",
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
                after.setDue(CalendarTime(year: 2027, month: 1, day: 10))
                after.setDone(at: nil)
                expect(after).to(equal(before))
            }

            it("takes back that something is done") {
                var after = try toDo(ForeignCalendars.nextcloud)
                after.setDone(at: date)
                expect(after.component["COMPLETED"]?.value).to(equal("20270701T090000Z"))
                after.setDone(at: nil)
                expect(after.component["COMPLETED"]).to(beNil())
                expect(after.status).to(equal("NEEDS-ACTION"))
            }

            it("takes a duration away where there is a due time, since one has not both") {
                var toDo = try toDo("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nDURATION:PT1H\nEND:VTODO\nEND:VCALENDAR")
                toDo.setDue(CalendarTime(date))
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

            it("moves the beginning along, where that is when it is due") {
                var toDo = try toDo(ForeignCalendars.apple)
                toDo.setDue(CalendarTime(date))
                expect(toDo.component["DTSTART"]).to(equal(CalendarProperty("DTSTART", "20270701T090000Z")))
                toDo.setDue(nil)
                expect(toDo.component["DTSTART"]).toNot(beNil())
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
