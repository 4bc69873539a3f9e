@testable import AnnotationFilter
import Millrace
import MillraceHistory
import MillraceSpecs
import MillraceTerminal

final class AnnotationFilterScreenSpec: Spec {
    func testSpec() {
        var store: AnnotationFilterStore!
        var undo: UndoHistory!
        var screen: AnnotationFilterScreen!
        var canvas: TerminalCanvas!
        var drawing: Subscription?
        var asked: [ScriptCommand] = []
        let size = Variable(TerminalSize(columns: 60, rows: 10))

        /// Draws what an observer gets, as the program does.
        func show(_ sheet: ShownSheet) {
            screen = AnnotationFilterScreen(sheet, size: size)
            drawing?.cancel()
            drawing = screen.canvas.observe { canvas = $0 }
        }

        func open(_ annotations: [Annotation], columns: Int = 60, rows: Int = 10) {
            store = AnnotationFilterStore(showing: Sheet(file: "s.xfdf", annotations: annotations), on: Dispatcher())
            undo = UndoHistory(of: store)
            size.value = TerminalSize(columns: columns, rows: rows)
            show(store.shown(with: undo))
        }

        /// Presses keys as the program would, and returns whether the last one ended it.
        @discardableResult
        func press(_ keys: TerminalKey...) -> Bool {
            for key in keys {
                switch screen.press(key) {
                case .draw, .stop: break
                case .quit: return true
                case .carryOut(let command): asked.append(command)
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

            it("shows what there is to read of the annotation under the cursor where it is high") {
                size.value = TerminalSize(columns: 60, rows: 20)
                press(.tab)
                expect(canvas.text[12...16]).to(
                    equal([
                        "Door 田中", "", "Author    Kim", "Kind      ink",
                        "Page      1                                            ↓ 1",
                    ])
                )
            }

            it("shows a long message on up to three lines where there is room, and only its beginning elsewhere") {
                size.value = TerminalSize(columns: 60, rows: 20)
                let words = Array(repeating: "message", count: 40).joined(separator: " ")
                screen.tell(words)
                let line = Array(repeating: "message", count: 7).joined(separator: " ")
                expect(canvas.text[15...17].map { $0.prefix(55) }).to(equal([line[...], line[...], line[...]]))
                press(.down)
                expect(canvas.text[17]).to(equal("3 of 3 annotations"))
                expect(canvas.text[16]).toNot(contain("message"))
                size.value = TerminalSize(columns: 60, rows: 10)
                screen.tell(words)
                expect(canvas.text[8]).to(beginWith("message"))
                expect(canvas.text[7]).toNot(contain("message"))
            }

            it("shows dates with the zone that the file gives") {
                var annotation = Annotation(id: "a", kind: "ink", contents: "Door")
                annotation.created = PDFDate("D:20240304091200+01'00'")
                annotation.modified = PDFDate("D:20240304091200Z")
                open([annotation], columns: 60, rows: 40)
                let text = canvas.text.joined(separator: "\n")
                expect(text).to(contain("2024-03-04 09:12 +01:00"))
                expect(text).to(contain("2024-03-04 09:12 UTC"))
            }

            it("scrolls what is longer than its place, breaking between words") {
                open([Annotation(id: "a", kind: "ink", contents: String(repeating: "abcdefghi ", count: 60))], rows: 16)
                press(.tab, .tab, .down)
                let line = "abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi"
                expect(canvas.text.contains { $0.hasPrefix(line) && $0.hasSuffix(" ↑ 1") }).to(beTrue())
                press(.tab, .tab, .enter)
                expect(canvas.text[0]).to(equal(line))
                press(.end)
                expect(canvas.text.contains("Name      a")).to(beTrue())
                press(.escape)
                expect(canvas.text[0].contains("│")).to(beTrue())
            }

            for (columns, rows) in [(120, 40), (80, 24), (40, 12), (20, 5)] {
                it("shows the sample at \(columns) × \(rows)") {
                    store = AnnotationFilterStore(showing: try XFDFFileService().sample(), on: Dispatcher())
                    undo = UndoHistory(of: store)
                    size.value = TerminalSize(columns: columns, rows: rows)
                    show(store.shown(with: undo))
                    press(.tab, .down, .down)
                    expect(canvas).to(matchSnapshot())
                    press(.character("?"))
                    expect(canvas).to(matchSnapshot("help"))
                    press(.escape)
                    expect(press(.character("T"))).to(beFalse())
                    expect(asked.last) == .totals
                    screen.read(ScriptAnswer(to: .totals, in: store.state.value)?.text ?? [])
                    expect(canvas).to(matchSnapshot("totals"))
                }

                it("shows several sheets at \(columns) × \(rows)") {
                    let annotation = Annotation(id: "a", kind: "ink", author: "Kim", contents: "Door")
                    let sheets = ["plans/ground floor.xfdf", "plans/first floor.xfdf"].map {
                        Sheet(file: $0, annotations: [annotation])
                    }
                    store = AnnotationFilterStore(showing: sheets[0].joined(with: sheets[1]), on: Dispatcher())
                    undo = UndoHistory(of: store)
                    size.value = TerminalSize(columns: columns, rows: rows)
                    show(store.shown(with: undo))
                    press(.left)
                    expect(store.state.value.selectedGroup) == .sheet
                    press(.down, .character(" "))
                    expect(canvas).to(matchSnapshot("filters"))
                    press(.tab)
                    expect(canvas).to(matchSnapshot())
                }
            }

            it("has its keys from 5 rows on, the text below from 16, and both tables from 50 columns on") {
                func text(_ columns: Int, _ rows: Int) -> [String] {
                    size.value = TerminalSize(columns: columns, rows: rows)
                    return canvas.text
                }
                expect([4, 5].map { text(60, $0).last?.contains("help") }).to(equal([false, true]))
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
                expect(store.state.value.selectedGroup).to(equal(.marked))
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

            it("lead to a page of help, to what is odd about the file, and back") {
                press(.character("?"))
                expect(canvas.text[0]).to(equal("Looking"))
                press(.character("j"), .end, .escape, .character("n"))
                expect(canvas.text[0]).to(equal("There is nothing odd about the file."))
                press(.enter)
                expect(canvas.text[0].hasPrefix("Filters")).to(beTrue())
                expect(press(.character("?"), .character("q"))).to(beTrue())
            }

            it("switch all filters of the group on, off, and the other way round") {
                press(.character("a"))
                expect(store.state.value.query.active).to(haveCount(2))
                press(.character(" "), .character("i"))
                expect(store.state.value.query.active).to(equal([Filter(.kind, "ink")]))
                press(.character("x"))
                expect(store.state.value.query.active).to(beEmpty())
            }

            it("ask for days, say why they are none, and show them") {
                press(.character("d"))
                type("2024-13")
                press(.enter)
                expect(canvas.text[8].hasPrefix("\"2024-13\" names no days. To fix: write 2024-03-01")).to(beTrue())
                press(.control("u"))
                type("2024")
                press(.enter)
                expect(canvas.text[8]).to(equal("0 of 3 annotations, of 2024"))
            }

            it("leave out replies, sort, turn round, group, and choose columns") {
                press(.character("t"))
                expect(store.state.value.query.hidesReplies).to(beTrue())
                press(.character("t"), .character("s"), .character("S"), .character("g"), .character("v"))
                type("kind text")
                press(.enter)
                let arrangement = store.state.value.arrangement
                expect(arrangement.sorting).to(equal(.author))
                expect(arrangement.isDescending).to(beTrue())
                expect(arrangement.grouping).to(equal(.author))
                expect(arrangement.columns).to(equal([.kind, .text]))
                expect(canvas.text[2].hasSuffix("│  text  Wall")).to(beFalse())
            }

            it("leave the headings out after the last column, and begin again with the pages") {
                for _ in 0..<9 { press(.character("g")) }
                expect(store.state.value.arrangement.grouping).to(equal(.quantity))
                press(.character("g"))
                expect(store.state.value.arrangement.grouping).to(beNil())
                press(.character("g"))
                expect(store.state.value.arrangement.grouping).to(equal(.page))
            }

            it("ask for a file to write, and for names of filters, and show what came of it") {
                asked = []
                press(.character("e"))
                type("a.doc")
                press(.enter)
                expect(canvas.text[8]).to(equal("a.doc ends in neither .csv nor .xfdf. To fix: end it so."))
                press(.control("w"))
                type("CSV")
                press(.enter, .character("w"), .character("k"), .enter, .character("f"), .character("k"), .enter)
                expect(asked).to(equal([.export(.csv, to: "a.CSV"), .keep("k"), .use("k")]))
                screen.tell("Written.")
                expect(canvas.text[8]).to(equal("Written."))
                press(.down)
                expect(canvas.text[8]).to(equal("3 of 3 annotations"))
            }

            it("may be the mouse's: a click goes to a row, a second one chooses it, on a heading it selects the group")
            {
                size.value = TerminalSize(columns: 60, rows: 24)
                func click(_ row: Int, _ column: Int) { press(.mouse(TerminalMouse(.press, row: row, column: column))) }
                click(3, 4)
                click(3, 4)
                expect(store.state.value.query.active).to(equal([Filter(.kind, "text")]))
                click(4, 1)
                expect(store.state.value.selectedGroup).to(equal(.author))
                press(.mouse(TerminalMouse(.scrollDown, row: 1, column: 40)))
                click(2, 40)
                click(2, 40)
                expect(canvas.text[0]).to(equal("Wall"))
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

            it("takes a long paste as text, with what stands behind its line breaks, and no key of it as a command") {
                let text = String(repeating: "door wall ", count: 1_200) + "\nq\nxa"
                expect(press(.character("/"), .paste(text))).to(beFalse())
                expect(store.state.value.query.active).to(beEmpty())
                expect(store.state.value.query.search).to(endWith("door wall q xa"))
                expect(store.state.value.query.search.count).to(beGreaterThan(12_000))
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
                expect(canvas.text[3]).to(equal("Search: fghijklmnop"))
                expect(canvas.caret).to(equal(.init(row: 3, column: 19)))
            }
        }

        describe("opening") {
            it("takes a path, and opens it with enter") {
                press(.character("o"))
                type("pland")
                press(.backspace, .paste(".xfdf"))
                expect(canvas.text[8]) == "Open: plan.xfdf"
                guard case .dispatch(let action) = screen.press(.enter) else { return fail("it asked for nothing") }
                expect(action as? OpenFile) == OpenFile(["plan.xfdf"])
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
                let shown = store.shown
                let view = Variable(shown.view.value)
                show(ShownSheet(view: view, list: shown.list))
                view.value.opening = "Opening plan.xfdf … 42 %"
                expect(canvas.text[8...9]) == [
                    "Opening plan.xfdf … 42 %", " esc  do not open   ↑↓ jk  move   tab  pane   ?  help",
                ]
                guard case .dispatch(let action) = screen.press(.escape) else { return fail("it asked for nothing") }
                expect(action as? CancelOpening) == CancelOpening()
                view.value.opening = nil
                guard case .draw = screen.press(.escape) else { return fail("it asked for something") }
            }
        }
    }
}
