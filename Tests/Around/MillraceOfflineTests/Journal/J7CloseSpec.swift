import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import MillraceStorage
import TestSupport

/// A journal has one writer (law J7), and when it was closed the folder is free.
final class J7CloseSpec: Spec {
    func testSpec() {
        var device = Device()

        beforeEach { device = Device() }
        afterEach { device.erase() }

        it("can be opened again at once, also where a snapshot was being written") {
            for round in 0..<10 { try await self.reopen(device, round) }
        }

        it("keeps nothing that changes behind its end, and says so") {
            try await self.changeBehindTheEnd(device)
            device.run { app in expect(app.todo.state.value.items.map(\.text)) == ["before"] }
        }

        it("can be closed, and make a snapshot, in code of the main actor") {
            try await useOnMainActor(device.folder)
            device.run { app in expect(app.todo.state.value.items.map(\.text)) == ["main"] }
        }
    }

    private func reopen(_ device: Device, _ round: Int) async throws {
        let dispatcher = Dispatcher(on: TestScheduler())
        let journal = try Journal(device.folder, on: dispatcher, syncing: .never, smallSize: 1_000)
        let todo = makeToDo(on: dispatcher)
        try journal.keep(todo, keepToDo)
        expect(todo.state.value.items.count) == 500 * round
        batch {
            for id in 500 * round..<500 * (round + 1) { dispatcher.dispatch(AddItem(id: id, text: "text \(id)")) }
        }
        // A dispatcher may have another journal then, and so may the folder.
        try await journal.close()
        let next = try Journal(device.folder, on: dispatcher)
        try await next.close()
    }

    private func changeBehindTheEnd(_ device: Device) async throws {
        let dispatcher = Dispatcher(on: TestScheduler())
        let journal = device.open(on: dispatcher)
        let todo = makeToDo(on: dispatcher)
        try journal.keep(todo, keepToDo)
        dispatcher.dispatch(AddItem(id: 1, text: "before"))
        try await journal.close()
        expect(journal.currentProgress.isAllDurable) == true
        dispatcher.dispatch(AddItem(id: 2, text: "behind"))
        expect(journal.currentProgress.hasUnwritten) == true
        withExtendedLifetime(todo) {}
    }
}

@MainActor
private func useOnMainActor(_ folder: URL) async throws {
    let dispatcher = Dispatcher(on: .main)
    let journal = try Journal(folder, on: dispatcher)
    let todo = makeToDo(on: dispatcher)
    try journal.keep(todo, keepToDo)
    dispatcher.dispatch(AddItem(id: 1, text: "main"))
    try await journal.makeSnapshot()
    try await journal.close()
    withExtendedLifetime(todo) {}
}
