import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs

@testable import AnnotationFilter

/// Saving edits: in the sheet's file, whatever has become of it, and in a new one.
final class SavingSpec: Spec {
    @MainActor func testSpec() async {
        @TestState var folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let rows = "<text name='a' page='0'/>\n<ink name='b' page='0'/>\n"
        let text = xfdf(rows)

        func url(_ name: String) -> URL { folder.appending(path: name) }
        func contents(_ name: String = "plan.xfdf") throws -> String {
            try String(contentsOf: url(name), encoding: .utf8)
        }
        var (reports, answers) = ([String](), [String]())

        /// A runner of scripts on a file, with a journal.
        func open(
            _ name: String = "plan.xfdf",
            names: String = "new"
        ) throws -> (runner: ScriptRunner, store: AnnotationFilterStore) {
            (reports, answers) = ([], [])
            let sheet = try XFDFFileService().sheet(at: url(name).path)
            let store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: .main))
            let undo = UndoHistory(of: store)
            let journals = EditJournals(
                of: store,
                in: url("state"),
                on: { Dispatcher(on: .main) },
                tell: { reports.append($0) }
            )
            let runner = ScriptRunner(
                for: store,
                undo: undo,
                source: "test",
                editor: .counting("Ada", names),
                journals: journals,
                answer: { answers += $0 },
                report: { reports.append($0) }
            )
            return (runner, store)
        }
        func run(_ script: String, _ runner: ScriptRunner) async {
            for line in script.split(separator: "\n") { await runner.run(String(line)) }
        }

        beforeEach {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url("plan.xfdf"))
        }
        afterEach { try FileManager.default.removeItem(at: folder) }

        describe("saving") {
            it("adds the edits to the file, and nothing is left to save, also for the next run") {
                let (runner, store) = try open()
                await run("status a accepted\nreply b yes\nsave\nedits\nsave", runner)
                expect(answers).to(beEmpty())
                expect(reports).to(equal(["test, line 5: there is nothing to save. To fix: edit the sheet before."]))
                expect(Data(try contents().utf8).inserted(into: Data(text.utf8))).notTo(beNil())
                expect(store.state.value.sheet).to(equal(try XFDFFileService().sheet(at: url("plan.xfdf").path)))
                await run("mark a\nsave", runner)
                expect(try read(contents()).annotation("a")?.isMarked).to(beTrue())
                expect(reports).to(haveCount(1))
            }

            it("keeps the permissions, and a link a link") {
                try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url("plan.xfdf").path)
                try FileManager.default.createSymbolicLink(at: url("link.xfdf"), withDestinationURL: url("plan.xfdf"))
                let (runner, _) = try open("link.xfdf")
                await run("mark a\nsave", runner)
                expect(reports).to(beEmpty())
                let found = try FileManager.default.attributesOfItem(atPath: url("plan.xfdf").path)
                expect(found[.posixPermissions] as? Int).to(equal(0o640))
                expect(try FileManager.default.destinationOfSymbolicLink(atPath: url("link.xfdf").path)).to(
                    endWith("plan.xfdf")
                )
                expect(try read(contents()).annotation("a")?.isMarked).to(beTrue())
                expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".draft") }
                ).to(beEmpty())
            }

            it("merges first where somebody else has changed the file, and tells") {
                let (runner, store) = try open()
                await run("status a accepted", runner)
                let newer = xfdf(rows + "<text name='r' page='0' inreplyto='a'><contents>theirs</contents></text>")
                try Data(newer.utf8).write(to: url("plan.xfdf"))
                await run("save\nedits", runner)
                expect(reports).to(
                    equal(["test, line 2: somebody else has changed plan.xfdf: it was read anew, and has the edits now"]
                    )
                )
                expect(answers).to(beEmpty())
                expect(Data(try contents().utf8).inserted(into: Data(newer.utf8))).notTo(beNil())
                expect(store.state.value.sheet.ids).to(equal(["a", "r", "b"]))
                expect(store.state.value.sheet.annotation("a")?.status).to(equal(.accepted))
            }

            it("writes nothing where that leads to a conflict, until it is decided") {
                let (runner, store) = try open()
                await run("status a accepted\nmark b", runner)
                let newer = xfdf(rows + "<text name='s' inreplyto='a' state='Rejected' title='Zoë'/>")
                try Data(newer.utf8).write(to: url("plan.xfdf"))
                await run("save", runner)
                expect(reports.first).to(
                    contain(
                        "somebody else has changed plan.xfdf",
                        "nothing was written: 2 edits are not saved, 1 in conflict. To fix: "
                    )
                )
                expect(try contents()).to(equal(newer))
                await run("conflicts\nsave\ndecide b mine\ndecide a mine\nsave\nconflicts\nedits", runner)
                expect(answers).to(equal(["a | status: Accepted | conflict: Rejected by Zoë"]))
                expect(reports).to(haveCount(3))
                expect(reports[1]).to(contain("1 edit is not saved, 1 in conflict"))
                expect(reports[2]).to(contain("there is nothing to decide"))
                expect(store.state.value.sheet.annotation("a")?.status).to(equal(.accepted))
                expect(try read(contents()).annotation("a")?.status).to(equal(.accepted))
                expect(try contents()).to(contain("name='s'"))
            }

            it("is refused where the file is gone, is no sheet any more, or may not be written") {
                let (runner, store) = try open()
                await run("mark a", runner)
                try Data("<html/>".utf8).write(to: url("plan.xfdf"))
                await run("save", runner)
                expect(reports.last).to(contain("plan.xfdf: is XML but not XFDF"))
                try FileManager.default.removeItem(at: url("plan.xfdf"))
                await run("save", runner)
                expect(reports.last).to(contain("cannot be read: there is no such file"))
                expect(store.state.value.edits.count).to(equal(1))
                expect(store.state.value.sheet.annotation("a")?.isMarked).to(beTrue())
            }
        }

        describe("an export") {
            it("has the edits, and does not save them") {
                let (runner, store) = try open()
                await run("reply a yes\nmark b\ntoggle text\nexport xfdf \(url("copy.xfdf").path)", runner)
                expect(reports).to(beEmpty())
                let copy = try read(contents("copy.xfdf"))
                expect(copy.ids).to(equal(["a", "new1"]))
                expect(store.state.value.edits.count).to(equal(2))
                expect(try contents()).to(equal(text))
            }
        }

        describe("saving in a new file") {
            it("goes on with that file, and leaves the former one and its journal without the edits") {
                let (runner, store) = try open()
                await run("mark a\nsave \(url("new.xfdf").path)\nedits\nstatus b completed\nsave", runner)
                expect(reports).to(beEmpty())
                expect(answers).to(beEmpty())
                expect(try contents()).to(equal(text))
                let new = try read(contents("new.xfdf"))
                expect(new.annotation("a")?.isMarked).to(beTrue())
                expect(new.annotation("b")?.status).to(equal(.completed))
                await run("open \(url("plan.xfdf").path)\nedits", runner)
                expect(answers).to(beEmpty())
                expect(store.state.value.sheet.annotation("a")?.isMarked).to(beFalse())
            }

            it("is undone by one step") {
                let (runner, store) = try open()
                await run("mark a\nsave \(url("new.xfdf").path)\nundo\nedits", runner)
                expect(answers).to(equal(["a | marked"]))
                expect(store.state.value.sheet.title).to(equal("plan.xfdf"))
            }

            it("is refused where the file is there, or ends in something else; the sheet's own is just saved") {
                try Data().write(to: url("there.xfdf"))
                let (runner, _) = try open()
                await run("mark a\nsave \(url("there.xfdf").path)\nsave mine\nsave \(url("x/new.xfdf").path)", runner)
                expect(reports).to(haveCount(3))
                expect(reports.first).to(
                    contain("there.xfdf is there already. To fix: name a file that does not exist.")
                )
                expect(reports[1]).to(contain("mine does not end in .xfdf", "keep NAME"))
                expect(reports.last).to(contain("new.xfdf cannot be written: No such file or directory"))
                await run("save \(url("plan.xfdf").path)\nedits", runner)
                expect(answers).to(beEmpty())
                expect(reports).to(haveCount(3))
            }

            it("needs no edits, and is possible where another program edits the sheet") {
                let (first, _) = try open()
                await run("mark a", first)
                let (runner, _) = try open()
                await run("save \(url("new.xfdf").path)\nmark b\nedits", runner)
                expect(reports.filter { !$0.contains("is edited by another program") }).to(beEmpty())
                expect(reports).to(haveCount(1))
                expect(answers).to(equal(["b | marked"]))
                expect(try contents("new.xfdf")).to(equal(text))
                withExtendedLifetime(first) {}
            }
        }

        describe("a newer version of the sheet") {
            it("gets the edits, with those that it has by itself, and the former one keeps none") {
                try Data(text.utf8).write(to: url("newer.xfdf"))
                let (first, _) = try open("newer.xfdf", names: "kept")
                await run("reply b mine", first)
                try FileManager.default.createDirectory(at: url("next"), withIntermediateDirectories: true)
                for name in ["newer.xfdf", ".newer.xfdf.edits"] {
                    try FileManager.default.copyItem(at: url(name), to: url("next/\(name)"))
                }
                let (runner, store) = try open()
                await run("mark a\nmerge \(url("next/newer.xfdf").path)\nedits", runner)
                expect(answers).to(equal(["b | reply kept1: mine", "a | marked"]))
                expect(store.state.value.sheet.title).to(equal("newer.xfdf"))
                await run("save\nopen \(url("plan.xfdf").path)\nedits", runner)
                expect(answers).to(haveCount(2))
                expect(try read(contents("next/newer.xfdf")).ids).to(equal(["a", "b", "kept1"]))
                expect(try contents()).to(equal(text))
                withExtendedLifetime(first) {}
            }
        }

        describe("a sheet that is opened while another is saved or merged") {
            /// Carries out a command, in the midst of which another sheet has been opened.
            @MainActor func carryOut(
                _ command: String,
                _ runner: ScriptRunner,
                _ store: AnnotationFilterStore
            ) async throws {
                try Data(xfdf("<ink name='c' page='0'/>").utf8).write(to: url("other.xfdf"))
                let other = try XFDFFileService().sheet(at: url("other.xfdf").path)
                // The main actor runs these in their order, and goes on with the first one after the second.
                let work = Task { await runner.run(command) }
                await Task { store.dispatcher.dispatch(SheetOpened(sheet: other)) }.value
                await work.value
                expect(store.state.value.sheet) == other
                expect(store.state.value.edits.count) == 0
            }

            it("stays, and the saved edits are in their file and in no journal any more") {
                let (runner, store) = try open()
                await run("reply a yes", runner)
                try await carryOut("save", runner, store)
                expect(reports) == ["test, line 2: the edits are in plan.xfdf"]
                expect(runner.journals?.kept.values.allSatisfy(\.isEmpty)) == true
                await run("open \(url("plan.xfdf").path)\nedits", runner)
                expect(try read(contents()).ids) == ["a", "new1", "b"]
                expect(store.state.value.sheet.ids) == ["a", "new1", "b"]
                expect(answers).to(beEmpty())
            }

            it("stays, and nothing is written to a file that somebody else has changed") {
                let (runner, store) = try open()
                await run("reply a yes", runner)
                try Data(xfdf("<text name='a' page='0'/>").utf8).write(to: url("plan.xfdf"))
                try await carryOut("save", runner, store)
                expect(reports).to(haveCount(1))
                expect(reports.first).to(contain("has changed plan.xfdf, and nothing was written. To fix: "))
                await run("open \(url("plan.xfdf").path)", runner)
                expect(store.state.value.sheet.ids) == ["a", "new1"]
                expect(store.state.value.edits.count) == 1
            }

            it("stays, and what was written to a new file is there") {
                let (runner, store) = try open()
                await run("reply a yes", runner)
                try await carryOut("save \(url("copy.xfdf").path)", runner, store)
                expect(reports.first).to(contain("copy.xfdf has plan.xfdf with its edits"))
                expect(try read(contents("copy.xfdf")).ids) == ["a", "new1", "b"]
                await run("open \(url("plan.xfdf").path)", runner)
                expect(store.state.value.edits.count) == 1
            }

            it("stays, and the newer version does not take its place and its edits") {
                let (runner, store) = try open()
                await run("reply a yes", runner)
                try Data(text.utf8).write(to: url("newer.xfdf"))
                try await carryOut("merge \(url("newer.xfdf").path)", runner, store)
                expect(reports).to(haveCount(1))
                expect(reports.first).to(contain("meanwhile, and plan.xfdf is as it was. To fix: "))
                await run("open \(url("plan.xfdf").path)", runner)
                expect(store.state.value.edits.count) == 1
            }
        }

        describe("a file that is being opened while it is saved") {
            it("is read once more: what was read before lacks what is saved") {
                let (service, path) = (SlowSheetServiceMock(), url("plan.xfdf").path)
                let sheet = try XFDFFileService().sheet(at: path)
                let store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: .main), sheets: service)
                let undo = UndoHistory(of: store)
                let runner = ScriptRunner(for: store, undo: undo, source: "", answer: { _ in }, report: { _ in })
                store.dispatcher.dispatch(OpenFile([path]))
                await run("reply a yes\nsave", runner)
                for _ in 0..<1_000 where service.paths.count < 2 { await Task.yield() }
                expect(service.paths) == [path, path]
                expect(store.state.value.opening?.path) == path
            }
        }

        describe("what cannot be edited") {
            it("is told: several sheets, none, and annotations that nothing can refer to") {
                try Data(xfdf("<text name='a' page='0'/><text page='0'/><text name='a' page='0'/>").utf8).write(
                    to: url("odd.xfdf")
                )
                let (runner, _) = try open("odd.xfdf")
                await run("mark unnamed-2\nreply a-2 yes\nmark a\nadd \(url("plan.xfdf").path)\nmark a\nsave", runner)
                expect(reports).to(haveCount(4))
                expect(reports[0]).to(contain("nothing can refer to \"unnamed-2\"", "To fix: "))
                expect(reports[1]).to(contain("nothing can refer to \"a-2\""))
                expect(reports[2]).to(contain("several sheets are open"))
                expect(reports[3]).to(contain("several sheets are open"))
            }
        }
    }
}
