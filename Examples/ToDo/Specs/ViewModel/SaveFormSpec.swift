import Foundation
import Millrace
import MillraceSpecs

@testable import ToDoList

final class SaveFormSpec: Spec {
    func testSpec() {
        let present = present()
        let call = item("call", due: .at("2026-12-01T08:00:30Z"))

        func problem(_ body: () throws -> some Action) -> FormProblem? {
            do {
                _ = try body()
                return nil
            } catch {
                return error as? FormProblem
            }
        }

        describe("a form for a new item") {
            it("becomes an item") {
                let form = ToDoForm(ToDoForm.Texts(title: " Call ", due: "tomorrow", notes: "at noon"))
                let added = try form.addition(id: Identifiers.numbered(1), at: present).item
                expect(added.title) == "Call"
                expect(added.due) == .on("2026-11-29")
                expect(added.notes) == "at noon"
            }

            it("may say no day, and says which field is wrong") {
                var form = ToDoForm(ToDoForm.Texts(title: "call", due: " "))
                expect(try form.addition(id: Identifiers.numbered(1), at: present).item.due).to(beNil())
                form.typed.due = "soon"
                expect(problem { try form.addition(id: Identifiers.numbered(1), at: present) }?.field) == .due
                form = ToDoForm()
                expect(problem { try form.addition(id: Identifiers.numbered(1), at: present) })
                    == FormProblem(field: .title, text: "there is no title")
            }
        }

        describe("a form for an item") {
            it("shows its fields, and changes none that is not typed in") {
                let form = ToDoForm(of: call, at: present)
                expect(form.typed) == ToDoForm.Texts(title: "call", due: "2026-12-01 09:00")
                // The seconds that cannot be typed stay.
                expect(try form.edit(of: "call", at: present).edits).to(beEmpty())
            }

            it("becomes edits of the fields that were changed") {
                var form = ToDoForm(of: call, at: present)
                form.typed.due = ""
                expect(try form.edit(of: "call", at: present).edits) == [.due(nil)]
                (form.typed.title, form.typed.notes) = ("phone", "at noon")
                expect(try form.edit(of: "call", at: present).edits) == [.title("phone"), .due(nil), .notes("at noon")]
            }

            it("says which field is wrong") {
                var form = ToDoForm(of: call, at: present)
                form.typed.title = " "
                expect(problem { try form.edit(of: "call", at: present) }?.field) == .title
                form.typed = ToDoForm.Texts(title: "call", due: "2026-02-30")
                expect(problem { try form.edit(of: "call", at: present) }?.field) == .due
            }
        }
    }
}
