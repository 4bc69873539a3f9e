import Millrace
import MillraceSpecs

@testable import MatrixChat

final class EventTimeSpec: Spec {
    func testSpec() {
        describe("the time of an event") {
            // 2026-11-18 at 12:26:40.
            let noon = 1_795_004_800_000

            it("is a day and a time of the day") {
                expect(EventTime(noon).text).to(equal("2026-11-18 12:26"))
                expect(EventTime(noon).day).to(equal("2026-11-18"))
                expect(EventTime(noon - 9 * 3_600_000).clock).to(equal("03:26"))
            }

            it("is empty where it is not known") {
                expect(EventTime(0).text).to(beEmpty())
                expect(EventTime(0).day).to(beEmpty())
                expect(EventTime(0).clock).to(beEmpty())
            }

            it("is short: the time of the day on the same day, the month and the day on others") {
                let latest = EventTime(noon)
                expect(EventTime(noon - 12 * 3_600_000).short(before: latest)).to(equal("00:26"))
                expect(EventTime(noon - 13 * 3_600_000).short(before: latest)).to(equal("11-17"))
            }
        }
    }
}
