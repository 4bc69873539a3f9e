import Millrace
import MillraceSpecs

@testable import Annotations

final class StoreSpec: Spec {
    func testSpec() {
        let kim = Filter(group: .author, value: "Kim")
        let open = Filter(group: .status, value: "open")

        describe("the store") {
            @TestState var store = makeAnnotationFilter(of: Annotation.samples, from: .onDisk, on: Dispatcher())

            it("switches filters on and off") {
                let tester = StoreTester { makeAnnotationFilter(of: Annotation.samples, from: .onDisk, on: $0) }
                tester.send(Toggle(filter: kim)) { $0.active = [kim] }
                tester.send(Toggle(filter: open)) { $0.active = [kim, open] }
                tester.send(Toggle(filter: kim)) { $0.active = [open] }
                tester.send(ShowAll()) { $0.active = [] }
            }

            it("tells an observer of what is visible only what changes it") {
                let counts = Recording(of: store.state.select(\.visible.count))
                store.dispatcher.dispatch(Toggle(filter: kim))
                store.dispatcher.dispatch(ShowAll())
                store.dispatcher.dispatch(ShowAll())
                expect(counts.values).to(equal([5, 2, 5]))
            }
        }
    }
}
