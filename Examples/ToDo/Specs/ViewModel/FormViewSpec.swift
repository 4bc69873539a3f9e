import Foundation
import MillraceApp
import MillraceSpecs

@testable import ToDoList

final class FormViewSpec: Spec {
    func testSpec() {
        func view(_ form: ToDoForm, of item: ToDoItem? = nil) -> FormView { FormView(form, of: item, at: present()) }

        func due(_ text: String) -> FormView.Line { view(ToDoForm(ItemTexts(due: text))).lines[1] }

        describe("a form") {
            it("says what the typed day means, before it is accepted") {
                expect(due("tue").note) == "Tue 1 Dec"
                expect(due("tue 15:00").note) == "Tue 1 Dec 15:00"
                expect(due("").note) == "at no time"
                expect(due("none").note) == "at no time"
                expect(due("tue").isProblem).to(beFalse())
                expect(due("tu").note).to(contain("is no day"))
                expect(due("tu").isProblem).to(beTrue())
            }

            it("says that there is no title once somebody has been there") {
                var form = ToDoForm()
                expect(view(form).lines[0].isProblem).to(beFalse())
                form.apply(FocusField(.next))
                expect(view(form).lines[0].note) == "there is no title"
                expect(view(form).lines[0].isProblem).to(beTrue())
            }

            it("has the fields in their order, and what is known of the item") {
                let call = item("call", due: .on("2026-12-01"), finished: "2026-11-28T09:00:00Z")
                let shown = view(ToDoForm(of: call, at: present()), of: call)
                expect(shown.heading) == "call"
                expect(shown.lines.map(\.field.value)) == ["call", "2026-12-01", ""]
                expect(shown.facts) == ["Added Sun 1 Nov", "Finished Sat 28 Nov"]
                expect(view(ToDoForm()).heading) == "Something new"
                expect(view(ToDoForm()).facts).to(beEmpty())
            }
        }
    }
}
