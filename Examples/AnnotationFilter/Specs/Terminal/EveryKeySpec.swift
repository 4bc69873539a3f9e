import Millrace
import MillraceHistory
import MillraceSpecs
import MillraceTerminal

@testable import AnnotationFilter

/// Each key of the screen by itself.
final class EveryKeySpec: Spec {
    /// The screen with three annotations, and what its keys asked the program for.
    private final class Scene {
        let store: AnnotationFilterStore
        let undo: UndoHistory
        let screen: AnnotationFilterScreen
        private(set) var commands: [ScriptCommand] = []
        private(set) var actions: [any Action] = []
        private(set) var hasQuit = false
        private(set) var hasStopped = false

        init() {
            let annotations = [
                Annotation(id: "a", kind: "ink", author: "Kim", contents: "Door"),
                Annotation(id: "b", kind: "text", author: "Zoë", contents: "yes", answer: .init(parent: 0)),
                Annotation(id: "c", kind: "text", author: "Ada", page: 1, contents: "Wall"),
            ]
            let sheet = Sheet(file: "s.xfdf", annotations: annotations, notices: [Notice(.noDate)])
            store = AnnotationFilterStore(
                showing: sheet,
                on: Dispatcher(on: TestScheduler()),
                sheets: SheetServiceMock()
            )
            undo = UndoHistory(of: store)
            screen = AnnotationFilterScreen(
                store.shown(with: undo),
                size: Variable(TerminalSize(columns: 60, rows: 24))
            )
        }

        var state: AnnotationFilterState { store.state.value }
        var query: FilterQuery { state.query }
        var text: [String] { screen.canvas.value.text }
        /// What stands above the keys.
        var status: String { text[21] }

        @discardableResult
        func press(_ keys: TerminalKey...) -> Scene {
            for key in keys {
                switch screen.press(key) {
                case .draw: break
                case .quit: hasQuit = true
                case .stop: hasStopped = true
                case .carryOut(let command): commands.append(command)
                case .dispatch(let action):
                    actions.append(action)
                    store.dispatcher.dispatch(action)
                }
            }
            return self
        }

        @discardableResult
        func press(_ keys: String) -> Scene {
            for key in keys { press(.character(key)) }
            return self
        }

        func type(_ text: String) { press(text).press(.enter) }
    }

    private static let ink = Filter(.kind, "ink")
    private static let text = Filter(.kind, "text")

