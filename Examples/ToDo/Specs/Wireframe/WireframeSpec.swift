import Foundation
import Millrace
import MillraceApp
import MillraceSpecs

@testable import ToDoList

final class WireframeSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage(item("call"), item("write"))
        var wireframe: Wireframe { stage.list.wireframe }

        describe("the wireframe") {
            it("leads from the list to a form, and back") {
                expect(wireframe.top.value) == .list
                wireframe.showDetail(of: "call")
                expect(wireframe.top.value) == .form(.item("call"), ToDoForm(of: item("call"), at: present()))
                wireframe.goBack()
                expect(wireframe.top.value) == .list
                wireframe.goBack()
                expect(wireframe.top.value) == .list
            }

            it("opens one form, however often a key is pressed") {
                wireframe.showAdd()
                wireframe.showAdd()
                wireframe.showDetail(of: "call")
                wireframe.goBack()
                expect(wireframe.top.value) == .list
            }

            it("keeps what is typed as long as the form is there, and no longer") {
                wireframe.showAdd()
                wireframe.tell(SetField(\ItemTexts.title, "paint"))
                wireframe.tell(FocusField<ItemTexts>(.next))
                var form = typed("paint")
                form.apply(FocusField(.next))
                expect(wireframe.top.value) == .form(.new, form)
                wireframe.goBack()
                wireframe.showAdd()
                expect(wireframe.top.value) == .form(.new, ToDoForm())
            }

            it("leaves the form of an item that is deleted, and not that of another one") {
                wireframe.showDetail(of: "call")
                stage.list.perform(delete(item("write")))
                expect(wireframe.route.state.value.top) == .detail("call")
                stage.list.perform(delete(item("call")))
                expect(wireframe.top.value) == .list
            }

            it("shows the screen and its store in one turn") {
                let tops = Recording(of: wireframe.top)
                wireframe.showAdd()
                wireframe.tell(SetField(\ItemTexts.title, "p"))
                wireframe.goBack()
                expect(tops.values) == [
                    .list, .form(.new, ToDoForm()), .form(.new, typed("p")), .list,
                ]
            }

            it("moves the screens of an app with windows by the fewest transitions") {
                let screens = RecordedScreens()
                let router = Router(wireframe.route.state, by: screens, on: stage.wall.scheduler)
                wireframe.showDetail(of: "call")
                stage.wall.advance(by: .zero)
                stage.list.perform(delete(item("call")))
                wireframe.showAdd()
                stage.wall.advance(by: .zero)
                expect(screens.transitions) == [
                    .push(.detail("call"), on: .tab(.list)), .pop(1, from: .tab(.list)), .push(.add, on: .tab(.list)),
                ]
                expect(router.rendered.value.top) == .add
            }
        }

        func typed(_ title: String) -> ToDoForm {
            var form = ToDoForm()
            form.apply(SetField(\.title, title))
            return form
        }
    }
}

/// What a navigation controller would be asked to do.
private final class RecordedScreens: RouteRenderer {
    private(set) var transitions: [Route<ToDoPlace>.Transition] = []

    func perform(_ step: RouteStep<ToDoPlace>) async throws { transitions.append(step.transition) }
}
