import Foundation
import Millrace
import MillraceSpecs

@testable import ToDoList

final class TicksSpec: Spec {
    func testSpec() {
        @TestState var wall = Wall()
        var ticks: Ticks!

        beforeEach { ticks = Ticks(of: wall.clock, on: wall.scheduler) }
        afterEach { ticks = nil }

        it("has another day when midnight passes") {
            wall.date = date("2026-11-28T22:59:30Z")
            ticks = Ticks(of: wall.clock, on: wall.scheduler)
            let days = Recording(of: ticks.present.select(\.today))
            wall.advance(by: .seconds(29))
            expect(days.values) == [day("2026-11-28")]
            wall.advance(by: .seconds(1))
            expect(days.values) == [day("2026-11-28"), day("2026-11-29")]
        }

        it("notices within a minute that the clock was put, as after sleep, and that the zone is another one") {
            wall.date += 3 * 86_400
            wall.advance(by: .seconds(60))
            expect(ticks.present.value.today) == day("2026-12-01")
            wall.zone = zoned("Pacific/Kiritimati")
            wall.advance(by: .seconds(60))
            expect(ticks.present.value.today) == day("2026-12-02")
        }

        it("ticks at full minutes") {
            wall.advance(by: .milliseconds(12_345))
            ticks = Ticks(of: wall.clock, on: wall.scheduler)
            wall.advance(by: .seconds(60))
            expect(ticks.present.value.date) == date("2026-11-28T10:01:00Z")
        }

        it("ends with its owner") {
            ticks = nil
            expect(wall.scheduler.timeToNext).to(beNil())
        }

        describe("the clock of the system") {
            it("has the week of the locale that the environment names") {
                let first = { WallClock.system($0).present.firstWeekday }
                expect(first(["LANG": "en_US.UTF-8"])) == 1
                expect(first(["LANG": "en_US.UTF-8", "LC_TIME": "de_DE@euro"])) == 2
                expect(first(["LANG": "en_US.UTF-8", "LC_ALL": "ar_EG"])) == 7
                expect(Locale(of: ["LANG": "C.UTF-8"])).to(beNil())
                expect(Locale(of: ["LC_ALL": ""])).to(beNil())
            }
        }
    }
}
