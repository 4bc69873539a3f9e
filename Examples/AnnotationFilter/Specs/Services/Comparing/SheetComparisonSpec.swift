@testable import AnnotationFilter
import MillraceSpecs

final class SheetComparisonSpec: Spec {
    func testSpec() {
        describe("a comparison of two versions of a sheet") {
            let old = Sheet(
                file: "old",
                annotations: [
                    Annotation(id: "a", kind: "ink", author: "Kim", contents: "Door"),
                    Annotation(id: "b", kind: "text", contents: "Gone\nnow"),
                    Annotation(id: "c", kind: "text", contents: "Same"),
                ]
            )
            let new = Sheet(
                file: "new",
                annotations: [
                    Annotation(id: "d", kind: "text", author: "Zoë", contents: "New"),
                    Annotation(id: "c", kind: "text", contents: "Same"),
                    Annotation(id: "a", kind: "ink", author: "Kim", page: 1, contents: "Door", status: .accepted),
                ]
            )

            it("tells what is new, what changed and how, and what is gone, by name, wherever it stands") {
                expect(SheetComparison(from: old, to: new).lines).to(
                    equal([
                        "+ p. 1 | text | Zoë | New",
                        "~ p. 2 | ink | Kim | page: \"1\" → \"2\", status: \"\" → \"Accepted\"",
                        "- p. 1 | text | (no author) | Gone now",
                    ])
                )
            }

            it("tells that nothing differs") {
                expect(SheetComparison(from: old, to: old).changes).to(beEmpty())
                expect(SheetComparison(from: old, to: old).lines).to(equal(["Nothing differs."]))
            }
        }
    }
}
