@testable import AnnotationFilter
import Millrace
import MillraceSpecs
import TestSupport

/// Law V1: a view model is a value; equal states give equal view models.
final class V1PureViewSpec: Spec {
    func testSpec() {
        describe("V1 the view of a state") {
            /// What some actions lead to, and the view that was observed meanwhile.
            func walk(_ actions: [any Action]) throws -> (state: AnnotationFilterState, view: AnnotationFilterView) {
                let store = AnnotationFilterStore(showing: try XFDFFileService().sample(), on: Dispatcher())
                for action in actions { store.dispatcher.dispatch(action) }
                return (store.state.value, store.shown.view.value)
            }

            func randomActions(_ random: inout SeededGenerator) throws -> [any Action] {
                let index = try XFDFFileService().sample().index
                return (0..<12).map { _ in
                    let group = FilterGroup.allCases[Int.random(in: 0..<5, using: &random)]
                    let filters = index.filters(in: group)
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0: return SelectGroup(group: group)
                    case 1: return Refine.search(["", "door", "EI"][Int.random(in: 0..<3, using: &random)])
                    case 2: return Refine.clear
                    default: return Refine.toggle(filters[Int.random(in: 0..<filters.count, using: &random)])
                    }
                }
            }

            it("is equal for equal states, whichever way led there") {
                var random = SeededGenerator(Seed.current)
                for _ in Programs(40) {
                    let actions = try randomActions(&random)
                    let (state, view) = try walk(actions)
                    // Whatever the filters were switched to on the way, switching them again leads back.
                    let toggles = actions.filter { if case .toggle? = $0 as? Refine { true } else { false } }
                    let (sameState, sameView) = try walk(actions + toggles + toggles)
                    expect(sameState).to(equal(state))
                    expect(sameView).to(equal(view))
                }
            }

            it("is what the pure function makes of the state, nothing else") {
                var random = SeededGenerator(Seed.current)
                for _ in Programs(40) {
                    let (state, view) = try walk(try randomActions(&random))
                    let made = AnnotationFilterSpecs.view(of: state)
                    expect(view).to(equal(made))
                    expect(view.sheet.sections).to(equal(PlainList.sections(state)))
                }
            }

            it("can be sent anywhere") {
                func requireSendable<Value: Equatable & Sendable>(_ value: Value) -> Value { value }
                let view = try walk([]).view
                expect(requireSendable(view)).to(equal(view))
            }
        }
    }
}
