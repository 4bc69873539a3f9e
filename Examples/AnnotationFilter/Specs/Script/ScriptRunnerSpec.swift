@testable import AnnotationFilter
import Millrace
import MillraceHistory
import MillraceSpecs

final class ScriptRunnerSpec: Spec {
    @MainActor func testSpec() async {
        let sheet = Sheet(
            file: "first.xfdf",
            annotations: [
                Annotation(id: "0", kind: "text", author: "A. Kim", page: 0, contents: "Fire door"),
                Annotation(id: "1", kind: "ink", author: "A. Kim", page: 1, contents: "door"),
                Annotation(id: "2", kind: "ink", author: nil, page: 1, contents: "wall"),
            ]
        )
        let other = Sheet(
            file: "other.xfdf",
            annotations: [Annotation(id: "x", kind: "stamp")],
            notices: [Notice(.noPage, line: 3)]
        )

        var answers: [String] = []
        var reports: [String] = []
        var exitCode: Int32 = 0

        func run(_ script: String, asJSON: Bool = false) async {
            answers = []
            reports = []
            let sheets = SheetServiceMock(sheets: ["other.xfdf": other])
            let store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: .main), sheets: sheets)
            let runner = ScriptRunner(
                for: store,
                undo: UndoHistory(of: store),
                source: "test",
                asJSON: asJSON,
                answer: { answers += $0 },
                report: { reports.append($0) }
            )
            for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
                await runner.run(String(line))
            }
            exitCode = runner.exitCode
        }

        describe("a script") {
            it("toggles filters in the selected group and in others") {
                await run(
                    "count\ngroup author\ntoggle \"A. Kim\"\ncount\ntoggle kind ink\ncount\ntoggle \"A. Kim\"\ncount"
                )
                expect(answers).to(equal(["3", "2", "1", "2"]))
                expect(reports).to(beEmpty())
                expect(exitCode).to(equal(0))
            }

            it("begins in the group kind") {
                await run("toggle text\ncount")
                expect(answers).to(equal(["1"]))
            }

            it("searches, clears, and counts pages from 1") {
                await run("search DOOR\ncount\ntoggle page 2\ncount\nsearch\ncount\nclear\ncount")
                expect(answers).to(equal(["2", "1", "2", "3"]))
            }

            it("lists the filters of the selected group, and the annotations") {
                await run("group author\ntoggle \"(no author)\"\nfilters\nshow")
                expect(answers).to(
                    equal([
                        "[ ] A. Kim  2", "[x] (no author)  1", "p. 2 | ink | (no author) | (no color) | None | wall",
                    ])
                )
            }

            it("answers in JSON") {
                await run("count\nfilters", asJSON: true)
                expect(answers).to(
                    equal([
                        #"{"count":3}"#, #"{"active":false,"count":2,"filter":"ink","group":"kind"}"#,
                        #"{"active":false,"count":1,"filter":"text","group":"kind"}"#,
                    ])
                )
            }

            it("opens another file, and passes on what is to be said about it") {
                await run("toggle ink\nopen other.xfdf\ncount\nfilters")
                expect(answers).to(equal(["1", "[ ] stamp  1"]))
                expect(reports).to(
                    equal(["other.xfdf: annotations without a usable page, left out: 1 (line 3)"])
                )
                expect(exitCode).to(equal(0))
            }
        }

        describe("undo and redo") {
            it("take back what was done, and do it again") {
                await run("toggle ink\nsearch door\ncount\nundo\ncount\nundo\ncount\nredo\nredo\ncount")
                expect(answers).to(equal(["1", "2", "3", "1"]))
                expect(exitCode).to(equal(0))
            }

            it("are reported where there is nothing to do") {
                await run("undo\ngroup author\nundo\nredo")
                expect(reports).to(haveCount(3))
                expect(reports[0]).to(contain("test, line 1: there is nothing to undo. To fix: "))
                expect(reports[2]).to(contain("there is nothing to redo"))
                expect(exitCode).to(equal(65))
            }
        }

        describe("what narrows and orders") {
            it("switches all filters of a group") {
                await run("all author\ncount\nnone author\ntoggle author \"A. Kim\"\ninvert author\ncount\nundo\ncount")
                expect(reports).to(beEmpty())
                expect(answers).to(equal(["3", "1", "2"]))
            }

            it("takes days, and leaves out replies") {
                await run("dates 2024-13\ndates 2024-03\ncount\ndates\nreplies off\ncount\nreplies maybe")
                expect(reports).to(haveCount(2))
                expect(reports[0]).to(contain("\"2024-13\" names no days. To fix: "))
                expect(answers).to(equal(["0", "3"]))
            }

            it("sorts, groups and shows columns") {
                await run("columns author kind\ngroupby author\nsort kind desc\nshow\nsort\nsort nobody")
                expect(answers).to(equal(["A. Kim | text", "A. Kim | ink", " | ink"]))
                expect(reports[0]).to(contain("there is no column \"nobody\". To fix: use one of sheet, page, author"))
            }

            it("leaves headings out, and takes another order back") {
                await run("columns kind\ngroupby none\nsort kind\nshow\nundo\nshow\nundo\nundo\nshow\ngroupby nobody")
                expect(Array(answers.prefix(6))).to(equal(["ink", "ink", "text", "text", "ink", "ink"]))
                expect(answers.last).to(contain("wall"))
                expect(answers.count).to(equal(9))
                expect(reports).to(haveCount(1))
            }

            it("reads an annotation, and tells of notices") {
                await run("read 0\nread nobody\nnotices")
                expect(answers.first).to(equal("Fire door"))
                expect(reports.first).to(contain("there is no annotation \"nobody\""))
            }
        }

        describe("a line that cannot be carried out") {
            it("is reported with its number, and the script runs to its end") {
                await run("\n# comment\ngroup colour\ntoggle \"B. Kim\"\ntoggle author \"B. Kim\"\nfrob\ncount")
                expect(reports).to(
                    equal([
                        "test, line 3: there is no group \"colour\". To fix: use one of kind, author, color, page, status, "
                            + "subject, layer, marked, sheet; a name with blanks stands in quotes.",
                        "test, line 4: there is no filter \"B. Kim\" in the group kind. To fix: use one of ink, text.",
                        "test, line 5: there is no filter \"B. Kim\" in the group author. "
                            + "To fix: use one of A. Kim, (no author).",
                        "test, line 6: there is no command \"frob\". "
                            + "To fix: use one of \(ScriptCommand.names.joined(separator: ", ")).",
                    ])
                )
                expect(answers).to(equal(["3"]))
                expect(exitCode).to(equal(65))
            }

            it("gives its exit status, if it is the first") {
                await run("open /nowhere/gone.xfdf\ntoggle author Nobody")
                let unreadable = exitCode
                await run("toggle author Nobody\nopen /nowhere/gone.xfdf")
                expect([unreadable, exitCode]).to(equal([66, 65]))
            }

            it("leaves the sheet open where it was to open another") {
                await run("toggle ink\nopen gone.xfdf\ncount")
                expect(reports).to(
                    equal(["test, line 2: gone.xfdf: is empty. To fix: export the annotations again, as XFDF."])
                )
                expect(answers).to(equal(["2"]))
                expect(exitCode).to(equal(65))
            }
        }
    }
}
