import Foundation
import Millrace
import MillraceSpecs

@testable import MatrixChat

final class EventTimeSpec: Spec {
    func testSpec() {
        describe("the time of an event") {
            // 2026-11-18 at 12:26:40 UTC.
            let noon = 1_795_004_800_000

            func time(_ milliseconds: Int) -> EventTime { EventTime(milliseconds, in: .gmt) }

            it("is a day and a time of the day") {
                expect(time(noon).text).to(equal("2026-11-18 12:26"))
                expect(time(noon).day).to(equal("2026-11-18"))
                expect(time(noon - 9 * 3_600_000).clock).to(equal("03:26"))
            }

            it("is empty where it is not known") {
                expect(time(0).text).to(beEmpty())
                expect(time(0).day).to(beEmpty())
                expect(time(0).clock).to(beEmpty())
            }

            it("is short: the time of the day on the same day, the month and the day on others") {
                let latest = time(noon)
                expect(time(noon - 12 * 3_600_000).short(before: latest)).to(equal("00:26"))
                expect(time(noon - 13 * 3_600_000).short(before: latest)).to(equal("11-17"))
            }

            it("is that of the user's zone, whose days are others") {
                let tokyo = TimeZone(identifier: "Asia/Tokyo")!
                expect(EventTime(noon, in: tokyo).text).to(equal("2026-11-18 21:26"))
                let (evening, latest) = (EventTime(noon - 22 * 3_600_000, in: tokyo), EventTime(noon, in: tokyo))
                expect(evening.text).to(equal("2026-11-17 23:26"))
                expect(EventTime(noon - 21 * 3_600_000, in: tokyo).short(before: latest)).to(equal("00:26"))
                expect(evening.short(before: latest)).to(equal("11-17"))
            }

            it("is an hour later in summer where that is the custom, and the hour that is left out never is") {
                let berlin = TimeZone(identifier: "Europe/Berlin")!
                func text(_ milliseconds: Int) -> String { EventTime(milliseconds, in: berlin).text }
                // 2026-03-29 at 01:00 UTC, when summer begins, and 2026-10-25 at 01:00 UTC, when it ends.
                let (spring, autumn) = (1_774_746_000_000, 1_792_890_000_000)
                expect(text(spring - 60_000)).to(equal("2026-03-29 01:59"))
                expect(text(spring)).to(equal("2026-03-29 03:00"))
                expect(text(autumn - 60_000)).to(equal("2026-10-25 02:59"))
                expect(text(autumn)).to(equal("2026-10-25 02:00"))
                expect(text(noon)).to(equal("2026-11-18 13:26"))
            }
        }
    }
}
