@testable import AnnotationFilter
import Foundation
import MillraceSpecs

final class ScriptAnswerSpec: Spec {
    func testSpec() {
        let sheet = Sheet(
            file: "test.xfdf",
            annotations: [
                Annotation(
                    id: "a/1",
                    kind: "square",
                    author: "Zoë \"Z\"",
                    color: AnnotationColor("#FF0000"),
                    page: 2,
                    modified: PDFDate("D:20240304091235-05'00'"),
                    contents: "Two\nlines",
                    status: .accepted,
                    isMarked: true
                ),
                Annotation(id: "b", kind: "text", page: 2, modified: PDFDate("soon"), answer: .init(parent: 0)),
            ]
        )
        let state = AnnotationFilterState(
            sheet: sheet,
            query: FilterQuery(active: [Filter(.kind, "square"), Filter(.kind, "text")])
        )

        func text(_ command: ScriptCommand) -> [String]? { ScriptAnswer(to: command, in: state)?.text }
        func json(_ command: ScriptCommand) -> [String]? { ScriptAnswer(to: command, in: state)?.json }

        describe("show") {
            it("answers with an annotation a line, what answers another indented") {
                expect(text(.show)).to(
                    equal([
                        "p. 3 | square | Zoë \"Z\" | #FF0000 | Accepted | (marked) Two lines",
                        "  ↳ p. 3 | text | (no author) | (no color) | None | ",
                    ])
                )
            }

            it("indents no further than eight times") {
                let deep = (0...10).map {
                    Annotation(id: "\($0)", kind: "text", answer: $0 == 0 ? nil : .init(parent: $0 - 1, depth: $0))
                }
                let state = AnnotationFilterState(
                    sheet: Sheet(file: "deep.xfdf", annotations: deep),
                    query: FilterQuery()
                )
                let indents = ScriptAnswer(to: .show, in: state)?.text.map { $0.prefix { $0 == " " }.count }
                expect(indents).to(equal([0, 2, 4, 6, 8, 10, 12, 14, 16, 16, 16]))
            }

            it("answers with a JSON object a line") {
                expect(json(.show)).to(
                    equal([
                        ##"{"author":"Zoë \"Z\"","color":"#FF0000","contents":"Two\nlines","id":"a/1","##
                            + #""kind":"square","marked":true,"modified":"2024-03-04T09:12:35-05:00","page":3,"#
                            + #""status":"Accepted"}"#,
                        #"{"contents":"","id":"b","kind":"text","marked":false,"modified":"soon","page":3,"#
                            + #""replyTo":"a/1"}"#,
                    ])
                )
            }
        }

        describe("count") {
            it("answers with the number alone") { expect(text(.count)).to(equal(["2"])) }
            it("answers with a JSON object") { expect(json(.count)).to(equal([#"{"count":2}"#])) }
        }

        describe("filters") {
            it("answers with a filter a line") { expect(text(.filters)).to(equal(["[x] square  1", "[x] text  1"])) }

            it("answers with a JSON object a line") {
                expect(json(.filters)).to(
                    equal([
                        #"{"active":true,"count":1,"filter":"square","group":"kind"}"#,
                        #"{"active":true,"count":1,"filter":"text","group":"kind"}"#,
                    ])
                )
            }
        }

        describe("any other command") {
            it("has no answer") {
                let commands: [ScriptCommand] = [
                    .refine(.clear), .group(.page), .refine(.search("a")), .toggle(value: "a", in: nil), .open(["f"]),
                ]
                expect(commands.compactMap { ScriptAnswer(to: $0, in: state) }).to(beEmpty())
            }
        }
    }
}
