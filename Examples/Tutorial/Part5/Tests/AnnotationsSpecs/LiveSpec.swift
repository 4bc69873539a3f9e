import Millrace
import MillraceSpecs

@testable import Annotations

final class LiveSpec: Spec {
    func testSpec() {
        describe("the live annotations") {
            @TestState var store = makeAnnotationFilter(of: Annotation.samples, from: .onDisk, on: Dispatcher())

            it("tell which rows have changed, and only those") {
                var seen: [String] = []
                let view = AnnotationFilterView(store)
                let observation = view.visible.observeChanges { change in
                    switch change {
                    case .initial(let rows), .reset(let rows): seen.append("all \(rows.count)")
                    case .update(_, let changes): seen.append("\(changes)")
                    }
                }
                store.dispatcher.dispatch(Decide(id: 4, status: .accepted))
                store.dispatcher.dispatch(Toggle(filter: Filter(group: .status, value: "open")))
                store.dispatcher.dispatch(Decide(id: 1, status: .rejected))
                store.dispatcher.dispatch(Remove(id: 2))
                observation.cancel()
                expect(seen).to(equal(["all 5", "~[3→3]", "-[1, 2, 3]", "-[0]"]))
            }

            it("are at any time what plain code computes") {
                var random = SeededGenerator(Seed.current)
                let view = AnnotationFilterView(store)
                let filters = FilterGroup.allCases.flatMap { store.state.value.filters(in: $0) }
                var rows: [Annotation] = []
                let observation = view.visible.observable.observe { rows = Array($0) }
                for _ in 0..<100 {
                    let id = Int.random(in: 1...5, using: &random)
                    let status: Status = Bool.random(using: &random) ? .open : .rejected
                    let filter = filters.randomElement(using: &random)
                    store.dispatcher.dispatch(Decide(id: id, status: status))
                    if let filter { store.dispatcher.dispatch(Toggle(filter: filter)) }
                    expect(rows).to(equal(store.state.value.visible), description: "seed \(Seed.current)")
                }
                observation.cancel()
            }
        }
    }
}
