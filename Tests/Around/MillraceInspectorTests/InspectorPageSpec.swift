import MillraceSpecs

@testable import MillraceInspector

final class InspectorPageSpec: Spec {
    func testSpec() {
        describe("the page") {
            it("is whole") { expect(InspectorPage(.file, nonce: "n").head).notTo(contain("{{")) }
        }
    }
}
