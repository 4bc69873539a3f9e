import Millrace
import MillraceSpecs

@testable import Annotations

final class ViewSpec: Spec {
    func testSpec() {
        let kim = Filter(group: .author, value: "Kim")

        describe("the panel") {
            it("has the filters of each group, and marks those that are on") {
                let state = AnnotationFilterState(annotations: Annotation.samples, active: [kim])
                let panel = AnnotationFilterViewProvider.panel(of: state)
                expect(panel.sections.map(\.header)).to(equal(["author", "kind", "status"]))
                expect(panel.sections[0].rows.map(\.title)).to(equal(["Kim", "Okafor", "Zoë"]))
                expect(panel.sections[0].rows.map(\.isSelected)).to(equal([true, false, false]))
            }
        }

        describe("the identity of a row") {
            it("leads back to its filter, whatever its value is") {
                let slashed = Filter(group: .kind, value: "in/out")
                expect([kim, slashed].map { Filter(id: $0.id) }).to(equal([kim, slashed]))
                expect(Filter(id: "annotations")).to(beNil())
            }
        }
    }
}
