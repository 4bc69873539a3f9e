import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs
import MillraceTerminal

@testable import AnnotationFilter

/// Editing on the screen: what keys do to the annotation under the cursor, and what is shown of it.
final class ScreenEditingSpec: Spec {
    @MainActor
    private final class Scene {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let store: AnnotationFilterStore
        let undo: UndoHistory
        let screen: AnnotationFilterScreen
        let work: ScreenWork

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(Self.text.utf8).write(to: folder.appending(path: "sheet.xfdf"))
            let sheet = try XFDFFileService().sheet(at: folder.appending(path: "sheet.xfdf").path)
            store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: .main))
            undo = UndoHistory(of: store)
            let size = Variable(TerminalSize(columns: 100, rows: 14))
            screen = AnnotationFilterScreen(store.shown(with: undo), size: size)
            let screen = screen
            let journals = EditJournals(
                of: store,
                in: folder.appending(path: "state"),
                on: { Dispatcher(on: .main) },
                tell: { screen.tell($0) }
            )
            let runner = ScriptRunner(
                for: store,
                undo: undo,
                source: "",
                editor: .counting(),
                journals: journals,
                answer: { _ in },
                report: { _ in }
            )
            work = ScreenWork(for: screen, by: runner)
            _ = screen.press(.tab)
        }

        static let text = xfdf("<ink name='a' page='0' title='Kim'/><text name='b' page='0' title='Zoë'/>")

        func press(_ keys: TerminalKey...) async {
            for key in keys {
                switch screen.press(key) {
                case .draw, .quit: break
                case .dispatch(let action): store.dispatcher.dispatch(action)
                case .carryOut(let command): work.begin(command)
                case .stop: work.stop()
                }
                await work.finished()
            }
        }

        func press(_ keys: String) async { for key in keys { await press(.character(key)) } }

        var text: [String] { screen.canvas.value.text }
        var status: String { text[12] }
        var saved: String {
            get throws { try String(contentsOf: folder.appending(path: "sheet.xfdf"), encoding: .utf8) }
        }
        func row(_ text: String) -> String { self.text.first { $0.contains(text) } ?? "" }
    }

    @MainActor func testSpec() async {
        @TestState var scene = try! Scene()

        afterEach { try FileManager.default.removeItem(at: scene.folder) }

        it("sets a status, checks off and replies; rows say what is not saved, and undo takes it back") {
            await scene.press("1")
            expect(scene.status).to(equal("The status is Accepted now. W saves it."))
            expect(scene.row("Kim")).to(endWith("Accepted, not saved"))
            await scene.press("M")
            expect(scene.row("Kim")).to(endWith("Accepted, marked, not saved"))
            await scene.press("M")
            expect(scene.row("Kim")).to(endWith("Accepted, not saved"))
            await scene.press("RWhat?")
            await scene.press(.enter)
            expect(scene.row("What?")).to(contain("↳ Ada, text: What?"))
            expect(scene.row("What?")).to(endWith("not saved"))
            await scene.press(.up)
            expect(scene.status).to(contain("2 edits are not saved (W)"))
            await scene.press("uuuu")
            expect(scene.status).to(equal("2 of 2 annotations"))
            await scene.press("r")
            expect(scene.row("Kim")).to(endWith("Accepted, not saved"))
        }

        it("waits until all of a sheet has been read, and says so") {
            let service = SlowSheetServiceMock()
            let store = AnnotationFilterStore(showing: .empty, on: Dispatcher(on: .main), sheets: service)
            let size = Observable(TerminalSize(columns: 100, rows: 14))
            let screen = AnnotationFilterScreen(store.shown, size: size)
            store.dispatcher.dispatch(OpenFile(["x.xfdf"]))
            let beginning = Sheet(file: "x.xfdf", annotations: [Annotation(id: "a", kind: "ink")])
            store.dispatcher.dispatch(SheetBegun(sheet: beginning))
            _ = screen.press(.tab)
            guard case .draw = screen.press(.character("1")) else { return fail("It is edited.") }
            expect(screen.canvas.value.text[12]).to(equal("That can be done when all of the sheet has been read."))
        }

        it("writes one's own reply anew while it is not saved, and takes it back") {
            await scene.press("RWhat")
            await scene.press(.enter, .down)
            await scene.press("R")
            expect(scene.status).to(beginWith("Your reply: What"))
            await scene.press("!")
            await scene.press(.enter)
            expect(scene.row("What!")).to(contain("↳ Ada"))
            await scene.press("D")
            expect(scene.status).to(equal("Taken back."))
            expect(scene.text.joined()).notTo(contain("What!"))
            await scene.press("D")
            expect(scene.status).to(contain("there is nothing to take back"))
        }

        it("saves, and tells") {
            await scene.press("4")
            await scene.press("W")
            expect(scene.status).to(equal("The edits are saved."))
            expect(scene.row("Kim")).to(endWith("Completed"))
            expect(try read(scene.saved).annotation("a")?.status).to(equal(.completed))
            await scene.press("W")
            expect(scene.status).to(equal("Everything is saved."))
        }

        it("shows a conflict on its row and on a page, and decides it") {
            for (key, status) in [("K", "Accepted"), ("D", "Rejected")] {
                let scene = try Scene()
                await scene.press("1")
                let newer = Scene.text.replacing(
                    "</annots>",
                    with: "<text inreplyto='a' state='Rejected' title='Zoë'/></annots>"
                )
                try Data(newer.utf8).write(to: scene.folder.appending(path: "sheet.xfdf"))
                await scene.press("W")
                expect(scene.status).to(contain("somebody else has changed sheet.xfdf"))
                expect(scene.row("Kim")).to(endWith("Rejected, conflict"))
                await scene.press("E")
                expect(scene.text.first).to(equal("a | status: Accepted | conflict: Rejected by Zoë"))
                await scene.press(.escape, .enter)
                expect(scene.row("Yours")).to(equal("Yours     status: Accepted | conflict: Rejected by Zoë"))
                await scene.press(.escape)
                await scene.press(key)
                expect(scene.row("Kim")).to(contain(status))
                await scene.press("W")
                expect(try read(scene.saved).annotation("a")?.status?.rawValue).to(equal(status))
                try FileManager.default.removeItem(at: scene.folder)
            }
        }
    }
}
