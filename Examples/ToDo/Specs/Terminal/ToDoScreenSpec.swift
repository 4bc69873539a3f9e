import Foundation
import Millrace
import MillraceSpecs
import MillraceTerminal

@testable import ToDoList

final class ToDoScreenSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage(
            item("rent", due: .on("2026-11-27")),
            item("milk", due: .on("2026-11-28")),
            item("dentist", due: .at("2026-12-01T14:00:00Z"))
        )

        describe("the list") {
            it("shows the day, the counts, the sections and the keys") {
                expect(stage.text[0]).to(match("^Sat 28 Nov +3 to do, 1 overdue$"))
                expect(stage.body) == [
                    "Overdue (1)", "  ■ rent  Fri 27 Nov", "Today (1)", "  milk", "Next week (1)",
                    "  dentist  Tue 1 Dec 15:00",
                ]
                expect(stage.text[15]).to(contain("add"))
                let wide = ToDoScreen(
                    of: stage.list,
                    size: Observable(TerminalSize(columns: 80, rows: 16)),
                    on: stage.wall.scheduler
                )
                expect(wide.canvas.value.text[15]).to(contain("quit"))
            }

            it("shows a key on the smallest screen") {
                let small = ToDoScreen(
                    of: stage.list,
                    size: Observable(TerminalSize(columns: 20, rows: 5)),
                    on: stage.wall.scheduler
                )
                expect(small.canvas.value.text[4]).to(contain("help"))
            }

            it("has other sections when midnight passes, while nobody presses a key") {
                let canvas = Recording(of: stage.canvas)
                stage.wall.advance(by: .seconds(13 * 3_600))
                expect(stage.text[0]).to(match("^Sun 29 Nov +3 to do, 2 overdue$"))
                expect(stage.body)
                    == [
                        "Overdue (2)", "  ■ rent  Fri 27 Nov", "  ■ milk  Sat 28 Nov", "Next week (1)",
                        "  dentist  Tue 1 Dec 15:00",
                    ]
                // 780 minutes have passed.
                expect(canvas.values).to(haveCount(2))
            }

            it("finishes, and reopens what is shown as finished") {
                stage.press(.down, .character(" "))
                expect(stage.items[1].finished) == stage.wall.date
                expect(stage.notice) == "Done: milk"
                expect(stage.body).toNot(contain("  milk"))
                stage.press(.character("f"), .end, .character("x"))
                expect(stage.items[1].finished).to(beNil())
                expect(stage.notice) == "Reopened: milk"
            }

            it("postpones by a day and by a week, each time from there") {
                stage.press(.character("p"), .character("p"))
                expect(stage.items[0].due) == .on("2026-11-30")
                stage.press(.character("w"))
                expect(stage.items[0].due) == .on("2026-12-07")
                expect(stage.notice) == "Postponed to Mon 7 Dec: rent"
            }

            it("deletes, and undo and redo do what they say") {
                stage.press(.character("d"))
                expect(stage.titles) == ["milk", "dentist"]
                expect(stage.notice) == "Deleted: rent"
                stage.press(.character("u"))
                expect(stage.titles.sorted()) == ["dentist", "milk", "rent"]
                expect(stage.body.first) == "Overdue (1)"
                expect(stage.notice) == "Undone"
                stage.press(.character("r"))
                expect(stage.titles) == ["milk", "dentist"]
                stage.press(.character("r"))
                expect(stage.notice) == "There is nothing to redo"
            }

            it("finds while a text is typed; esc shows all again") {
                stage.press(.character("/"))
                stage.type("de")
                expect(stage.body) == ["Next week (1)", "  dentist  Tue 1 Dec 15:00"]
                expect(stage.notice) == "Find: de"
                stage.press(.enter, .character(" "))
                expect(stage.items[2].finished).toNot(beNil())
                expect(stage.press(.escape)) == .goOn
                expect(stage.body).to(contain("  milk"))
                stage.press(.character("/"))
                stage.type("m")
                stage.press(.escape)
                expect(stage.body).to(haveCount(4))
                expect(stage.press(.escape)) == .quit
            }

            it("looks for a text once, and not for each move in what is found") {
                var looks = 0
                let subscription = stage.list.wireframe.options.state.observe { _ in looks += 1 }
                stage.press(.character("/"))
                stage.type("de")
                stage.press(.down, .up, .left, .pageDown)
                // The present one, and that of each letter.
                expect(looks) == 3
                withExtendedLifetime(subscription) {}
            }

            it("is quit, and has a page of help") {
                stage.press(.character("?"))
                expect(stage.text[0]) == "The list"
                stage.press(.pageDown, .pageDown)
                expect(stage.text.joined()).to(contain("today, tomorrow, a weekday"))
                expect(stage.press(.escape)) == .goOn
                expect(stage.text[0]).to(contain("Sat 28 Nov"))
                expect(stage.press(.character("q"))) == .quit
            }

            it("does nothing with an item where there is none") {
                let empty = Stage()
                for key: TerminalKey in [.enter, .character(" "), .character("p"), .character("d"), .character("u")] {
                    expect(empty.press(key)) == .goOn
                }
                expect(empty.body) == ["Nothing is to be done. Press a to add something."]
            }
        }

        describe("a form") {
            it("adds what is typed, also faster than is drawn, and says when it is due") {
                stage.type("aaq d?")
                stage.press(.tab)
                stage.type("tue 9:00")
                expect(stage.text[5]) == "        → Tue 1 Dec 09:00"
                stage.press(.down)
                stage.type("note")
                stage.press(.enter)
                expect(stage.items.last?.title) == "aq d?"
                expect(stage.items.last?.due) == .at("2026-12-01T08:00:00Z")
                expect(stage.items.last?.notes) == "note"
                expect(stage.items.last?.id) == "00000000-0000-0000-0000-000000000001"
                expect(stage.notice) == "Added, due Tue 1 Dec 09:00: aq d?"
                expect(stage.body.joined()).to(contain("  aq d?  Tue 1 Dec 09:00  "))
            }

            it("keeps what cannot be accepted, and goes to the field that is wrong") {
                stage.press(.character("a"), .enter)
                expect(stage.notice) == "there is no title"
                stage.type("x")
                stage.press(.backTab, .up)
                stage.type("soon")
                stage.press(.down, .enter)
                expect(stage.notice).to(contain("is no day"))
                stage.press(.control("u"))
                stage.type("today")
                stage.press(.enter)
                expect(stage.titles).to(contain("x"))
            }

            it("changes an item; esc changes nothing") {
                stage.press(.end, .enter)
                expect(stage.text[0]) == "dentist"
                stage.press(.tab, .control("u"))
                stage.press(.escape)
                expect(stage.items[2].due) == .at("2026-12-01T14:00:00Z")
                stage.press(.enter, .control("u"))
                stage.type("doctor")
                stage.press(.tab, .control("u"), .enter)
                expect(stage.items[2].title) == "doctor"
                expect(stage.items[2].due).to(beNil())
                // One step.
                stage.press(.character("u"))
                expect(stage.items[2]) == item("dentist", due: .at("2026-12-01T14:00:00Z"))
            }

            it("follows the day, and what else changes the item") {
                stage.press(.end, .enter, .tab, .control("u"))
                stage.type("tomorrow")
                expect(stage.text[5]) == "        → Sun 29 Nov"
                stage.wall.advance(by: .seconds(13 * 3_600))
                expect(stage.text[5]) == "        → Mon 30 Nov"
                stage.list.perform(EditItem(id: "dentist", edits: [.title("doctor")]))
                expect(stage.text[0]) == "doctor"
                stage.press(.enter)
                expect(stage.items[2].title) == "doctor"
                expect(stage.items[2].due) == .on("2026-11-30")
            }
        }

        it("draws on a terminal of any size") {
            for (columns, rows) in [(0, 0), (1, 1), (5, 3), (20, 4), (200, 60)] {
                let size = Observable(TerminalSize(columns: columns, rows: rows))
                let screen = ToDoScreen(of: stage.list, size: size, on: stage.wall.scheduler)
                for key: TerminalKey in [.character("/"), .escape, .character("?"), .escape, .character("a"), .escape] {
                    _ = screen.press(key)
                    expect(screen.canvas.value.size) == size.value
                }
            }
        }
    }
}
