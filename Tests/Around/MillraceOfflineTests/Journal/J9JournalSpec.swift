import Foundation
import Millrace
import MillraceHistory
import MillraceOffline
import MillraceSpecs
import MillraceTesting
import TestSupport

/// What is journaled is what changed, not what was asked (law J9).
final class J9JournalSpec: Spec {
    func testSpec() {
        var device = Device()

        beforeEach { device = Device() }
        afterEach { device.erase() }

        describe("a store that is kept") {
            it("has its state again in the next run, but for what is not kept") {
                device.run { app in
                    app.dispatcher.dispatch(AddItem(id: 1, text: "milk"))
                    app.dispatcher.dispatch(AddItem(id: 2, text: "tea"))
                    app.dispatcher.dispatch(AddItem(id: 3, text: "bread"))
                    app.dispatcher.dispatch(MoveItem(id: 3, position: 0))
                    app.dispatcher.dispatch(EditItem(id: 2, text: "green tea"))
                    app.dispatcher.dispatch(RemoveItem(id: 1))
                    app.dispatcher.dispatch(SetToken(token: "abc"))
                    app.dispatcher.dispatch(Select(id: 2))
                }
                device.run { app in
                    let todo = app.todo.state.value
                    expect(todo.items.map(\.text)).to(equal(["bread", "green tea"]))
                    expect(todo.token).to(equal("abc"))
                    expect(todo.selection).to(beNil())
                }
            }

            it("is not changed by a handler that has changed since") {
                device.run { $0.dispatcher.dispatch(AddItem(id: 1, text: "milk")) }
                let dispatcher = Dispatcher(on: TestScheduler())
                let journal = device.open(on: dispatcher)
                let todo = Store(ToDo(), on: dispatcher, name: "todo") { store in
                    store.on(AddItem.self) { $0.items.append(Item(id: $1.id, text: "new handler")) }
                }
                expect { try journal.keep(todo) { $0.table(\.items, as: "items") } }.notTo(throwError())
                expect(todo.state.value.items.map(\.text)).to(equal(["milk"]))
            }

            it("tells its observers once that it has its state again, in one turn") {
                device.run { app in
                    app.dispatcher.dispatch(AddItem(id: 1, text: "milk"))
                    app.dispatcher.dispatch(SetToken(token: "abc"))
                }
                let log = Log()
                let dispatcher = Dispatcher(on: TestScheduler())
                let journal = device.open(on: dispatcher)
                let todo = makeToDo(on: dispatcher)
                log.observe(todo.state.map { "\($0.items.map(\.text)) \($0.token ?? "-")" })
                try? journal.keep(todo, keepToDo)
                expect(log.lines).to(equal(["[] -", #"["milk"] abc"#]))
            }

            it("does not react to having its state again, and goes on from there") {
                var heard: [String] = []
                func run(_ body: (Dispatcher) -> Void) {
                    let dispatcher = Dispatcher(on: TestScheduler())
                    let journal = device.open(on: dispatcher)
                    let todo = makeToDo(on: dispatcher)
                    todo.onChange(of: \.token) { heard.append("\($1 ?? "-") to \($0.token ?? "-")") }
                    expect { try journal.keep(todo, keepToDo) }.notTo(throwError())
                    body(dispatcher)
                    withExtendedLifetime(todo) {}
                }
                run { $0.dispatch(SetToken(token: "a")) }
                run {
                    $0.dispatch(AddItem(id: 1, text: "milk"))
                    $0.dispatch(SetToken(token: "a"))
                    $0.dispatch(SetToken(token: "b"))
                }
                expect(heard).to(equal(["- to a", "a to b"]))
            }

            it("starts no effect when it has its state again") {
                struct Load: Action {}
                func run(_ body: (Store<Bool>, TestScheduler) -> Void) {
                    let scheduler = TestScheduler()
                    let dispatcher = Dispatcher(on: scheduler)
                    let journal = device.open(on: dispatcher)
                    let loader = Store(false, on: dispatcher, name: "loader") { store in
                        store.on(Load.self) { isLoading, _ in
                            isLoading = true
                            return .run { _ in try await scheduler.sleep(for: .seconds(1)) }
                        }
                    }
                    try? journal.keep(loader) { $0.value(\.self, as: "loading") }
                    body(loader, scheduler)
                }
                run { loader, _ in loader.dispatcher.dispatch(Load()) }
                run { loader, scheduler in
                    expect(loader.state.value).to(beTrue())
                    expect(loader.effectsInFlight.value).to(equal(0))
                }
            }
        }

        describe("time travel") {
            it("is not written, until the past becomes the present") {
                func token() -> String? { device.run { $0.todo.state.value.token } }
                func travel(_ body: (StateHistory, ToDoApp) -> Void) {
                    device.run { app in
                        let history = StateHistory(of: app.todo, on: app.dispatcher)
                        app.dispatcher.dispatch(SetToken(token: "a"))
                        app.dispatcher.dispatch(SetToken(token: "b"))
                        body(history, app)
                    }
                }
                travel { history, _ in history.back() }
                expect(token()).to(equal("b"))
                travel { history, _ in
                    history.back()
                    history.forward()
                }
                expect(token()).to(equal("b"))
                travel { history, _ in
                    history.back()
                    history.resume()
                }
                expect(token()).to(equal("a"))
                travel { history, app in
                    history.jump(to: 0)
                    history.resume()
                    app.dispatcher.dispatch(AddItem(id: 1, text: "milk"))
                }
                expect(token()).to(equal("a"))
            }
        }

        describe("undo") {
            it("is a change like any other") {
                device.run { app in
                    let undo = UndoHistory(on: app.dispatcher) { undo in
                        undo.track(app.todo)
                        undo.step(AddItem.self)
                    }
                    app.dispatcher.dispatch(AddItem(id: 1, text: "milk"))
                    app.dispatcher.dispatch(AddItem(id: 2, text: "tea"))
                    undo.undo()
                }
                device.run { expect($0.todo.state.value.items.map(\.text)).to(equal(["milk"])) }
            }
        }
    }
}
