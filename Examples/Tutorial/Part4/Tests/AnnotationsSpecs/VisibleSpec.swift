import MillraceSpecs

@testable import Annotations

final class VisibleSpec: Spec {
    func testSpec() {
        let kim = Filter(group: .author, value: "Kim")
        let zoë = Filter(group: .author, value: "Zoë")
        let open = Filter(group: .status, value: "open")

        func visible(_ active: Set<Filter>) -> [Int] {
            AnnotationFilterState(annotations: Annotation.samples, active: active).visible.map(\.id)
        }

        describe("what is visible") {
            it("is all while no filter is on") { expect(visible([])).to(equal([1, 2, 3, 4, 5])) }
            it("grows with each filter of one group") {
                expect(visible([kim])).to(equal([1, 3]))
                expect(visible([kim, zoë])).to(equal([1, 2, 3, 5]))
            }
            it("shrinks with a filter of another group") { expect(visible([kim, zoë, open])).to(equal([1, 5])) }
        }
    }
}
