import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import MillraceStorage
import TestSupport

/// A journal whose files are taken away says that nothing is durable any more (law J1).
final class J1RemovedFolderSpec: Spec {
    func testSpec() {
        var device = Device()

        beforeEach { device = Device() }
        afterEach { device.erase() }

        /// Whether a turn is told as durable after something was done to the folder.
        func isDurable(after body: (_ folder: URL) throws -> Void) throws -> Bool {
            let dispatcher = Dispatcher(on: TestScheduler())
            let journal = device.open(on: dispatcher)
            let todo = makeToDo(on: dispatcher)
            try journal.keep(todo, keepToDo)
            dispatcher.dispatch(AddItem(id: 1, text: "before"))
            try journal.synchronize()
            try body(device.folder)
            dispatcher.dispatch(AddItem(id: 2, text: "behind"))
            do { try journal.synchronize() } catch {
                expect(journal.currentProgress.failure?.reason).toNot(beNil())
                expect(journal.currentProgress.isAllDurable) == false
                withExtendedLifetime(todo) {}
                return false
            }
            withExtendedLifetime(todo) {}
            return journal.currentProgress.isAllDurable
        }

        it("is durable where nothing was done") {
            expect(try isDurable { _ in }) == true
        }

        it("is not where the folder was removed, moved or replaced") {
            let files = FileManager.default
            expect(try isDurable { try files.removeItem(at: $0) }) == false
            let other = device.folder.appendingPathExtension("moved")
            defer { try? files.removeItem(at: other) }
            expect(try isDurable { try files.moveItem(at: $0, to: other) }) == false
            expect(
                try isDurable { folder in
                    try files.removeItem(at: folder)
                    let another = try AppendLog(folder, syncing: .never) { _ in }
                    withExtendedLifetime(another) {}
                }
            ) == false
        }

        it("is not where the tail was removed, or is a copy of itself") {
            let files = FileManager.default
            expect(
                try isDurable { folder in
                    for name in try files.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".tail") {
                        try files.removeItem(at: folder.appending(path: name))
                    }
                }
            ) == false
            device.erase()
            expect(
                try isDurable { folder in
                    for name in try files.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".tail") {
                        let file = folder.appending(path: name)
                        let bytes = try Data(contentsOf: file)
                        try files.removeItem(at: file)
                        try bytes.write(to: file)
                    }
                }
            ) == false
        }
    }
}
