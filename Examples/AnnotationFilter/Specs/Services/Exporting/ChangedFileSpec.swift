import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs

@testable import AnnotationFilter

/// Writing what is visible, where the file has changed since it was opened, or the writing is stopped.
final class ChangedFileSpec: Spec {
    @MainActor func testSpec() async {
        var folder: URL!
        var path: String { folder.appending(path: "sheet.xfdf").path }
        var copy: String { folder.appending(path: "copy.xfdf").path }
        let text = xfdf("<ink name='a' page='0'/><text name='b' page='0' title='Kim'/><!-- end -->")

        beforeEach {
            folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: path))
        }
        afterEach { try FileManager.default.removeItem(at: folder) }

        /// A runner for a state, and its store.
        func runner(_ sheet: Sheet) -> (ScriptRunner, AnnotationFilterStore) {
            let store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: .main), sheets: SheetServiceMock())
            let sets = FilterSets(folder.appending(path: "sets.json"))
            let undo = UndoHistory(of: store)
            return (
                ScriptRunner(for: store, undo: undo, source: "", sets: sets, answer: { _ in }, report: { _ in }), store
            )
        }

        /// Why a command is not carried out; empty where it is.
        func problem(_ command: ScriptCommand, _ runner: ScriptRunner) async -> String {
            do {
                try await runner.carryOut(command)
                return ""
            } catch {
                return "\(error)"
            }
        }

        describe("an export") {
            it("as XFDF is of the file as it was opened, whatever has become of it, and refused where none is open") {
                let emptyRunner = runner(.empty).0
                let (runner, store) = runner(try XFDFFileService().sheet(at: path))
                store.dispatcher.dispatch(Refine.toggle(Filter(.kind, "ink")))
                try Data(xfdf("<text name='a' page='0'/>").utf8).write(to: URL(filePath: path))
                try await runner.carryOut(.export(.xfdf, to: copy))
                let kept = text.replacing("<text name='b' page='0' title='Kim'/>", with: "")
                expect(try String(contentsOfFile: copy, encoding: .utf8)).to(equal(kept))
                let told = await problem(.export(.xfdf, to: path), emptyRunner)
                expect(told).to(contain("no file is open. To fix: "))
            }

            it("writes nothing where it is stopped meanwhile") {
                let copy = copy
                let writing = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await ExportFile.write(AnnotationFilterState(), as: .csv, to: copy)
                }
                await expect { try await writing.value }.to(throwError(CancellationError.self))
                expect(FileManager.default.fileExists(atPath: copy)).to(beFalse())
            }
        }
    }
}
