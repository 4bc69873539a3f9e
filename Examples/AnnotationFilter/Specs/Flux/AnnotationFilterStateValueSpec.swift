@testable import AnnotationFilter
import Millrace
import MillraceHistory
import MillraceSpecs

final class AnnotationFilterStateValueSpec: Spec {
    /// One change for each field of an annotation.
    private let changes: [(inout Annotation) -> Void] = [
        { $0.id = "b" }, { $0.kind = "stamp" }, { $0.author = "Ada" }, { $0.subject = "Cloud" },
        { $0.color = AnnotationColor("#FFD100") }, { $0.page = 1 }, { $0.created = PDFDate("D:2024") },
        { $0.modified = PDFDate("D:2024") }, { $0.contents = "text" }, { $0.richContents = "text" },
        { $0.answer = Annotation.Answer(parent: 0) }, { $0.answer = Annotation.Answer(parent: 1) },
        { $0.answer = Annotation.Answer(parent: 0, depth: 2) },
        { $0.answer = Annotation.Answer(parent: 0, relation: .groupMember) },
        { $0.status = .accepted }, { $0.status = .rejected }, { $0.isMarked = true },
    ]

    private func digest(of annotation: Annotation) -> StateDigest {
        StateDigest(of: AnnotationFilterState(sheet: Sheet(file: "a.xfdf", annotations: [annotation])))
    }

    func testSpec() {
        describe("the digest of the state") {
            it("changes with every field of an annotation") {
                let digests = self.changes.map { change in
                    var annotation = Annotation(id: "a", kind: "caret")
                    change(&annotation)
                    return self.digest(of: annotation)
                }
                expect(Set(digests + [self.digest(of: Annotation(id: "a", kind: "caret"))])).to(
                    haveCount(self.changes.count + 1)
                )
            }
            it("changes with everything else that the screen shows") {
                let states = [
                    AnnotationFilterState(),
                    AnnotationFilterState(sheet: Sheet(file: "a", annotations: [])),
                    AnnotationFilterState(sheet: Sheet(file: "", document: "a", annotations: [])),
                    AnnotationFilterState(sheet: Sheet(file: "", annotations: [], notices: [Notice(.noPage)])),
                    AnnotationFilterState(sheet: Sheet(file: "", annotations: [], notices: [Notice(.noDate)])),
                    AnnotationFilterState(selectedGroup: .author),
                    AnnotationFilterState(query: FilterQuery(active: [Filter(.page, "1")])),
                    AnnotationFilterState(query: FilterQuery(search: "a")),
                    AnnotationFilterState(problem: .empty(file: "a")),
                    AnnotationFilterState(problem: .empty(file: "b")),
                ]
                expect(Set(states.map { StateDigest(of: $0) })).to(haveCount(states.count))
            }
        }

        describe("a difference of two states") {
            it("names what differs in the sheet, and not what follows from it") {
                func state(_ contents: String) -> AnnotationFilterState {
                    let annotations = [Annotation(id: "a", kind: "caret", contents: contents)]
                    return AnnotationFilterState(sheet: Sheet(file: "a.xfdf", annotations: annotations))
                }
                expect(describeDifference(state("one"), state("two"))).to(
                    equal(#"sheet.annotations[0].contents: "one" → "two""#)
                )
            }
        }
    }
}
