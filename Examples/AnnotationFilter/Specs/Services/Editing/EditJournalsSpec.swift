import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs

@testable import AnnotationFilter

/// Edits that are not saved are there in the next run, beside their sheet.
final class EditJournalsSpec: Spec {
    /// A run of the program, with one sheet and an editor.
    private final class Lines {
        var told: [String] = []
        var reports: [String] = []
    }

    @MainActor
    private final class Scene {
        let store: AnnotationFilterStore
        let undo: UndoHistory
        let runner: ScriptRunner
        let journals: EditJournals
        private let lines = Lines()
        var told: [String] { lines.told }
        var reports: [String] { lines.reports }

        init(_ sheet: Sheet, state: URL, names: String = UUID().uuidString) {
            store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: .main))
            undo = UndoHistory(of: store)
            let lines = lines
            journals = EditJournals(
                of: store,
                in: state,
                on: { Dispatcher(on: .main) },
                tell: { lines.told.append($0) }
            )
            runner = ScriptRunner(
                for: store,
                undo: undo,
                source: "test",
                editor: .counting("Ada", names),
                journals: journals,
                answer: { _ in },
                report: { lines.reports.append($0) }
            )
        }

        var edits: SheetEdits { store.state.value.edits }
        var sheet: Sheet { store.state.value.sheet }

        func run(_ script: String) async {
            for line in script.split(separator: "\n") { await runner.run(String(line)) }
        }
    }

    @MainActor func testSpec() async {
        @TestState var folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let text = xfdf("<text name='a' page='0'/><ink name='b' page='0'/>")

        func url(_ name: String) -> URL { folder.appending(path: name) }
        func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url(name).path) }
        func scene(_ name: String = "plan.xfdf", names: String = UUID().uuidString) throws -> Scene {
            Scene(try XFDFFileService().sheet(at: url(name).path), state: url("state"), names: names)
        }

        beforeEach {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in ["plan.xfdf", "other.xfdf"] { try Data(text.utf8).write(to: url(name)) }
        }
        afterEach {
            try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url("locked").path)
            try FileManager.default.removeItem(at: folder)
        }

        describe("a journal") {
            it("has each edit and each undo in its turn, whatever becomes of the program") {
                for (script, count) in [
                    ("status a accepted", 1), ("reply b yes\nmark a", 3), ("undo", 3), ("takeback b", 3),
                    ("status a none", 2),
                ] as [(String, Int)] {
                    // No end of the program here: what it had in its hands is let go.
                    let scene = try scene()
                    await scene.run(script)
                    expect(scene.edits.count).to(equal(count), description: script)
                    let next = Scene(scene.sheet, state: url("state"))
                    expect(next.told.first).to(contain("is edited by another program"))
                }
                let last = try scene()
                expect(last.edits.table.map(\.replyText)).to(equal(["yes", nil]))
                expect(last.sheet.annotation("a")?.isMarked).to(beTrue())
            }

            it("is written before the dispatch of an edit returns, and before that of an undo") {
                @MainActor func found() throws -> [String] {
                    let copy = url(UUID().uuidString)
                    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
                    for name in ["plan.xfdf", ".plan.xfdf.edits"] {
                        try FileManager.default.copyItem(at: url(name), to: copy.appending(path: name))
                    }
                    return try scene("\(copy.lastPathComponent)/plan.xfdf").edits.table.map(\.id)
                }
                let scene = try scene()
                try scene.journals.claim()
                for (number, text) in ["one", "two", "three"].enumerated() {
                    let edit = SheetEdit("n\(number)", of: "a", .reply(text), by: "Ada", at: PDFDate("D:2027"))
                    scene.store.dispatcher.dispatch(Edit.add(edit))
                    expect(try found()).to(equal((0...number).map { "n\($0)" }))
                }
                scene.store.dispatcher.dispatch(Undo())
                expect(try found()).to(equal(["n0", "n1"]))
                scene.store.dispatcher.dispatch(Edit.withdraw(["n0"]))
                expect(try found()).to(equal(["n1"]))
            }

            it("is made with the first edit, and gone where nothing is left at the end") {
                let scene = try scene()
                await scene.run("show\nstatus nobody accepted\ntoggle ink")
                expect(exists(".plan.xfdf.edits")).to(beFalse())
                await scene.run("mark a")
                expect(exists(".plan.xfdf.edits")).to(beTrue())
                scene.journals.end()
                expect(exists(".plan.xfdf.edits")).to(beTrue())
                await scene.run("unmark a")
                scene.journals.end()
            }

            it("belongs to one program: another one is told, and can only read") {
                let first = try scene()
                await first.run("mark a")
                let second = try scene()
                expect(second.sheet.annotation("a")?.isMarked).to(beFalse())
                await second.run("status a accepted\ncount")
                expect(second.told.first).to(
                    equal(
                        "plan.xfdf is edited by another program, and can only be read here. To fix: end that one."
                    )
                )
                expect(second.reports).to(haveCount(1))
                expect(second.edits.count).to(equal(0))
            }

            it("is found by every name of the sheet, and again when another sheet was open") {
                try FileManager.default.createSymbolicLink(at: url("link.xfdf"), withDestinationURL: url("plan.xfdf"))
                let scene = try scene()
                await scene.run("mark a\nopen \(url("other.xfdf").path)\nmark b\nopen \(url("link.xfdf").path)")
                expect(scene.edits.table.map(\.annotation)).to(equal(["a"]))
                expect(scene.told).to(equal(["link.xfdf: 1 edit is not saved"]))
                await scene.run("open \(url("other.xfdf").path)")
                expect(scene.edits.table.map(\.annotation)).to(equal(["b"]))
                await scene.run("undo\nundo\nundo")
                expect(scene.sheet.file).to(equal(url("other.xfdf").path))
                await scene.run("undo")
                expect(scene.sheet.title).to(equal("plan.xfdf"))
                expect(scene.edits.table.map(\.annotation)).to(equal(["a"]))
                expect(scene.reports).to(beEmpty())
            }

            it("is elsewhere where nothing can be written beside the sheet, and of what is no file") {
                try FileManager.default.createDirectory(at: url("locked"), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url("locked/plan.xfdf"))
                try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: url("locked").path)
                let places = try ["locked/plan.xfdf", "plan.xfdf"].map {
                    SheetPlace(try XFDFFileService().sheet(at: url($0).path), state: url("state"))?.folder.path
                }
                let isRoot = geteuid() == 0
                let locked = url("locked/.plan.xfdf.edits").path
                expect(places[0]).to(
                    equal(
                        isRoot
                            ? locked
                            : url("state/files\(url("locked").resolvingSymlinksInPath().path)/.plan.xfdf.edits").path
                    )
                )
                expect(places[1]).to(
                    equal(
                        url("plan.xfdf").resolvingSymlinksInPath().deletingLastPathComponent().appending(
                            path: ".plan.xfdf.edits"
                        ).path
                    )
                )
                for sheet in [try XFDFReader.read(Data(text.utf8), file: "-"), try XFDFFileService().sample()] {
                    let scene = Scene(sheet, state: url("state"))
                    await scene.run("mark \(sheet.ids[0])\nsave")
                    expect(scene.reports.first).to(contain("has no file of its own. To fix: name a new file"))
                    expect(scene.edits.count).to(equal(1))
                }
                let kept = try FileManager.default.subpathsOfDirectory(atPath: url("state").path)
                expect(kept).to(contain("sample.edits"))
                expect(kept.contains { $0.hasPrefix("standard-input/") }).to(beTrue())
                expect(SheetPlace(.empty, state: folder)).to(beNil())
            }
        }

        describe("edits that were kept") {
            it("are merged with a sheet that has changed since, and told") {
                let first = try scene()
                await first.run("status a accepted\nreply b yes")
                try Data(
                    xfdf("<text name='a' page='0'/><text name='s' inreplyto='a' state='Rejected' title='Zoë'/>").utf8
                )
                .write(to: url("plan.xfdf"))
                let copy = url("copy")
                try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
                for name in ["plan.xfdf", ".plan.xfdf.edits"] {
                    try FileManager.default.copyItem(at: url(name), to: copy.appending(path: name))
                }
                let next = try scene("copy/plan.xfdf")
                expect(next.edits.summary).to(equal("2 edits are not saved, 1 in conflict, 1 of what is gone"))
                expect(next.sheet.annotation("a")?.status).to(equal(.rejected))
                withExtendedLifetime(first) {}
            }

            it("are dropped where the file has them: the program has ended between saving and noting it") {
                let first = try scene(names: "n")
                await first.run("status a accepted\nreply b yes")
                let saved = try first.sheet.origin?.data(with: first.edits) ?? Data()
                try FileManager.default.createDirectory(at: url("copy"), withIntermediateDirectories: true)
                try FileManager.default.copyItem(at: url(".plan.xfdf.edits"), to: url("copy/.plan.xfdf.edits"))
                try saved.write(to: url("copy/plan.xfdf"))
                let next = try scene("copy/plan.xfdf")
                expect(next.edits.count).to(equal(0))
                expect(next.sheet.annotation("n2")?.contents).to(equal("yes"))
                await next.run("save")
                expect(next.reports.first).to(contain("there is nothing to save"))
                expect(try Data(contentsOf: url("copy/plan.xfdf"))).to(equal(saved))
                withExtendedLifetime(first) {}
            }
        }
    }
}
