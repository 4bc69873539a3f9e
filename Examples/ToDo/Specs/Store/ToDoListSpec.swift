import Foundation
import Millrace
import MillraceApp
import MillraceOffline
import MillraceSpecs
import MillraceStorage

@testable import ToDoList

final class ToDoListSpec: Spec {
    func testSpec() {
        @TestState var wall = Wall()
        @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        var list: ToDoList!

        func open() throws -> ToDoList {
            let dispatcher = Dispatcher(on: wall.scheduler)
            let services = ToDoServices(identifiers: .inOrder(), clock: wall.clock)
            return try ToDoList(
                with: services,
                on: dispatcher,
                journal: Journal(folder, on: dispatcher, syncing: .never)
            )
        }

        /// Ends the run and begins another one.
        func restart() throws {
            list = nil
            // What synchronizes the files on another thread may hold the folder for a moment longer than the list.
            for _ in 0..<100_000 where list == nil {
                do {
                    list = try open()
                } catch AppendLogError.inUse {
                    wall.advance(by: .zero)
                }
            }
            list = try list ?? open()
        }

        beforeEach { list = try open() }
        afterEach {
            list = nil
            try? FileManager.default.removeItem(at: folder)
        }

        describe("a list that is kept") {
            it("has its items again, with all fields, and what a use case has changed") {
                let call = item("call", due: .at("2026-12-01T08:00:00Z"))
                list.perform(AddItem(item: call))
                list.perform(AddItem(item: item("write", due: .on("2026-11-29"))))
                list.perform(AddItem(item: item("gone")))
                list.perform(finish(call, at: wall.date))
                list.perform(changeNotes(of: call, to: "two\nlines"))
                list.perform(delete(item("gone")))
                let items = list.items.state.value.items
                try restart()
                expect(list.items.state.value.items) == items
                expect(items.map(\.title)) == ["call", "write"]
                expect(items[0].notes) == "two\nlines"
            }

            it("keeps what was undone as undone, and begins without steps") {
                list.perform(AddItem(item: item("call")))
                list.perform(AddItem(item: item("write")))
                list.undo.undo()
                try restart()
                expect(list.items.state.value.items.map(\.title)) == ["call"]
                expect(list.undo.canUndo.value).to(beFalse())
                expect(list.undo.canRedo.value).to(beFalse())
            }

            it("keeps the numbers") {
                list.perform(AddItem(item: item("call")))
                list.perform(NumberItems(ids: ["b", "a"]))
                list.perform(AddItem(item: item("write")))
                try restart()
                expect(list.numbers.state.value.map(\.id)) == ["b", "a", "write"]
            }

            it("is where the user was, with what was typed") {
                list.wireframe.showAdd()
                list.wireframe.tell(SetField(\ItemTexts.title, "Call the"))
                list.wireframe.tell(FocusField<ItemTexts>(.next))
                let top = list.wireframe.top.value
                try restart()
                expect(list.wireframe.top.value) == top
                list.wireframe.goBack()
                list.wireframe.showAdd()
                expect(list.wireframe.top.value) == .form(.new, ToDoForm())
            }

            it("is one program's at a time") {
                expect(try open()).to(throwError())
            }
        }
    }
}
