import Foundation
import MillraceSpecs

@testable import AnnotationFilter

final class SheetOrderSpec: Spec {
    func testSpec() {
        describe("the order of a sheet") {
            it("puts what has nothing in the column last, in either direction") {
                let sheet = Sheet(
                    file: "f",
                    annotations: ["", "b", "", "c", "a"].enumerated().map { index, author in
                        Annotation(id: "\(index)", kind: "text", author: author, page: 0)
                    }
                )
                var arrangement = Arrangement()
                arrangement.sorting = .author
                expect(SheetOrder(sheet, arrangement).positions).to(equal([4, 1, 3, 0, 2]))
                arrangement.isDescending = true
                expect(SheetOrder(sheet, arrangement).positions).to(equal([3, 1, 4, 0, 2]))
            }
        }
    }
}
