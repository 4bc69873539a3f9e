import Millrace
import MillraceSpecs
import MillraceTerminal

@testable import Annotations

final class ScreenSpec: Spec {
    func testSpec() {
        describe("the screen") {
            @TestState var store = makeAnnotationFilter(of: Annotation.samples, from: .onDisk, on: Dispatcher())

            func makeScreen(of store: Store<AnnotationFilterState>) -> AnnotationFilterScreen {
                let size = Observable(TerminalSize(columns: 70, rows: 12))
                return AnnotationFilterScreen(AnnotationFilterView(store), opening: "notes.json", size: size)
            }

            it("has the filters on the left, the annotations on the right") {
                store.dispatcher.dispatch(Toggle(filter: Filter(group: .author, value: "Kim")))
                expect(makeScreen(of: store).canvas.value).to(matchSnapshot())
            }

            it("makes actions of keys: for the filter, or for the annotation under the cursor") {
                let screen = makeScreen(of: store)
                expect(screen.press(.enter) as? Toggle).to(equal(Toggle(filter: Filter(group: .author, value: "Kim"))))
                expect(screen.press(.character("x"))).to(beNil())
                _ = screen.press(.tab)
                expect(screen.press(.character("x")) as? Remove).to(equal(Remove(id: 2)))
            }

            it("leaves nothing behind") {
                expect { scene in
                    let store = makeAnnotationFilter(of: Annotation.samples, from: .onDisk, on: Dispatcher())
                    let screen = scene.track(makeScreen(of: store))
                    store.dispatcher.dispatch(Remove(id: 1))
                    _ = screen.press(.down)
                }.to(leakNothing())
            }
        }
    }
}
