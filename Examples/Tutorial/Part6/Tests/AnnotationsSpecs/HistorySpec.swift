import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs

@testable import Annotations

final class HistorySpec: Spec {
    func testSpec() {
        let kim = Filter(group: .author, value: "Kim")

        describe("a session") {
            @TestState var store = makeAnnotationFilter(
                of: Annotation.samples,
                from: .onDisk,
                on: Dispatcher(on: TestScheduler())
            )
            @TestState var undo = UndoHistory(of: store)

            it("can be taken back and done again, step by step") {
                expect(undo.canUndo.value).to(beFalse())
                store.dispatcher.dispatch(Toggle(filter: kim))
                store.dispatcher.dispatch(Remove(id: 1))
                store.dispatcher.dispatch(Undo())
                expect(store.state.value.visible.map(\.id)).to(equal([1, 3]))
                store.dispatcher.dispatch(Undo())
                expect(store.state.value).to(equal(AnnotationFilterState(annotations: Annotation.samples)))
                store.dispatcher.dispatch(Redo())
                expect(store.state.value.active).to(equal([kim]))
            }

            it("is recorded, and its recording makes the same states") {
                var recording = Data()
                let recorder = ActionRecorder(digesting: store, on: store.dispatcher) { recording += $0 }
                store.dispatcher.dispatch(Toggle(filter: kim))
                store.dispatcher.dispatch(Opened(annotations: []))
                store.dispatcher.dispatch(Undo())
                recorder.finish()
                let outcome = try replay(recording, on: Dispatcher(on: TestScheduler()))
                expect(outcome).to(equal(.same(turns: 3)))
            }
        }
    }
}
