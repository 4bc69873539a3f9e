import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs

@testable import AnnotationFilter

/// Edits change what the sheet shows in the turn in which they are made, by the rules by which a file is read.
final class EditingSpec: Spec {
    func testSpec() {
        let text = xfdf(
            "<text name='a' page='2'/><ink name='b' page='0'/><text page='0'/>"
                + "<text name='s' page='0' inreplyto='b' state='Rejected' title='Zoë' date='D:20990101'/>"
        )

        @TestState var scene = try! EditingScene(Data(text.utf8))

        func annotation(_ id: String) -> Annotation? { scene.sheet.annotation(id) }

        describe("an edit") {
            it("is what the file would be with it") {
                scene.edit("a", .status(.completed))
                scene.edit("a", .mark(true))
                scene.edit("a", .reply("  yes\r\nno\u{7} "))
                scene.edit("new3", .reply("more"))
                expect(scene.sheet).to(equal(try XFDFReader.read(try scene.saved(), file: "test.xfdf")))
                expect(annotation("a")?.status).to(equal(.completed))
                expect(annotation("a")?.isMarked).to(beTrue())
                expect(annotation("new3")?.contents).to(equal("yes\nno"))
                expect(annotation("new3")?.author).to(equal("Ada"))
                expect(annotation("new3")?.page).to(equal(2))
                expect(scene.sheet.parent(of: "new4")).to(equal("new3"))
                expect(scene.state.sheet.index.filters(in: .status).map(\.value)).to(contain("Completed"))
            }

            it("counts although the file has a state with a later date: its author has seen that one") {
                scene.edit("b", .status(.accepted))
                expect(annotation("b")?.status).to(equal(.accepted))
                scene.edit("b", .status(nil))
                expect(annotation("b")?.status).to(beNil())
            }

            it("replaces one of the same kind that is not saved, and is none if it leads back") {
                scene.edit("a", .status(.accepted))
                scene.edit("a", .mark(true))
                scene.edit("a", .status(.rejected))
                expect(scene.edits.table.map(\.id)).to(equal(["new2", "new3"]))
                scene.edit("a", .mark(false))
                scene.edit("a", .status(nil))
                expect(scene.edits.count).to(equal(0))
                scene.edit("a", .mark(false))
                expect(scene.edits.count).to(equal(0))
                scene.edit("b", .status(.rejected))
                expect(scene.edits.count).to(equal(1), description: "Ada says so, too")
            }

            it("of nothing is none, and neither is one of a name that is not there") {
                scene.edit("a", .reply(" \n"))
                expect(scene.edits.count).to(equal(0))
                scene.edit("nobody", .reply("yes"))
                expect(scene.edits.problems).to(equal(["new2": .gone]))
            }
        }

        describe("a reply that is not saved") {
            it("can be written anew, and taken back with what replies to it") {
                scene.edit("a", .reply("yes"))
                scene.edit("new1", .reply("more"))
                scene.edit("b", .reply("other"))
                scene.dispatch(Edit.reword("new1", " no \r\n!"))
                expect(annotation("new1")?.contents).to(equal("no \n!"))
                scene.dispatch(Edit.withdraw(["new1"]))
                expect(scene.edits.table.map(\.id)).to(equal(["new3"]))
                scene.undo.undo()
                expect(annotation("new2")?.contents).to(equal("more"))
                scene.undo.undo()
                expect(annotation("new1")?.contents).to(equal("yes"))
            }
        }

        describe("undo") {
            it("takes back each edit, and does it again") {
                var states = [scene.state]
                let edits: [(String, SheetEdit.Change)] = [
                    ("a", .status(.accepted)), ("a", .status(.rejected)), ("b", .mark(true)), ("b", .reply("yes")),
                ]
                for (name, change) in edits {
                    scene.edit(name, change)
                    states.append(scene.state)
                }
                for state in states.dropLast().reversed() {
                    scene.undo.undo()
                    expect(scene.state).to(equal(state))
                }
                for state in states.dropFirst() {
                    scene.undo.redo()
                    expect(scene.state).to(equal(state))
                }
            }

            it("leaves what is saved as it is") {
                scene.dispatch(Refine.search("door"))
                scene.edit("a", .status(.accepted))
                let saved = try scene.saved()
                scene.edit("b", .reply("yes"))
                try scene.renew(saved)
                scene.undo.undo()
                expect(scene.edits.count).to(equal(0))
                scene.undo.undo()
                expect(annotation("a")?.status).to(equal(.accepted))
                expect(scene.sheet.origin?.data).to(equal(saved))
                scene.undo.undo()
                expect(scene.state.query.search).to(equal(""))
                expect(annotation("a")?.status).to(equal(.accepted))
                for _ in 0..<3 { scene.undo.redo() }
                expect(scene.edits.table.map(\.id)).to(equal(["new2"]))
                expect(annotation("new2")?.contents).to(equal("yes"))
            }
        }

        describe("opening another file") {
            it("has no edits, and undo brings back the former with its own") {
                scene.edit("a", .reply("yes"))
                scene.dispatch(SheetOpened(sheet: try read(xfdf("<text name='a' page='0'/>"))))
                expect(scene.edits.count).to(equal(0))
                expect(scene.sheet.ids).to(equal(["a"]))
            }
        }

        describe("a session with edits") {
            it("is recorded, and replayed with the same digests") {
                var data = Data()
                let recorder = ActionRecorder(
                    digesting: scene.store,
                    on: scene.store.dispatcher,
                    to: { data += $0 },
                    onFailure: { fail("\($0)") }
                )
                scene.dispatch(RestoreEdits(files: ["test.xfdf"], edits: []))
                scene.edit("a", .status(.accepted))
                scene.edit("b", .reply("yes"))
                scene.dispatch(Edit.reword("new2", "no"))
                scene.undo.undo()
                let newer = text.replacing(
                    "</annots>",
                    with: "<text inreplyto='a' state='Rejected' name='z'/></annots>"
                )
                try scene.renew(Data(newer.utf8))
                scene.dispatch(Edit.insist(["new1"]))
                try scene.renew(try scene.saved())
                scene.dispatch(SheetOpened(sheet: try XFDFReader.read(Data(text.utf8), file: "other.xfdf")))
                scene.edit("a", .mark(true))
                scene.undo.undo()
                scene.undo.undo()
                recorder.finish()
                let outcome = try SessionReplay(data).run(
                    showing: try XFDFReader.read(Data(text.utf8), file: "test.xfdf")
                )
                expect(outcome).to(equal(.same(turns: 12)))
            }
        }
    }
}
