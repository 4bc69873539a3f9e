@testable import AnnotationFilter
import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs

final class SessionReplaySpec: Spec {
    func testSpec() {
        let sheet = Sheet(
            file: "first.xfdf",
            annotations: [
                Annotation(id: "0", kind: "text", author: "Kim", contents: "door"),
                Annotation(id: "1", kind: "ink", author: "Zoë", contents: "wall"),
            ]
        )
        let other = Sheet(file: "other.xfdf", annotations: [Annotation(id: "x", kind: "stamp")])
        let sheets = SheetServiceMock(sheets: ["other.xfdf": other])

        /// A recorded session: something of everything.
        func record(files: [String]? = ["first.xfdf"]) -> Data {
            var data = Data()
            let scheduler = TestScheduler()
            let store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: scheduler), sheets: sheets)
            let undo = UndoHistory(of: store)
            let recorder = ActionRecorder(
                digesting: store,
                on: store.dispatcher,
                notes: SessionReplay.notes(of: files),
                to: { data += $0 },
                onFailure: { fail("\($0)") }
            )
            let actions: [any Action] = [
                SelectGroup(group: .author), Refine.toggle(Filter(.kind, "ink")), Refine.search("w"),
                Refine.search("wa"), Refine.clear,
                OpenFile(["other.xfdf"]),
            ]
            for action in actions { store.dispatcher.dispatch(action) }
            scheduler.run()
            for _ in 0..<4 { undo.undo() }
            undo.redo()
            recorder.finish()
            return data
        }

        describe("a recorded session") {
            it("replays to the same states") {
                let replay = try SessionReplay(record())
                expect(replay.files).to(equal(["first.xfdf"]))
                expect(replay.isCutOff).to(beFalse())
                expect(replay.run(showing: sheet)).to(equal(.same(turns: 12)))
            }

            it("begins with the sample where no file was named") {
                expect(try SessionReplay(record(files: [])).files).to(equal([]))
            }

            it("begins with all the files that were named, in their order") {
                let files = ["b.xfdf", "a.xfdf", "c.xfdf"]
                expect(try SessionReplay(record(files: files)).files).to(equal(files))
            }

            it("begins with nothing where nothing was open yet") {
                expect(try SessionReplay(record(files: nil)).files).to(beNil())
            }

            it("comes out otherwise where another sheet is open") {
                let outcome = try SessionReplay(record()).run(showing: other)
                let name = "AnnotationFilterStore"
                expect(outcome).to(equal(.different(turn: 0, action: "", store: name, isRedacted: false)))
            }
        }

        describe("a sheet in a recording") {
            it("is the same when it is read again") {
                let sample = try XFDFFileService().sample()
                let data = try JSONEncoder().encode(sample)
                expect(try JSONDecoder().decode(Sheet.self, from: data)).to(equal(sample))
            }
        }
    }
}
