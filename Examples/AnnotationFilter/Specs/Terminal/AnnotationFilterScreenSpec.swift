import AnnotationFilter
import Millrace
import MillraceHistory
import MillraceSpecs
import MillraceTerminal

final class AnnotationFilterScreenSpec: Spec {
    func testSpec() {
        var store: AnnotationFilterStore!
        var undo: UndoHistory!
        var screen: AnnotationFilterScreen!
        let size = Variable(TerminalSize(columns: 60, rows: 10))
        var canvas: TerminalCanvas { screen.canvas.value }

        func open(_ annotations: [Annotation], columns: Int = 60, rows: Int = 10) {
            store = AnnotationFilterStore(showing: Sheet(file: "s.xfdf", annotations: annotations), on: Dispatcher())
            undo = UndoHistory(of: store)
            size.value = TerminalSize(columns: columns, rows: rows)
            screen = AnnotationFilterScreen(store.view(with: undo), size: size)
        }

        /// Presses keys as the program would, and returns whether the last one ended it.
        @discardableResult
        func press(_ keys: TerminalKey...) -> Bool {
            for key in keys {
                switch screen.press(key) {
                case .draw: break
                case .quit: return true
                case .dispatch(let action): store.dispatcher.dispatch(action)
                }
            }
            return false
        }

        func type(_ text: String) { for character in text { press(.character(character)) } }

        beforeEach {
            open([
                Annotation(id: "a", kind: "ink", author: "Kim", contents: "Door 田中"),
                Annotation(id: "b", kind: "text", author: "Zoë", contents: "Wall"),
                Annotation(id: "c", kind: "text", author: "Kim", page: 1, contents: "Fire door"),
            ])
        }

        describe("the screen") {
            it("shows filters left and annotations right, the status and the keys below") {
                expect(canvas).to(matchSnapshot())
            }

            it("shows one of them at a time where it is narrow") {
                size.value = TerminalSize(columns: 20, rows: 5)
                expect(canvas).to(matchSnapshot("filters"))
                press(.tab)
                expect(canvas).to(matchSnapshot("annotations"))
            }

            it("shows the whole text of the annotation under the cursor where it is high") {
                open([Annotation(id: "a", kind: "ink", contents: String(repeating: "abcdefghi ", count: 12))], rows: 16)
                expect(canvas.text[11...13]).to(
                    equal([
                        "(no author), ink: abcdefghi abcdefghi abcdefghi abcdefghi",
                        "abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi",
                        "abcdefghi abcdefghi",
                    ])
                )
            }

            it("has its keys from 8 rows on, the text below from 16, and both tables from 50 columns on") {
                func text(_ columns: Int, _ rows: Int) -> [String] {
                    size.value = TerminalSize(columns: columns, rows: rows)
                    return canvas.text
                }
                expect([7, 8].map { text(60, $0).last?.contains("space") }).to(equal([false, true]))
                expect([15, 16].map { text(60, $0).contains { $0.hasPrefix("───") } }).to(equal([false, true]))
                expect([49, 50].map { text($0, 10)[0].contains("│") }).to(equal([false, true]))
                let dividers = [50, 87, 88, 92, 135, 136, 200].map { columns in
                    text(columns, 10)[0].prefix { $0 != "│" }.count
                }
                expect(dividers).to(equal([22, 22, 22, 23, 33, 34, 34]))
            }

            it("fits any size") {
                for columns in [0, 1, 2, 21, 49, 50, 51, 200] {
                    for rows in [0, 1, 2, 3, 7, 8, 15, 16, 60] {
                        size.value = TerminalSize(columns: columns, rows: rows)
                        press(.down, .tab, .end, .right, .character("/"), .character("a"), .escape)
                        expect(canvas.text).to(haveCount(rows))
                    }
                }
            }

            it("changes once a turn, and never mixes what was with what is") {
                var drawn: [[String]] = []
                let drawing = screen.canvas.observe { drawn.append($0.text) }
                press(.character(" "))
                expect(drawn).to(haveCount(2))
                expect(drawn.last?[2]) == "✓ ink                1│  Kim, ink: Door 田中"
                expect(drawn.last?[8]) == "1 of 3 annotations, 1 filter on"
                drawing.cancel()
            }
        }

        describe("keys") {
            it("toggle the filter under the cursor") {
                press(.down, .character(" "))
                expect(store.state.value.query.active).to(equal([Filter(.kind, "text")]))
                expect(canvas).to(matchSnapshot())
                press(.enter)
                expect(store.state.value.isFiltering).to(beFalse())
            }

            it("toggle nothing while they go to the annotations") {
                press(.tab, .character(" "), .enter)
                expect(store.state.value.isFiltering).to(beFalse())
            }

            it("toggle a filter whatever its value is") {
                open(["a/b", "/", "", "x\ny"].map { Annotation(id: $0, kind: "text", author: $0) })
                press(.right)
                for _ in 0..<4 { press(.enter, .down) }
                expect(store.state.value.query.active).to(haveCount(4))
            }

            it("switch the group, in a circle") {
                press(.right)
                expect(store.state.value.selectedGroup).to(equal(.author))
                press(.left, .left)
                expect(store.state.value.selectedGroup).to(equal(.status))
                press(.right)
                expect(store.state.value.selectedGroup).to(equal(.kind))
            }

            it("clear where there is anything to clear") {
                press(.enter, .character("c"))
                expect(store.state.value.isFiltering).to(beFalse())
                guard case .draw = screen.press(.character("c")) else { return fail("it asked for something") }
            }

            it("undo and redo where there is anything to") {
                press(.enter, .right, .character("u"))
                expect(store.state.value.isFiltering).to(beFalse())
                expect(store.state.value.selectedGroup).to(equal(.author))
                guard case .draw = screen.press(.character("u")) else { return fail("it asked for something") }
                press(.character("r"))
                expect(store.state.value.isFiltering).to(beTrue())
                press(.character("u"), .control("r"))
                expect(store.state.value.isFiltering).to(beTrue())
                guard case .draw = screen.press(.character("r")) else { return fail("it asked for something") }
            }

            it("quit") { expect(press(.character("q"))).to(beTrue()) }
        }

        describe("the search") {
            it("finds while it is being typed") {
                press(.character("/"))
                type("qd")
                press(.backspace, .backspace)
                type("door")
                expect(store.state.value.visible).to(equal([0, 2]))
                expect(canvas.text[8]).to(equal("Search: door"))
                expect(canvas.caret).to(equal(.init(row: 8, column: 12)))
            }

            it("stays when it is done") {
                press(.character("/"))
                type("door")
                press(.enter)
                expect(canvas.text[8]).to(equal("2 of 3 annotations, containing \"door\""))
                expect(canvas.caret).to(beNil())
            }

            it("is undone as a whole") {
                press(.enter, .character("/"))
                type("door")
                press(.enter, .character("u"))
                expect(store.state.value.query).to(equal(FilterQuery(active: [Filter(.kind, "ink")])))
            }

            it("goes back to what was searched for before") {
                press(.character("/"), .character("d"), .enter, .character("/"), .character("x"), .escape)
                expect(store.state.value.query.search).to(equal("d"))
            }

            it("takes pasted text on one line, and keys that mean something else elsewhere") {
                press(.character("/"), .paste("fi\nre"), .character("q"), .character("c"), .control("u"))
                expect(store.state.value.query.search).to(equal(""))
                press(.paste("a\nb"))
                expect(store.state.value.query.search).to(equal("a b"))
            }

            it("shows the end of a text that is too long") {
                size.value = TerminalSize(columns: 20, rows: 5)
                press(.character("/"), .paste("abcdefghijklmnop"))
                expect(canvas.text[4]).to(equal("Search: fghijklmnop"))
                expect(canvas.caret).to(equal(.init(row: 4, column: 19)))
            }
        }

        describe("opening") {
            it("takes a path, and opens it with enter") {
                press(.character("o"))
                type("pland")
                press(.backspace, .paste(".xfdf"))
                expect(canvas.text[8]) == "Open: plan.xfdf"
                guard case .dispatch(let action) = screen.press(.enter) else { return fail("it asked for nothing") }
                expect(action as? OpenFile) == OpenFile("plan.xfdf")
                expect(canvas.text[8]) == "3 of 3 annotations"
            }

            it("opens nothing with escape, or without a path") {
                press(
                    .character("o"),
                    .character("q"),
                    .control("u"),
                    .enter,
                    .character("o"),
                    .character("x"),
                    .escape
                )
                expect(canvas.text[8]) == "3 of 3 annotations"
            }

            it("shows how far it is, and is cancelled with escape") {
                let view = Variable(store.view.value)
                screen = AnnotationFilterScreen(view, size: size)
                view.value.opening = "Opening plan.xfdf … 42 %"
                expect(canvas.text[8...9]) == [
                    "Opening plan.xfdf … 42 %", " esc  do not open   ↑↓  move   space  toggle   ←→  group",
                ]
                guard case .dispatch(let action) = screen.press(.escape) else { return fail("it asked for nothing") }
                expect(action as? CancelOpening) == CancelOpening()
                view.value.opening = nil
                guard case .draw = screen.press(.escape) else { return fail("it asked for something") }
            }
        }
    }
}
