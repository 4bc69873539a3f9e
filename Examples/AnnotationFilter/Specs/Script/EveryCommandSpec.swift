import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs

@testable import AnnotationFilter

/// Each command of the scripts by itself, on files.
final class EveryCommandSpec: Spec {
    /// A script for each command, and what it is answered with. `$` is the folder of the files.
    private static let examples: [String: (script: String, answers: [String])] = [
        "add": ("add $/other.xfdf\ncount", ["5"]),
        "all": ("all\nfilters", ["[x] ink  1", "[x] text  2"]),
        "clear": ("toggle ink\nsearch wall\ndates 2024\nreplies off\nclear\ncount", ["3"]),
        "columns": ("columns name kind\nshow", ["a | text", "  ↳ r | text", "b | ink"]),
        "compare": (
            "compare $/other.xfdf",
            [
                "~ p. 1 | text | A. Kim | text: \"Door\" → \"Fire door\"", "+ p. 1 | text | Zoë | yes",
                "+ p. 2 | ink | A. Kim | wall", "- p. 1 | stamp | (no author) | ",
            ]
        ),
        "conflicts": (conflict + "conflicts", ["a | status: Accepted | conflict: Rejected by Zoë"]),
        "count": ("count", ["3"]),
        "dates": ("dates 2024-05\ncount\ndates\ncount", ["1", "3"]),
        "decide": (conflict + "decide a mine\nconflicts\nedits", ["a | status: Accepted"]),
        "edits": (
            "status a accepted\nmark b\nreply r Thank you.\nedits",
            ["a | status: Accepted", "b | marked", "r | reply new3: Thank you."]
        ),
        "export": ("toggle ink\nexport xfdf $/copy.xfdf\nopen $/copy.xfdf\ncount", ["1"]),
        "filters": ("filters", ["[ ] ink  1", "[ ] text  2"]),
        "group": ("group author\nfilters", ["[ ] A. Kim  2", "[ ] Zoë  1"]),
        "groupby": ("columns name\ngroupby kind\nshow", ["b", "a", "  ↳ r"]),
        "invert": ("toggle ink\ninvert kind\nfilters", ["[ ] ink  1", "[x] text  2"]),
        "keep": ("toggle ink\nkeep mine\nsets", ["mine"]),
        "mark": ("mark b\ncolumns name marked\nshow", marked),
        "merge": (
            "status a accepted\nmark b\nmerge $/other.xfdf\nedits\nsave\ncolumns name status\nshow",
            [
                "a | status: Accepted", "b | marked | the file does not have that any more", "a | Accepted", "s | ",
            ]
        ),
        "none": ("all\nnone\nfilters", ["[ ] ink  1", "[ ] text  2"]),
        "notices": ("notices", ["annotations without a usable page, left out: 1, for example \"bad\" (line 5)"]),
        "open": ("toggle ink\nopen $/other.xfdf\ncount", ["2"]),
        "read": (
            "read b",
            [
                "wall", "", "Author: A. Kim", "Kind: ink", "Page: 2", "Color: red #FF0000",
                "Modified: 2024-05-01 00:00", "Name: b",
            ]
        ),
        "redo": ("toggle ink\nundo\nredo\ncount", ["1"]),
        "replies": ("replies off\ncount\nreplies on\ncount", ["2", "3"]),
        "save": ("mark b\nsave\nedits\nsave $/new.xfdf\ncolumns name marked\nshow", marked),
        "reply": ("reply b \"What a \\\"wall\\\"\"\ncolumns name text\nsearch what\nshow", reply),
        "reword": ("reply b What\nreword new1 What a \"wall\"\ncolumns name text\nsearch what\nshow", reply),
        "search": ("search wall\ncount\nsearch\ncount", ["1", "3"]),
        "sets": ("keep b\nkeep a\nsets", ["a", "b"]),
        "show": (
            "show",
            [
                "p. 1 | text | A. Kim | (no color) | None | Fire door",
                "  ↳ p. 1 | text | Zoë | (no color) | None | yes", "p. 2 | ink | A. Kim | #FF0000 | None | wall",
            ]
        ),
        "sort": (
            "columns name\ngroupby none\nsort modified\nshow\nsort modified desc\nshow",
            ["a", "  ↳ r", "b", "b", "a", "  ↳ r"]
        ),
        "status": (
            "status a COMPLETED\nstatus b rejected\nstatus b none\ngroup status\nfilters",
            ["[ ] None  2", "[ ] Completed  1"]
        ),
        "takeback": ("reply b yes\nmark b\nmark a\ntakeback new1\ntakeback a\nedits", ["b | marked"]),
        "toggle": ("toggle author Zoë\ncount\ntoggle author Zoë\ncount", ["1", "3"]),
        "totals": ("totals", ["Nothing that is visible is measured."]),
        "undo": ("toggle ink\nundo\ncount", ["3"]),
        "unmark": ("mark a\nmark b\nunmark a\ncolumns name marked\nshow", marked),
        "use": ("toggle ink\nkeep mine\nclear\nuse mine\ncount", ["1"]),
    ]

