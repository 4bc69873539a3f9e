import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import MillraceStorage
import MillraceTesting
import Synchronization
import TestSupport

/// A turn survives the process when it is written, and the machine when it is durable, which is told (laws J1, J7, J8).
final class J1DurabilitySpec: Spec {
    func testSpec() {
        var device = Device()

        beforeEach { device = Device() }
        afterEach { device.erase() }

        describe("durability") {
            it("is told apart from what is written") {
                device.run { app in
                    func progress() -> JournalProgress {
                        app.scheduler.advance()
                        return app.journal.progress.value
                    }
                    expect(progress().isAllDurable).to(beFalse())
                    try? app.journal.synchronize()
                    expect(progress().isAllDurable).toEventually(beTrue())
                    app.dispatcher.dispatch(AddItem(id: 1, text: "milk"))
                    expect(progress().written).to(equal(2))
                    expect(progress().durable).to(equal(1))
                }
            }

            it("is waited for by those who asked before, and by nobody else") {
                let waited = Mutex(0)
                let app = device.run { $0 }
                app.dispatcher.dispatch(AddItem(id: 1, text: "milk"))
                let durability = app.journal.durability
                let task = Task {
                    await durability.wait()
                    waited.withLock { $0 += 1 }
                }
                try? await Task.sleep(for: .milliseconds(30))
                expect(waited.withLock { $0 }).to(equal(0))
                try? app.journal.synchronize()
                await task.value
                expect(waited.withLock { $0 }).to(equal(1))
                await durability.wait()
            }

            it("is not waited for by a task that was cancelled") {
                let app = device.run { $0 }
                let durability = app.journal.durability
                let task = Task { await durability.wait() }
                task.cancel()
                await task.value
                withExtendedLifetime(app) {}
            }

            it("includes what a handler has just changed and the turn has still to write") {
                struct Push: Action {}
                let device = device
                let scheduler = TestScheduler()
                let dispatcher = Dispatcher(on: scheduler)
                let journal = device.open(on: dispatcher)
                let durability = journal.durability
                let durableAtWait = Mutex<JournalProgress?>(nil)
                let store = Store(0, on: dispatcher, name: "count") { store in
                    store.on(Push.self) { count, _ in
                        count += 1
                        return .run { _ in
                            await durability.wait()
                            durableAtWait.withLock { $0 = journal.currentProgress }
                        }
                    }
                }
                try? journal.keep(store) { $0.value(\.self, as: "count") }
                dispatcher.dispatch(Push())
                scheduler.advance()
                expect(durableAtWait.withLock { $0 }).to(beNil())
                try? journal.synchronize()
                await scheduler.settle()
                expect(durableAtWait.withLock { $0?.durable }).to(equal(2))
            }
        }

        describe("a folder") {
            it("has one journal at a time (J7)") {
                let app = device.run { $0 }
                expect { try Journal(device.folder, on: Dispatcher(on: TestScheduler()), syncing: .never) }.to(
                    throwError(AppendLogError.inUse(folder: device.folder.path))
                )
                withExtendedLifetime(app) {}
            }
        }

        describe("a full disk (J8)") {
            it("is told, and what it had no room for is written a second later") {
                let isFull = Switch()
                device.run(calls: self.calls(failingIf: isFull)) { app in
                    app.dispatcher.dispatch(AddItem(id: 1, text: "milk"))
                    isFull.isOn = true
                    app.dispatcher.dispatch(AddItem(id: 2, text: "tea"))
                    app.dispatcher.dispatch(EditItem(id: 1, text: "soya milk"))
                    app.scheduler.advance()
                    expect(app.journal.progress.value.hasUnwritten).to(beTrue())
                    expect(app.journal.progress.value.failure?.reason).to(contain("No space left on device"))
                    expect { try app.journal.synchronize() }.to(throwError())
                    let copy = device.copy()
                    defer { copy.erase() }
                    expect(copy.run { $0.todo.state.value.items.map(\.text) }).to(equal(["milk"]))
                    isFull.isOn = false
                    app.scheduler.advance(by: .seconds(1))
                    app.scheduler.advance()
                    expect(app.journal.progress.value.hasUnwritten).to(beFalse())
                    expect { try app.journal.synchronize() }.notTo(throwError())
                    expect(app.journal.currentProgress.failure).toEventually(beNil())
                }
                expect(device.run { $0.todo.state.value.items.map(\.text) }).to(equal(["soya milk", "tea"]))
            }

            it("is waited for by those who wait for durability") {
                let isFull = Switch()
                let app = device.run(calls: self.calls(failingIf: isFull)) { $0 }
                try? app.journal.synchronize()
                isFull.isOn = true
                app.dispatcher.dispatch(AddItem(id: 1, text: "milk"))
                let waited = Mutex(false)
                let durability = app.journal.durability
                let task = Task {
                    await durability.wait()
                    waited.withLock { $0 = true }
                }
                try? await Task.sleep(for: .milliseconds(30))
                expect(waited.withLock { $0 }).to(beFalse())
                isFull.isOn = false
                try? app.journal.synchronize()
                await task.value
                expect(waited.withLock { $0 }).to(beTrue())
            }

            it("is told if a value cannot be written, and nothing of that turn is") {
                struct Refused: Error {}
                struct Picky: Codable, Equatable {
                    var number = 0
                    func encode(to encoder: any Encoder) throws {
                        if number == 13 { throw Refused() }
                        var container = encoder.singleValueContainer()
                        try container.encode(number)
                    }
                    init(number: Int = 0) { self.number = number }
                    init(from decoder: any Decoder) throws {
                        number = try decoder.singleValueContainer().decode(Int.self)
                    }
                }
                struct Put: Action { let number: Int }
                func run(_ body: (Dispatcher, Store<Picky>, Store<Int>, Journal) -> Void) {
                    let dispatcher = Dispatcher(on: TestScheduler())
                    let journal = device.open(on: dispatcher)
                    let picky = Store(Picky(), on: dispatcher, name: "picky") { store in
                        store.on(Put.self) { $0.number = $1.number }
                    }
                    let plain = Store(0, on: dispatcher, name: "plain") { store in store.on(Put.self) { $0 = $1.number }
                    }
                    try? journal.keep(plain) { $0.value(\.self, as: "number") }
                    try? journal.keep(picky) { $0.value(\.self, as: "number") }
                    body(dispatcher, picky, plain, journal)
                }
                run { dispatcher, _, _, journal in
                    dispatcher.dispatch(Put(number: 1))
                    dispatcher.dispatch(Put(number: 13))
                    expect(journal.currentProgress.failure?.reason).to(contain("Refused"))
                }
                run { dispatcher, picky, plain, _ in
                    expect([picky.state.value.number, plain.state.value]).to(equal([1, 1]))
                    dispatcher.dispatch(Put(number: 13))
                    dispatcher.dispatch(Put(number: 14))
                }
                run { _, picky, plain, _ in expect([picky.state.value.number, plain.state.value]).to(equal([14, 14])) }
            }
        }
    }

    /// Calls that find no room for a byte while a switch is on.
    private func calls(failingIf isFull: Switch) -> FileSystem {
        var calls = FileSystem.system
        let write = calls.write
        calls.write = { descriptor, bytes, offset in
            if isFull.isOn {
                errno = ENOSPC
                return -1
            }
            return write(descriptor, bytes, offset)
        }
        return calls
    }

    private final class Switch: Sendable {
        private let state = Mutex(false)

        var isOn: Bool {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }
}
