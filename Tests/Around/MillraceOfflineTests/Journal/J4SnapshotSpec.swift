import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import MillraceTesting
import TestSupport

/// Restarting costs a snapshot and a tail, and the first state is in the journal (law J4).
final class J4SnapshotSpec: Spec {
    func testSpec() {
        var device = Device()

        beforeEach { device = Device() }
        afterEach { device.erase() }

        it("keeps the first state, whatever the next version of the program begins with") {
            func run(beginningWith items: [String]) -> [String] {
                let dispatcher = Dispatcher(on: TestScheduler())
                let journal = device.open(on: dispatcher)
                let rows = items.enumerated().map { Item(id: $0, text: $1) }
                let todo = Store(ToDo(items: Table(rows)), on: dispatcher, name: "todo")
                try? journal.keep(todo, keepToDo)
                return todo.state.value.items.map(\.text)
            }
            expect(run(beginningWith: ["welcome"])).to(equal(["welcome"]))
            expect(run(beginningWith: ["what is new"])).to(equal(["welcome"]))
        }

        it("makes a snapshot when the records are more than the state") {
            var last = 0
            device.run(smallSize: 1_000) { app in
                var number = 0
                func goOn() -> URL? {
                    number += 1
                    app.dispatcher.dispatch(AddItem(id: number % 4, text: "text \(number)"))
                    return device.tails.first
                }
                let first = goOn()
                expect(goOn() == first).toEventually(beFalse())
                for _ in 0..<4 { _ = goOn() }
                last = number
            }
            device.run { app in
                expect(app.todo.state.value.items.map(\.text).sorted()).to(
                    equal((last - 3...last).map { "text \($0)" }.sorted())
                )
            }
        }

        it("makes one of a table that is larger than a piece, and goes on behind it") {
            await self.runWithSnapshot(device)
            device.run { app in
                let items = app.todo.state.value.items
                expect(items.count).to(equal(2_500))
                expect(items[0].text).to(equal("first"))
                expect(items[2_499].text).to(equal("text 2499"))
                expect(app.journal.findings).to(beEmpty())
            }
        }
    }

    private func runWithSnapshot(_ device: Device) async {
        let app = device.run { $0 }
        batch { for number in 0..<2_500 { app.dispatcher.dispatch(AddItem(id: number, text: "text \(number)")) } }
        try? await app.journal.makeSnapshot()
        app.dispatcher.dispatch(EditItem(id: 0, text: "first"))
    }
}
