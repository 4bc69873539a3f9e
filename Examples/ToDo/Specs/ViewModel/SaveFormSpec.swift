import Foundation
import Millrace
import MillraceApp
import MillraceSpecs

@testable import ToDoList

final class SaveFormSpec: Spec {
    func testSpec() {
        let present = present()
        let call = item("call", due: .at("2026-12-01T08:00:30Z"))

        func wrong(_ form: ToDoForm) -> [String] {
            form.at(present).texts.filter { $0.problem != nil }.map(\.name)
        }

        describe("a form for a new item") {
            it("becomes an item") {
                let form = ToDoForm(ItemTexts(title: " Call ", due: "tomorrow", notes: "at noon"))
                let added = try form.addition(id: Identifiers.numbered(1), at: present).item
                expect(added.title) == "Call"
                expect(added.due) == .on("2026-11-29")
                expect(added.notes) == "at noon"
            }

            it("may say no day, and says which field is wrong") {
                var form = ToDoForm(ItemTexts(title: "call", due: " "))
                expect(try form.addition(id: Identifiers.numbered(1), at: present).item.due).to(beNil())
                form.values.due = "soon"
                expect(wrong(form)) == ["due"]
                expect(try form.addition(id: Identifiers.numbered(1), at: present)).to(throwError())
                form = ToDoForm()
                expect(wrong(form)) == ["title"]
                expect(form.title.problem) == "there is no title"
                expect(try form.addition(id: Identifiers.numbered(1), at: present)).to(throwError())
            }
        }

        describe("a form for an item") {
            it("shows its fields, and changes none that is not typed in") {
                let form = ToDoForm(of: call, at: present)
                expect(form.values) == ItemTexts(title: "call", due: "2026-12-01 09:00")
                // The seconds that cannot be typed stay.
                expect(try form.edit(of: "call", at: present).edits).to(beEmpty())
            }

            it("becomes edits of the fields that were changed") {
                var form = ToDoForm(of: call, at: present)
                form.values.due = ""
                expect(try form.edit(of: "call", at: present).edits) == [.due(nil)]
                (form.values.title, form.values.notes) = ("phone", "at noon")
                expect(try form.edit(of: "call", at: present).edits) == [.title("phone"), .due(nil), .notes("at noon")]
            }

            it("says which field is wrong") {
                var form = ToDoForm(of: call, at: present)
                form.values.title = " "
                expect(wrong(form)) == ["title"]
                expect(try form.edit(of: "call", at: present)).to(throwError())
                form.values = ItemTexts(title: "call", due: "2026-02-30")
                expect(wrong(form)) == ["due"]
                expect(try form.edit(of: "call", at: present)).to(throwError())
            }
        }
    }
}