    /// Somebody else sets a status, too.
    private static let conflict = "open $/other.xfdf\nstatus a accepted\n# Zoë rejects a\nopen $/other.xfdf\n"
    private static let marked = ["a | ", "  ↳ r | ", "b | marked"]
    private static let reply = ["  ↳ new1 | What a \"wall\""]

    @MainActor func testSpec() async {
        var folder: URL!

        beforeEach {
            folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let sheet = """
                <xfdf><annots>
                <text name="a" page="0" title="A. Kim" date="D:20240301"><contents>Fire door</contents></text>
                <text name="r" page="0" title="Zoë" inreplyto="a"><contents>yes</contents></text>
                <ink name="b" page="1" title="A. Kim" color="#FF0000" date="D:20240501"><contents>wall</contents></ink>
                <ink name="bad"/></annots></xfdf>
                """
            let other = """
                <xfdf><annots>
                <text name="a" page="0" title="A. Kim" date="D:20240301"><contents>Door</contents></text>
                <stamp name="s" page="0"/></annots></xfdf>
                """
            try Data(sheet.utf8).write(to: folder.appending(path: "sheet.xfdf"))
            try Data(other.utf8).write(to: folder.appending(path: "other.xfdf"))
        }
        afterEach { try FileManager.default.removeItem(at: folder) }

        /// What a script is answered with, and what is reported.
        func run(_ script: String) async throws -> (answers: [String], reports: [String]) {
            var (answers, reports) = ([String](), [String]())
            let sheet = try XFDFFileService().sheet(at: folder.appending(path: "sheet.xfdf").path)
            let store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: .main))
            let runner = ScriptRunner(
                for: store,
                undo: UndoHistory(of: store),
                source: "test",
                sets: FilterSets(folder.appending(path: "sets/sets.json")),
                editor: .counting(),
                journals: EditJournals(of: store, in: folder, on: { Dispatcher(on: .main) }, tell: { _ in }),
                answer: { answers += $0 },
                report: { reports.append($0) }
            )
            for line in script.replacing("$", with: folder.path).split(separator: "\n") {
                if line == "# Zoë rejects a" {
                    let file = folder.appending(path: "other.xfdf")
                    let rejected = "<text inreplyto='a' state='Rejected' title='Zoë'/></annots>"
                    let text = try String(contentsOf: file, encoding: .utf8).replacing("</annots>", with: rejected)
                    try Data(text.utf8).write(to: file)
                }
                await runner.run(String(line))
            }
            return (answers, reports)
        }

        describe("the command") {
            for name in ScriptCommand.names {
                it(name) {
                    guard let example = Self.examples[name] else { return fail("there is no example of it") }
                    let found = try await run(example.script)
                    expect(found.answers).to(equal(example.answers))
                    expect(found.reports.filter { !$0.contains("of what is gone") }).to(beEmpty())
                }
            }

            it("has an example here, whatever it is") {
                expect(Self.examples.keys.sorted()).to(equal(ScriptCommand.names))
            }
        }

        describe("opening a file beside others") {
            it("reports what is odd about it, and not again what is about the others") {
                let found = try await run("add $/sheet.xfdf\nadd $/other.xfdf\nopen $/sheet.xfdf\nnotices")
                let notice = "annotations without a usable page, left out: 1, for example \"bad\" (line 5)"
                let path = folder.appending(path: "sheet.xfdf").path
                expect(found.reports).to(equal(["\(path): \(notice)", "\(path): \(notice)"]))
                expect(found.answers).to(equal([notice]))
            }
        }

        describe("saved filters") {
            it("are used as far as the sheet has them, and replace what was on") {
                let query = FilterQuery(active: [Filter(.kind, "ink"), Filter(.author, "Nobody")], search: "wall")
                let store = AnnotationFilterStore(
                    showing: try XFDFFileService().sheet(at: folder.appending(path: "sheet.xfdf").path),
                    on: Dispatcher(on: .main)
                )
                store.dispatcher.dispatch(Refine.toggle(Filter(.author, "Zoë")))
                store.dispatcher.dispatch(Refine.use(query))
                expect(store.state.value.query).to(equal(FilterQuery(active: [Filter(.kind, "ink")], search: "wall")))
                expect(store.state.value.visible).to(equal([2]))
            }

            it("that a person wrote are refused where they make no sense") {
                let file = folder.appending(path: "sets/sets.json")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                for dates in [#""2025..2024""#, #""2024-13..""#, #""..""#, #""2024..2024..""#, "2024"] {
                    let text = #"{"mine":{"active":[],"search":"","hidesReplies":false,"dates":\#(dates)}}"#
                    try Data(text.utf8).write(to: file)
                    let found = try await run("use mine\nsets\ncount")
                    expect(found.answers).to(equal(["3"]))
                    expect(found.reports).to(haveCount(2))
                    expect(found.reports.first).to(contain("sets.json is not as it was written", "To fix: "))
                }
                let text = #"{"a":{"active":[],"search":"","hidesReplies":false,"dates":"2024-05.."}}"#
                try Data(text.utf8).write(to: file)
                let found = try await run("use a\ncount")
                expect(found.answers).to(equal(["1"]))
            }
        }
    }
}
