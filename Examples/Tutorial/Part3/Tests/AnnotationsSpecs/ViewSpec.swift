import Millrace
import MillraceSpecs

@testable import Annotations

final class ViewSpec: Spec {
    func testSpec() {
        func table(_ active: Set<Filter>) -> ListModel<ListRow> {
            let state = AnnotationFilterState(annotations: Annotation.samples, active: active)
            return AnnotationFilterViewProvider.list(of: state)
        }
        let kim = Filter(group: .author, value: "Kim")

        describe("the table") {
            it("has the filters of each group, then the annotations") {
                let headers = table([]).sections.map(\.header)
                expect(headers).to(equal(["author", "kind", "status", "annotations"]))
                expect(table([]).sections[0].rows.map(\.title)).to(equal(["Kim", "Okafor", "Zoë"]))
            }

            it("says how many are visible, and marks the filters that are on") {
                let filtered = table([kim])
                expect(filtered.title).to(equal("2 of 5"))
                expect(filtered.sections[0].rows.map(\.isSelected)).to(equal([true, false, false]))
                expect(filtered.sections[3].rows.map(\.id)).to(equal(["1", "3"]))
            }
        }
    }
}
