import MillraceSpecs

@testable import AnnotationFilter

final class TypedPathSpec: Spec {
    func testSpec() {
        describe("a path that is typed, pasted or dragged") {
            let paths = [
                ("/x/plan.xfdf", "/x/plan.xfdf"),
                (" a.xfdf \n", "a.xfdf"),
                ("'/x/my plan.xfdf'", "/x/my plan.xfdf"),
                ("\"/x/my plan.xfdf\"", "/x/my plan.xfdf"),
                (#"/x/my\ plan\ \(2\).xfdf"#, "/x/my plan (2).xfdf"),
                ("file:///x/my%20plan.xfdf", "/x/my plan.xfdf"),
                ("~/it's.xfdf", "~/it's.xfdf"),
                ("'", "'"),
                ("", ""),
            ]
            for (text, path) in paths {
                it("means \(path.debugDescription) by \(text.debugDescription)") {
                    expect(TypedPath.path(text)).to(equal(path))
                }
            }
        }
    }
}