    /// By the names that the help has for them.
    private static let examples: [String: @Sendable () -> Void] = [
        "↑↓ jk": {
            for (keys, filter) in [
                ([], ink), ([.down], text), ([.character("j")], text), ([.down, .up], ink),
                ([.character("j"), .character("k")], ink), ([.pageDown], text), ([.end], text), ([.end, .home], ink),
                ([.end, .pageUp], ink),
            ] as [([TerminalKey], Filter)] {
                let scene = Scene()
                for key in keys { scene.press(key) }
                expect(scene.press(" ").query.active).to(equal([filter]), description: "\(keys)")
            }
        },
        "tab": {
            for key in [TerminalKey.tab, .backTab] {
                let scene = Scene()
                expect(scene.press(key).press(" ").query.active).to(beEmpty())
                expect(scene.press(key, key).press(" ").query.active).to(equal([ink]))
            }
        },
        "?": {
            for key in [TerminalKey.character("?"), .function(1)] {
                expect(Scene().press(key).text.first).to(equal("Looking"))
            }
        },
        "q": {
            expect(Scene().press("q").hasQuit).to(beTrue())
            expect(Scene().press("?q").hasQuit).to(beTrue())
        },
        "n": { expect(Scene().press("n").text.first).to(contain("dates that are none")) },
        "esc": {
            expect(Scene().press("?").press(.escape).text.first).to(beginWith("Filters"))
            let scene = Scene()
            scene.store.dispatcher.dispatch(OpenFile(["b.xfdf"]))
            expect(scene.press(.escape).actions.first is CancelOpening).to(beTrue())
            scene.screen.show(activity: "Writing a.csv …")
            expect(scene.status).to(equal("Writing a.csv …"))
            expect(scene.text[22]).to(contain("esc  stop"))
            expect(scene.press(.escape).hasStopped).to(beTrue())
            expect(scene.actions).to(haveCount(1))
        },
        "mouse": {
            let scene = Scene()
            scene.press(.mouse(TerminalMouse(.press, row: 3, column: 1)))
            expect(scene.press(" ").query.active).to(equal([text]))
        },
        "space": { expect(Scene().press(" ").query.active).to(equal([ink])) },
        "enter": {
            expect(Scene().press(.enter).query.active).to(equal([ink]))
            expect(Scene().press(.tab, .enter).text.first).to(equal("Door"))
        },
        "← → hl": {
            for key in [TerminalKey.right, .character("l")] {
                expect(Scene().press(key).state.selectedGroup).to(equal(.author))
            }
            for key in [TerminalKey.left, .character("h")] {
                expect(Scene().press(key).state.selectedGroup).to(equal(.marked))
            }
        },
        "/": { expect(Scene().press("/wall").query.search).to(equal("wall")) },
        "a": { expect(Scene().press("a").query.active).to(equal([ink, text])) },
        "x": { expect(Scene().press("ax").query.active).to(beEmpty()) },
        "i": { expect(Scene().press(" i").query.active).to(equal([text])) },
        "d": {
            let scene = Scene().press("d")
            scene.type("2024-03")
            expect(scene.query.dates).to(equal(DateRange(rawValue: "2024-03")))
        },
        "t": {
            expect(Scene().press("t").query.hidesReplies).to(beTrue())
            expect(Scene().press("tt").query.hidesReplies).to(beFalse())
        },
        "c": {
            expect(Scene().press(" tc").query).to(equal(FilterQuery()))
            expect(Scene().press(" tC").query).to(equal(FilterQuery()))
        },
        "s": { expect(Scene().press("ss").state.arrangement.sorting).to(equal(.kind)) },
        "S": { expect(Scene().press("S").state.arrangement.isDescending).to(beTrue()) },
        "g": { expect(Scene().press("g").state.arrangement.grouping).to(equal(.author)) },
        "v": {
            let scene = Scene().press("v")
            scene.type("author, kind")
            expect(scene.state.arrangement.columns).to(equal([.author, .kind]))
        },
        "T": { expect(Scene().press("T").commands).to(equal([.totals])) },
        "u": { expect(Scene().press(" u").query.active).to(beEmpty()) },
        "r": {
            for key in [TerminalKey.character("r"), .control("r")] {
                expect(Scene().press(" u").press(key).query.active).to(equal([ink]))
            }
        },
        "o": {
            let scene = Scene().press("o")
            scene.type("b.xfdf")
            expect(scene.actions.first as? OpenFile).to(equal(OpenFile(["b.xfdf"])))
        },
        "O": {
            let scene = Scene().press("O")
            scene.type("b.xfdf")
            expect(scene.actions.first as? OpenFile).to(equal(OpenFile(["b.xfdf"], adding: true)))
        },
        "m": {
            let scene = Scene().press("m")
            scene.type("b.xfdf")
            expect(scene.commands).to(equal([.compare("b.xfdf")]))
        },
        "e": {
            let scene = Scene().press("e")
            scene.type("b.xfdf")
            scene.press("e")
            scene.type("b.CSV")
            expect(scene.commands).to(equal([.export(.xfdf, to: "b.xfdf"), .export(.csv, to: "b.CSV")]))
        },
        "w": {
            let scene = Scene().press("w")
            scene.type("mine")
            expect(scene.commands).to(equal([.keep("mine")]))
        },
        "f": {
            let scene = Scene().press("f")
            scene.type("mine")
            expect(scene.commands).to(equal([.use("mine")]))
        },
        "0-4": {
            for (key, status) in [("1", ReviewStatus.accepted), ("2", .rejected), ("3", .cancelled), ("4", .completed)]
            {
                expect(Scene().press(.tab).press(key).commands).to(equal([.edit(.status("a", status))]))
            }
            expect(Scene().press(.tab).press("0").commands).to(equal([.edit(.status("a", nil))]))
            // Among the filters no annotation is chosen.
            let scene = Scene().press("0")
            expect(scene.commands).to(beEmpty())
            expect(scene.status).to(equal("No annotation is chosen: tab goes there."))
        },
        "M": { expect(Scene().press(.tab, .down).press("M").commands).to(equal([.edit(.mark("b", true))])) },
        "R": {
            let scene = Scene().press(.tab).press("R")
            scene.type("What?")
            expect(scene.commands).to(equal([.edit(.reply("a", "What?"))]))
        },
        "D": { expect(Scene().press(.tab).press("D").commands).to(equal([.edit(.takeBack("a"))])) },
        "K": { expect(Scene().press(.tab).press("K").commands).to(equal([.edit(.decide("a", isMine: true))])) },
        "E": { expect(Scene().press("E").status).to(equal("Everything is saved.")) },
        "W": { expect(Scene().press("W").status).to(equal("Everything is saved.")) },
        "N": {
            let scene = Scene().press("N")
            scene.type("b.xfdf")
            expect(scene.commands).to(equal([.merge("b.xfdf")]))
        },
        "A": {
            let scene = Scene().press("A")
            scene.type("b.pdf")
            expect(scene.status).to(contain("b.pdf does not end in .xfdf"))
            scene.press(.control("u"))
            scene.type("b.xfdf")
            expect(scene.commands).to(equal([.save(as: "b.xfdf")]))
        },
        "ctrl-← →": {
            expect(Scene().press("/fire door").press(.wordLeft).press("x").query.search).to(equal("fire xdoor"))
        },
        "ctrl-w": {
            expect(Scene().press("/fire door").press(.control("w")).query.search).to(equal("fire "))
            expect(Scene().press("/fire door").press(.control("u")).query.search).to(equal(""))
            expect(Scene().press("/fire door").press(.wordLeft, .control("k")).query.search).to(equal("fire "))
        },
    ]

    func testSpec() {
        describe("the key") {
            let names = AnnotationFilterScreen.keys.help.map { $0.label.drop { $0 == " " } }.filter { !$0.isEmpty }
            for name in names {
                it("\(name)") {
                    guard let example = Self.examples[String(name)] else { return fail("there is no example of it") }
                    example()
                }
            }

            it("has an example here whatever it is") {
                expect(Set(Self.examples.keys)).to(equal(Set(names.map { String($0) })))
            }
        }
    }
}
