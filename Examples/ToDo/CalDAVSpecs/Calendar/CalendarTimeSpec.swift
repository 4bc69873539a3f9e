import Foundation
import MillraceSpecs

@testable import CalDAV

final class CalendarTimeSpec: Spec {
    func testSpec() {
        let zurich = TimeZone(identifier: "Europe/Zurich")!
        func moment(_ value: String, _ parameters: CalendarParameter...) -> TimeInterval? {
            CalendarTime(CalendarProperty("DUE", value, parameters: parameters))?.date(in: zurich)?
                .timeIntervalSince1970
        }

        it("is a day with and without saying so, and a time that floats, of a zone, or of all the world") {
            expect(moment("20270701")).to(equal(1_814_392_800))
            expect(moment("20270701", CalendarParameter("VALUE", "DATE"))).to(equal(1_814_392_800))
            expect(moment("20270701T090000")).to(equal(1_814_425_200))
            expect(moment("20270701t090000z")).to(equal(1_814_432_400))
            expect(moment("20270701T090000", CalendarParameter("TZID", "America/New_York"))).to(equal(1_814_446_800))
            expect(moment("20270701T090000", CalendarParameter("TZID", "Nowhere"))).to(equal(1_814_425_200))
        }

        it("is not read where there is no such time") {
            for value in [
                "20270229", "2027", "20271301", "20270701T250000", "20270701T0900", "2027-07-01", "T", "+0270101",
            ] {
                expect(moment(value)).to(beNil(), description: value)
            }
            expect(moment("20280229")).toNot(beNil())
        }

        it("is written as it was read, with the other parameters of the one before") {
            let before = CalendarProperty(
                "Due",
                "20270101T000000",
                parameters: [
                    CalendarParameter("TZID", "A"), CalendarParameter("X-B", "c"),
                ]
            )
            let day = CalendarTime(year: 2027, month: 3, day: 4)
            expect(day?.property("DUE", replacing: before)).to(
                equal(
                    CalendarProperty(
                        "Due",
                        "20270304",
                        parameters: [
                            CalendarParameter("X-B", "c"), CalendarParameter("VALUE", "DATE"),
                        ]
                    )
                )
            )
            let time = CalendarTime(year: 27, month: 3, day: 4, hour: 5, minute: 6, zone: .named("Europe/Zurich"))
            expect(time?.property("DUE")).to(
                equal(
                    CalendarProperty("DUE", "00270304T050600", parameters: [CalendarParameter("TZID", "Europe/Zurich")])
                )
            )
        }

        it("is made of any date") {
            expect(CalendarTime(Date(timeIntervalSince1970: 1_814_432_400.7)).property("X").value).to(
                equal("20270701T090000Z")
            )
            expect(CalendarTime(.distantFuture).year).to(beWithin(4000...9999))
            expect(CalendarTime(Date(timeIntervalSince1970: 1e18)).year).to(equal(9999))
            expect(CalendarTime(Date(timeIntervalSince1970: -1e18)).year).to(equal(1))
        }
    }
}
