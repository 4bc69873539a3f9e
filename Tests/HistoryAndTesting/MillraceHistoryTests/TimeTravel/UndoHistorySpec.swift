import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

private struct Editor: Equatable {
    var text = ""
    var shapes: [String] = []
    var cursor = 0
}

private struct TypeText: Action { let text: String }
private struct Insert: Action { let shape: String }
private struct MoveCursor: Action { let position: Int }

private func makeEditor(on dispatcher: Dispatcher) -> Store<Editor> {
    Store(Editor(), on: dispatcher, name: "editor") { store in
        // "<" deletes a letter.
        store.on(TypeText.self) { if $1.text == "<" { $0.text.removeLast() } else { $0.text += $1.text } }
        store.on(Insert.self) { if !$1.shape.isEmpty { $0.shapes.append($1.shape) } }
        store.on(MoveCursor.self) { $0.cursor = $1.position }
    }
}

final class UndoHistorySpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var editor = makeEditor(on: dispatcher)
        var undo = UndoHistory(on: dispatcher) { _ in }
        var log = Log()

        beforeEach {
            log = Log()
            dispatcher = Dispatcher()
            editor = makeEditor(on: dispatcher)
            undo = UndoHistory(on: dispatcher) { undo in
                undo.track(editor)
                undo.step(Insert.self)
                undo.step(TypeText.self) { former, next in !former.text.hasSuffix(".") }
            }
        }

        func type(_ text: String) { for letter in text { dispatcher.dispatch(TypeText(text: String(letter))) } }
        func insert(_ shapes: String...) { for shape in shapes { dispatcher.dispatch(Insert(shape: shape)) } }

        describe("undo and redo") {
            it("take back the steps one by one, and do them again") {
                insert("a", "b")
                undo.undo()
                expect(editor.state.value.shapes).to(equal(["a"]))
                undo.undo()
                expect(editor.state.value.shapes).to(equal([]))
                undo.redo()
                undo.redo()
                expect(editor.state.value.shapes).to(equal(["a", "b"]))
            }

            it("do nothing where there is no step") {
                keep(editor.state.observe { log("\($0.shapes)") })
                undo.undo()
                undo.redo()
                expect(log.lines).to(haveCount(1))
            }

            it("change all stores in one turn, in which they say what can be undone") {
                let dispatcher = Dispatcher()
                let (left, right) = (makeEditor(on: dispatcher), makeEditor(on: dispatcher))
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(left)
                    undo.track(right)
                    undo.step(Insert.self)
                }
                let view = combine(left.state, right.state, undo.canUndo, undo.canRedo)
                    .map { "\($0.shapes.count) \($1.shapes.count) \($2) \($3)" }
                keep(view.observe { log($0) })
                dispatcher.dispatch(Insert(shape: "a"))
                undo.undo()
                undo.redo()
                expect(log.lines).to(equal(["0 0 false false", "1 1 true false", "0 0 false true", "1 1 true false"]))
            }

            it("let everything go on as usual: a new step forgets what could be redone") {
                insert("a", "b")
                undo.undo()
                insert("c")
                expect(undo.canRedo.value).to(beFalse())
                undo.redo()
                expect(editor.state.value.shapes).to(equal(["a", "c"]))
                undo.undo()
                undo.undo()
                expect(editor.state.value.shapes).to(equal([]))
            }

            it("are actions, which show in a log") {
                insert("a")
                dispatcher.install(.actionLogger { log($0) })
                undo.undo()
                expect(log.lines[0]).to(contain("2 Undo(name: \"\") → editor"))
                dispatcher.dispatch(Redo())
                expect(editor.state.value.shapes).to(equal(["a"]))
                dispatcher.dispatch(Redo())
                expect(editor.state.value.shapes).to(equal(["a"]))
            }

            it("may be handled by a store too, which sees its state restored, whenever it has registered") {
                let dispatcher = Dispatcher(on: TestScheduler())
                let editor = makeEditor(on: dispatcher)
                let saver = Store(0, on: dispatcher, name: "saver") { saver in
                    saver.on(Undo.self, after: [editor]) { _, _ in
                        log("saves \(editor.state.value.shapes)")
                        return .none
                    }
                }
                editor.on(Undo.self) { editor, _ in log("early: \(editor.shapes)") }
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(editor)
                    undo.step(Insert.self)
                }
                editor.on(Undo.self) { editor, _ in log("late: \(editor.shapes)") }
                dispatcher.dispatch(Insert(shape: "a"))
                undo.undo()
                expect(log.lines).to(equal(["early: []", "late: []", "saves []"]))
                dispatcher.dispatch(Undo(), to: editor)
                expect(log.lines.dropFirst(3)).to(elementsEqual(["early: []", "late: []"]))
                withExtendedLifetime(saver) {}
            }

            it("are for the history of their name") {
                let other = makeEditor(on: dispatcher)
                let named = UndoHistory(on: dispatcher, name: "other") { undo in
                    undo.track(other)
                    undo.step(Insert.self)
                }
                insert("a")
                named.undo()
                expect(other.state.value.shapes).to(equal([]))
                expect(editor.state.value.shapes).to(equal(["a"]))
                expect(undo.canUndo.value).to(beTrue())
                undo.undo()
                expect(editor.state.value.shapes).to(equal([]))
                expect(named.canRedo.value).to(beTrue())
            }

            it("let everything go with the dispatcher") {
                expect { scene in
                    let dispatcher = Dispatcher()
                    let editor = makeEditor(on: dispatcher)
                    let undo = UndoHistory(on: dispatcher) { undo in
                        undo.track(editor) { [token = scene.instance()] in
                            token.touch()
                            $0 = $1
                        }
                        undo.step(Insert.self)
                    }
                    dispatcher.dispatch(Insert(shape: "a"))
                    undo.undo()
                }.to(leakNothing())
            }
        }

        describe("a step") {
            it("takes in those that join it: typing is one") {
                type("one.two")
                expect(editor.state.value.text).to(equal("one.two"))
                undo.undo()
                expect(editor.state.value.text).to(equal("one."))
                undo.undo()
                expect(editor.state.value.text).to(equal(""))
                undo.redo()
                expect(editor.state.value.text).to(equal("one."))
            }

            it("is over with another one, and when something was undone") {
                type("ab")
                insert("x")
                type("cd")
                undo.undo()
                expect(editor.state.value.text).to(equal("ab"))
                undo.undo()
                undo.redo()
                type("e")
                type("f")
                undo.undo()
                expect(editor.state.value.shapes).to(equal(["x"]))
                expect(editor.state.value.text).to(equal("ab"))
            }

            it("is none any more when what joins it leads back to where it began") {
                insert("x")
                type("ab<<")
                expect(undo.canUndo.value).to(beTrue())
                undo.undo()
                expect(editor.state.value.shapes).to(equal([]))
                expect(undo.canUndo.value).to(beFalse())
                undo.redo()
                type("c<")
                // It has dropped what could be redone, and what is typed next is a step of its own.
                type("de")
                undo.undo()
                expect(editor.state.value).to(equal(Editor(shapes: ["x"])))
                undo.redo()
                expect(editor.state.value.text).to(equal("de"))
            }

            it("needs a change where states can be compared") {
                insert("a", "")
                undo.undo()
                expect(editor.state.value.shapes).to(equal([]))
                insert("")
                expect(undo.canRedo.value).to(beTrue())
            }

            it("takes back what other actions have changed since the one before, with itself or the one after") {
                insert("a")
                dispatcher.dispatch(MoveCursor(position: 7))
                insert("b")
                undo.undo()
                expect(editor.state.value).to(equal(Editor(shapes: ["a"], cursor: 7)))
                undo.undo()
                expect(editor.state.value).to(equal(Editor()))
            }

            it("leaves what it is told to leave") {
                let dispatcher = Dispatcher()
                let editor = makeEditor(on: dispatcher)
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(editor) { present, former in present.shapes = former.shapes }
                    undo.step(Insert.self)
                }
                dispatcher.dispatch(Insert(shape: "a"))
                dispatcher.dispatch(MoveCursor(position: 7))
                undo.undo()
                expect(editor.state.value).to(equal(Editor(cursor: 7)))
                dispatcher.dispatch(MoveCursor(position: 8))
                undo.redo()
                expect(editor.state.value).to(equal(Editor(shapes: ["a"], cursor: 8)))
            }
        }

        describe("an action that undoing would not take back") {
            var undo = UndoHistory(on: dispatcher, name: "shapes") { _ in }
            beforeEach {
                dispatcher = Dispatcher()
                editor = makeEditor(on: dispatcher)
                undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(editor) { present, former in present.shapes = former.shapes }
                    undo.step(Insert.self)
                    undo.step(MoveCursor.self)
                }
            }

            it("is no step, and leaves what can be redone") {
                dispatcher.dispatch(MoveCursor(position: 1))
                expect(undo.canUndo.value).to(beFalse())
                insert("a")
                undo.undo()
                dispatcher.dispatch(MoveCursor(position: 2))
                expect(undo.canUndo.value).to(beFalse())
                undo.redo()
                expect(editor.state.value).to(equal(Editor(shapes: ["a"], cursor: 2)))
            }

            it("comes between steps without being undone with them") {
                insert("a")
                dispatcher.dispatch(MoveCursor(position: 1))
                insert("b")
                undo.undo()
                expect(editor.state.value).to(equal(Editor(shapes: ["a"], cursor: 1)))
                undo.undo()
                expect(editor.state.value).to(equal(Editor(cursor: 1)))
                expect(undo.canUndo.value).to(beFalse())
            }

            it("is no step of states without == either, where it leaves their bits") {
                struct Board {
                    var shapes: [String] = []
                    var cursor = 0
                }
                let dispatcher = Dispatcher()
                let board = Store(Board(), on: dispatcher) { store in
                    store.on(Insert.self) { $0.shapes.append($1.shape) }
                    store.on(MoveCursor.self) { $0.cursor = $1.position }
                }
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(board) { $0.shapes = $1.shapes }
                    undo.step(Insert.self)
                    undo.step(MoveCursor.self)
                }
                dispatcher.dispatch(MoveCursor(position: 1))
                expect(undo.canUndo.value).to(beFalse())
                dispatcher.dispatch(Insert(shape: "a"))
                expect(undo.canUndo.value).to(beTrue())
            }
        }

        describe("what other actions have changed since a step was undone") {
            it("is not lost: what could be redone is, where redoing would take it back") {
                insert("a", "b")
                undo.undo()
                dispatcher.dispatch(MoveCursor(position: 7))
                expect(undo.canRedo.value).to(beFalse())
                undo.redo()
                expect(editor.state.value).to(equal(Editor(shapes: ["a"], cursor: 7)))
                expect(undo.canUndo.value).to(beTrue())
            }

            it("is nothing where they have left the states as they were, or where time travel has come back") {
                let history = StateHistory(of: editor, on: dispatcher)
                dispatcher.dispatch(MoveCursor(position: 7))
                insert("a")
                undo.undo()
                dispatcher.dispatch(MoveCursor(position: 7))
                history.jump(to: 0)
                expect(editor.state.value.cursor).to(equal(0))
                history.jump(to: .max)
                expect(undo.canRedo.value).to(beTrue())
                undo.redo()
                expect(editor.state.value).to(equal(Editor(shapes: ["a"], cursor: 7)))
            }
        }

        describe("histories that are made while an action passes") {
            it("begin with the next action, however many they are") {
                var histories: [UndoHistory] = []
                dispatcher.install(
                    Middleware(handled: { [unowned dispatcher] _ in
                        if !histories.isEmpty { return }
                        for number in 0..<4 {
                            let undo = UndoHistory(on: dispatcher, name: "\(number)") { undo in
                                undo.track(editor)
                                undo.step(Insert.self)
                            }
                            histories.append(undo)
                        }
                    })
                )
                insert("a")
                expect(histories.map(\.canUndo.value)).to(equal([false, false, false, false]))
                insert("b")
                expect(histories.map(\.canUndo.value)).to(equal([true, true, true, true]))
                histories[2].undo()
                expect(editor.state.value.shapes).to(equal(["a"]))
                expect(histories[2].canUndo.value).to(beFalse())
            }
        }

        describe("its limit") {
            it("drops the oldest steps") {
                let dispatcher = Dispatcher()
                let editor = makeEditor(on: dispatcher)
                let undo = UndoHistory(on: dispatcher, limit: 2) { undo in
                    undo.track(editor)
                    undo.step(Insert.self)
                }
                for shape in ["a", "b", "c"] { dispatcher.dispatch(Insert(shape: shape)) }
                for _ in 0..<3 { undo.undo() }
                expect(editor.state.value.shapes).to(equal(["a"]))
                expect(undo.canUndo.value).to(beFalse())
            }
        }
    }
}
