@testable import AnnotationFilter
import Foundation
import MillraceSpecs

final class AnnotationFilterStateSpec: Spec {
    func testSpec() {
        describe("the state") {
            it("begins with nothing open and nothing on") {
                let state = AnnotationFilterState()
                expect(state.visible).to(beEmpty())
                expect(state.choices).to(beEmpty())
                expect(state.isFiltering).to(beFalse())
            }

            it("is filtering with a filter on, or with something to search for") {
                var state = AnnotationFilterState()
                state.query.search = " "
                expect(state.isFiltering).to(beFalse())
                state.query.search = "door"
                expect(state.isFiltering).to(beTrue())
                state.query = FilterQuery(active: [Filter(.kind, "ink")])
                expect(state.isFiltering).to(beTrue())
            }

            it("shows the filters of the selected group and the annotations that are visible") {
                let annotations = ["a", "b"].map { Annotation(id: $0, kind: $0) }
                let state = AnnotationFilterState(
                    sheet: Sheet(file: "f", annotations: annotations),
                    selectedGroup: .page,
                    query: FilterQuery(active: [Filter(.kind, "b")])
                )
                expect(state.choices).to(equal([FilterChoice(filter: Filter(.page, "1"), count: 1)]))
                expect(state.visible).to(equal([1]))
            }

            it("is equal to its copy without looking at 20,000 annotations") {
                let annotations = (0..<20_000).map { Annotation(id: "\($0)", kind: "text") }
                let sheet = Sheet(file: "f", annotations: annotations)
                let state = AnnotationFilterState(sheet: sheet)
                var other = state
                other.selectedGroup = .status
                // In microseconds of the processor, which others do not use up. To look at all takes a minute.
                let start = clock()
                for _ in 0..<1_000 { _ = state == other }
                expect(clock() - start).to(beLessThan(5_000_000))
            }
        }

        describe("a query") {
            it("switches a filter on and off") {
                var query = FilterQuery()
                query.toggle(Filter(.kind, "ink"))
                expect(query.active).to(equal([Filter(.kind, "ink")]))
                query.toggle(Filter(.kind, "ink"))
                expect(query).to(equal(FilterQuery()))
            }
        }
    }
}
