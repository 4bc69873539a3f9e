import CalDAV
import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import SampleCalendarServer

@testable import ToDoList

final class SyncSpec: Spec {
    func testSpec() {
        describe("a list that is synchronised") {
            @TestState var stage = SyncStage()

            it("has on each device what was done on the other") {
                let (phone, laptop) = (stage.phone, stage.laptop)
                phone.add("a, b; c")
                phone.add("gone")
                stage.settle()
                expect(laptop.items).to(equal(phone.items))
                laptop.edit("a, b; c", .notes("two\nlines"), .due(.on("2026-12-01")), .finished(stage.wall.date))
                laptop.delete("gone")
                stage.settle()
                expect(phone.items).to(equal(laptop.items))
                expect(phone.titles).to(equal(["a, b; c"]))
                expect(phone.items[0].notes).to(equal("two\nlines"))
                expect(phone.items[0].due).to(equal(.on("2026-12-01")))
                expect(phone.items[0].finished).toNot(beNil())
                expect(stage.stored.keys.sorted()).to(equal(["a, b; c"]))
            }

            it("brings what was done before there was a server, and where it could not be asked") {
                let tablet = SyncDevice("tablet", of: stage.server, on: stage.wall, isOnline: false)
                tablet.add("early")
                stage.settle()
                expect(tablet.status).to(equal("not synced: There is no network."))
                tablet.network.isUp = true
                stage.settle()
                expect(stage.phone.titles).to(equal(["early"]))
                tablet.network.isUp = false
                tablet.restart()
                tablet.add("later")
                stage.settle()
                expect(tablet.status).to(beginWith("1 waits: There is no network"))
                tablet.restart()
                tablet.network.isUp = true
                stage.settle()
                expect(stage.phone.titles).to(equal(["early", "later"]))
                expect(tablet.status).to(equal("synced"))
            }

            it("sends what has waited for long as soon as the server answers again") {
                let phone = stage.phone
                phone.network.isUp = false
                for number in 1...5 { phone.add("\(number)") }
                stage.wall.advance(by: .seconds(3_600))
                phone.network.isUp = true
                stage.wall.advance(by: .seconds(62))
                expect(phone.status).to(equal("synced"))
            }

            it("sends one change after the other to a calendar that is locked meanwhile") {
                stage.server.change { $0.locksWhileWriting = true }
                for number in 1...6 { stage.phone.add("\(number)") }
                stage.wall.advance(by: .seconds(1))
                expect(stage.phone.status).to(equal("synced"))
                let refusals = stage.server.change { $0.refusals }
                expect(refusals).to(beGreaterThan(0))
                for number in 7...12 { stage.phone.add("\(number)") }
                stage.wall.advance(by: .seconds(1))
                expect(stage.stored).to(haveCount(12))
                expect(stage.server.change { $0.refusals }).to(equal(refusals))
            }

            it("finishes one date of a series, once, whoever has finished it") {
                let (phone, laptop) = (stage.phone, stage.laptop)
                phone.add("water")
                stage.settle()
                stage.change("water") { toDo in
                    try! toDo.setText("DTSTART", "20261128T080000Z")
                    try! toDo.setText("DUE", "20261128T090000Z")
                    try! toDo.setText("RRULE", "FREQ=DAILY")
                }
                stage.settle()
                expect(phone.items[0].recurrence).to(equal("every day"))
                for device in stage.devices {
                    device.network.isUp = false
                    device.edit("water", .finished(stage.wall.date))
                }
                for device in stage.devices {
                    device.network.isUp = true
                    stage.settle()
                    expect(stage.stored["water"]?.due).to(
                        equal(CalendarTime(year: 2026, month: 11, day: 29, hour: 9, minute: 0, zone: .utc))
                    )
                }
                expect(laptop.items).to(equal(phone.items))
                expect(phone.items[0].finished).to(beNil())
                expect(stage.devices.map(\.status)).to(equal(["synced", "synced"]))
                phone.edit("water", .finished(stage.wall.date))
                stage.settle()
                expect(laptop.items[0].due).to(equal(.at("2026-11-30T09:00:00Z")))
            }

            it("puts changes of different fields together") {
                let (phone, laptop) = (stage.phone, stage.laptop)
                phone.add("tea")
                stage.settle()
                phone.network.isUp = false
                phone.edit("tea", .title("green tea"))
                laptop.edit("tea", .notes("from the mill"))
                stage.settle()
                phone.network.isUp = true
                stage.settle()
                expect(phone.items).to(equal(laptop.items))
                expect(phone.items[0].title).to(equal("green tea"))
                expect(phone.items[0].notes).to(equal("from the mill"))
            }

            it("keeps what only others know, and changes only what was changed here") {
                let phone = stage.phone
                phone.add("tea")
                stage.settle()
                let alarm = CalendarComponent("VALARM", [CalendarProperty("TRIGGER", "-PT15M")])
                stage.change("tea") { toDo in
                    var calendar = toDo.calendar
                    calendar.components[0].properties.append(CalendarProperty("X-COLOUR", "a\\,b"))
                    calendar.components[0].components.append(alarm)
                    toDo = CalendarToDo(calendar)!
                }
                phone.edit("tea", .title("green tea"))
                stage.settle()
                let stored = stage.stored["tea"]
                expect(stored?.summary).to(equal("green tea"))
                expect(stored?.component["X-COLOUR"]?.value).to(equal("a\\,b"))
                expect(stored?.component.components).to(equal([alarm]))
            }

            it("knows its own change where an answer is lost, also if others were faster than the second attempt") {
                let (phone, laptop) = (stage.phone, stage.laptop)
                phone.add("tea")
                stage.settle()
                // The answer to a GET arrives, and that to the PUT behind it does not.
                stage.server.change { $0.losesAnswerAfter = 1 }
                phone.edit("tea", .title("green tea"))
                stage.wall.advance(by: .milliseconds(100))
                expect(phone.status).to(equal("1 waits"))
                expect(stage.stored["tea"]?.summary).to(equal("green tea"))
                stage.change("tea") { try! $0.setSummary("their tea") }
                stage.settle()
                expect(phone.status).to(equal("synced"))
                expect(phone.titles).to(equal(["their tea"]))
                expect(laptop.items).to(equal(phone.items))
            }

            it("makes nothing twice where the answer to an addition is lost") {
                stage.server.change { $0.losesAnswerAfter = 1 }
                stage.phone.add("tea")
                stage.settle()
                expect(stage.stored).to(haveCount(1))
                expect(stage.laptop.items).to(equal(stage.phone.items))
            }

            for status in [403, 413, 507] {
                it("asks for a change whose answer was lost, and the next attempt refused with \(status)") {
                    let (phone, laptop) = (stage.phone, stage.laptop)
                    phone.add("tea")
                    stage.settle()
                    phone.network.fault = { $0 == .put ? .unanswered : nil }
                    phone.edit("tea", .title("green tea"))
                    stage.wall.advance(by: .milliseconds(100))
                    expect(stage.stored["tea"]?.summary).to(equal("green tea"))
                    phone.network.fault = { _ in .refused(status) }
                    stage.wall.advance(by: .seconds(20))
                    expect(phone.status).to(contain("whether the server has a change is not known"))
                    expect(phone.state.sync.outbox.refused).to(beEmpty())
                    expect(phone.titles).to(equal(["green tea"]))
                    phone.network.fault = nil
                    stage.wall.advance(by: .seconds(600))
                    expect(phone.status).to(equal("synced"))
                    expect(laptop.titles).to(equal(["green tea"]))
                    expect(laptop.items).to(equal(phone.items))
                }

                it(
                    "says that a change is refused with \(status) where it was asked for, and the server does not have it"
                ) {
                    let phone = stage.phone
                    phone.add("tea")
                    stage.settle()
                    phone.network.fault = { $0 == .put ? .lost : nil }
                    phone.edit("tea", .title("green tea"))
                    stage.wall.advance(by: .milliseconds(100))
                    phone.network.fault = { $0 == .put ? .refused(status) : nil }
                    stage.settle()
                    expect(phone.state.sync.outbox.unknown).to(beEmpty())
                    expect(phone.status).to(beginWith("refused: "))
                    expect(stage.stored["tea"]?.summary).to(equal("tea"))
                }
            }

            for (what, change) in [
                ("has changed it since", { try! $0.setSummary("their tea") }),
                ("has forgotten by whom it was made", { try! $0.setText("X-CHANGE-KEYS", "") }),
            ] as [(String, (inout CalendarToDo) -> Void)] {
                it("finds a change whose answer was lost where another program \(what)") {
                    let phone = stage.phone
                    phone.add("tea")
                    stage.settle()
                    phone.network.fault = { $0 == .put ? .unanswered : nil }
                    phone.edit("tea", .title("green tea"))
                    stage.wall.advance(by: .milliseconds(100))
                    phone.network.fault = { _ in .refused(403) }
                    stage.wall.advance(by: .seconds(20))
                    expect(phone.state.sync.outbox.unknown).to(haveCount(1))
                    stage.change("tea", change)
                    phone.network.fault = nil
                    stage.wall.advance(by: .seconds(600))
                    expect(phone.status).to(equal("synced"))
                    expect(phone.titles).to(equal([stage.stored["tea"]?.summary ?? ""]))
                }
            }

            it("takes a change for done that has come to the server after it was asked for") {
                let (phone, laptop) = (stage.phone, stage.laptop)
                phone.add("tea")
                stage.settle()
                phone.network.fault = { $0 == .put ? .delayed : nil }
                phone.edit("tea", .title("green tea"))
                stage.wall.advance(by: .milliseconds(100))
                phone.network.fault = { $0 == .put ? .refused(403) : nil }
                stage.settle()
                expect(phone.status).to(beginWith("refused: "))
                for request in phone.network.takeDelayed() { _ = stage.server.answer(to: request) }
                stage.settle()
                expect(phone.status).to(equal("synced"))
                expect(phone.titles).to(equal(["green tea"]))
                expect(laptop.items).to(equal(phone.items))
            }

            it("asks for a deletion whose answer was lost, and the next attempt refused") {
                let phone = stage.phone
                phone.add("tea")
                stage.settle()
                phone.network.fault = { $0 == .delete ? .unanswered : nil }
                phone.delete("tea")
                stage.wall.advance(by: .milliseconds(100))
                phone.network.fault = { _ in .refused(403) }
                stage.wall.advance(by: .seconds(20))
                expect(phone.status).to(contain("whether the server has a change is not known"))
                phone.network.fault = nil
                stage.wall.advance(by: .seconds(600))
                expect(phone.status).to(equal("synced"))
                expect(stage.laptop.items).to(beEmpty())
            }

            it("goes on where a crash has ended it") {
                let (phone, laptop) = (stage.phone, stage.laptop)
                phone.add("tea")
                phone.add("milk")
                stage.wall.advance(by: .milliseconds(15))
                phone.restart(losing: .nothing)
                stage.settle()
                expect(laptop.titles).to(equal(["milk", "tea"]))
                expect(phone.items).to(equal(laptop.items))
                expect(phone.status).to(equal("synced"))
            }

            it("begins anew where the server has forgotten what has changed") {
                let (phone, laptop) = (stage.phone, stage.laptop)
                phone.add("tea")
                phone.add("milk")
                stage.settle()
                laptop.network.isUp = false
                laptop.add("bread")
                phone.delete("tea")
                stage.settle()
                stage.server.change { $0.forgetHistory() }
                laptop.network.isUp = true
                stage.settle()
                expect(laptop.titles).to(equal(["bread", "milk"]))
                expect(phone.items).to(equal(laptop.items))
            }

            it("does not believe what was asked before something was sent, and asks again") {
                let phone = stage.phone
                phone.add("tea")
                stage.settle()
                while !phone.state.sync.pull.isAsking { stage.wall.advance(by: .milliseconds(1)) }
                phone.edit("tea", .title("green tea"))
                let news = ServerNews(calendar: "", copies: [], removed: [], token: nil)
                phone.list.perform(Pulled(.news(news), isWhole: true))
                expect(phone.titles).to(equal(["green tea"]))
                expect(phone.state.sync.pull.isAsking).to(beTrue())
                stage.settle()
                expect(phone.titles).to(equal(["green tea"]))
            }

            it("is of one calendar, and says so where it is asked to be of another") {
                stage.server.change { _ = $0.makeCalendar("Other") }
                stage.phone.restart(calendar: "Other")
                stage.settle()
                expect(stage.phone.status).to(
                    contain("the list is synchronised with https://cal.example/dav/calendars/ada/Tasks/")
                )
            }

            it("says which user or password is wrong, and goes on when it is right") {
                stage.server.change { $0.password = "other" }
                stage.phone.add("tea")
                stage.settle()
                expect(stage.phone.status).to(equal("1 waits: the server refuses the user or the password"))
                stage.server.change { $0.password = "secret" }
                stage.settle()
                expect(stage.phone.status).to(equal("synced"))
            }

            it("sends what was refused again when it is corrected, before or after the refusal, or undone") {
                let phone = stage.phone
                phone.add("tea")
                stage.settle()
                for (pause, notes) in [(Duration.zero, "one"), (.seconds(130), "two")] {
                    phone.edit("tea", .notes("\u{1}"))
                    stage.wall.advance(by: pause)
                    phone.edit("tea", .notes(notes), .title(notes))
                    stage.settle()
                    expect(phone.status).to(equal("synced"))
                    expect(stage.laptop.items).to(equal(phone.items))
                    expect(stage.stored["tea"]?.notes).to(equal(notes))
                }
                phone.edit("tea", .notes("\u{1}"))
                stage.settle()
                expect(phone.status).to(contain("U+1"))
                phone.list.undo.undo()
                stage.settle()
                expect(phone.status).to(equal("synced"))
                expect(phone.items[0].notes).to(equal("two"))
            }

            it("refuses a character that no calendar can have, and sends the rest") {
                stage.phone.add("bad")
                stage.phone.edit("bad", .notes("\u{1}"))
                stage.phone.add("good")
                stage.settle()
                expect(stage.phone.status).to(contain("U+1"))
                expect(stage.laptop.titles).to(equal(["bad", "good"]))
                expect(stage.laptop.items[0].notes).to(beEmpty())
                stage.phone.delete("bad")
                stage.settle()
                expect(stage.phone.status).to(equal("synced"))
            }
        }

        describe("undo") {
            @TestState var stage = SyncStage()

            it("is sent as well, and leaves what others have done") {
                let (phone, laptop) = (stage.phone, stage.laptop)
                phone.add("tea")
                stage.settle()
                phone.edit("tea", .title("green tea"))
                stage.settle()
                laptop.edit("tea", .notes("theirs"))
                laptop.add("milk")
                stage.settle()
                phone.list.undo.undo()
                stage.settle()
                expect(phone.titles).to(equal(["milk", "tea"]))
                expect(phone.items[1].notes).to(equal("theirs"))
                expect(laptop.items).to(equal(phone.items))
            }

            it("makes a deleted item again, also where the server has deleted it") {
                let (phone, laptop) = (stage.phone, stage.laptop)
                phone.add("tea")
                stage.settle()
                phone.delete("tea")
                stage.settle()
                expect(laptop.titles).to(beEmpty())
                phone.list.undo.undo()
                stage.settle()
                expect(laptop.titles).to(equal(["tea"]))
                expect(phone.status).to(equal("synced"))
            }
        }
    }
}
