import Foundation
import Millrace
import MillraceSpecs

@testable import ToDoList

final class UseCasesSpec: Spec {
    func testSpec() {
        let present = present()

        describe("add") {
            it("makes an item of one line, with the identity and the date that it is given") {
                let action = try add(
                    " Call\nthe surveyor ",
                    due: .on("2026-11-29"),
                    id: Identifiers.numbered(0xAB),
                    at: present.date
                )
                expect(action.item.id) == "00000000-0000-0000-0000-0000000000ab"
                expect(action.item.title) == "Call the surveyor"
                expect(action.item.due) == .on("2026-11-29")
                expect(action.item.created) == present.date
                expect(action.item.finished).to(beNil())
            }

            it("needs a title") {
                expect(try add(" \n", id: Identifiers.numbered(1), at: present.date)).to(
                    throwError(ToDoProblem.noTitle)
                )
                expect(try rename(item("a"), to: "")).to(throwError(ToDoProblem.noTitle))
            }
        }

        it("has an edit of one field for each use case") {
            let call = item("call")
            expect(finish(call, at: present.date).edits) == [.finished(present.date)]
            let done = item("call", finished: "2026-11-27T10:00:00Z")
            expect(finish(done, at: present.date).edits) == [.finished(done.finished)]
            expect(reopen(call).edits) == [.finished(nil)]
            expect(try rename(call, to: "phone").edits) == [.title("phone")]
            expect(changeNotes(of: call, to: "at noon").edits) == [.notes("at noon")]
            expect(postpone(call, to: .on("2026-12-01")).edits) == [.due(.on("2026-12-01"))]
            expect(delete(call).id) == "call"
        }

        describe("postpone by days") {
            func due(_ due: Due?, by days: Int = 1, at time: String = "2026-11-28T10:00:00Z") -> ItemEdit? {
                postpone(item("call", due: due), by: days, at: ToDoSpecs.present(time)).edits.first
            }

            it("counts from the day on which it is due, or from today where that is over or none") {
                expect(due(.on("2026-12-01"))) == .due(.on("2026-12-02"))
                expect(due(.on("2026-11-28"))) == .due(.on("2026-11-29"))
                expect(due(.on("2026-10-01"), by: 7)) == .due(.on("2026-12-05"))
                expect(due(nil)) == .due(.on("2026-11-29"))
            }

            it("keeps the time on the wall, also where the clocks change") {
                expect(due(.at("2026-12-01T08:00:00Z"))) == .due(.at("2026-12-02T08:00:00Z"))
                let night = "2026-03-28T01:30:00Z"
                // 02:30 is left out, so it is 03:30; the day after it is 02:30 in summer.
                expect(due(.at(night), at: "2026-03-27T10:00:00Z")) == .due(.at("2026-03-29T01:30:00Z"))
                expect(due(.at(night), by: 2, at: "2026-03-27T10:00:00Z")) == .due(.at("2026-03-30T00:30:00Z"))
            }
        }

        it("says by which edits an item becomes another version of it") {
            let former = item("call", due: .on("2026-12-01"))
            var new = former
            expect(new.edits(from: former)).to(beEmpty())
            (new.title, new.notes, new.due, new.finished) = ("phone", "at noon", nil, present.date)
            let edits = new.edits(from: former)
            expect(edits) == [.title("phone"), .notes("at noon"), .due(nil), .finished(present.date)]
            var edited = former
            edits.forEach { edited.apply($0) }
            expect(edited) == new
        }
    }
}
