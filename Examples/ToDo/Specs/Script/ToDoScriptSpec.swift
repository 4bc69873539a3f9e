import Foundation
import MillraceSpecs

@testable import ToDoList

final class ToDoScriptSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        beforeEach {
            _ = stage.run(
                #"add "Call the surveyor" --due tomorrow"#,
                "add Pay the rent --due 2026-11-27",
                "add Dentist --due 'tue 15:00' --notes 'the card'"
            )
        }

        let listed = [
            "Overdue", "  1  Pay the rent  Fri 27 Nov", "Tomorrow", "  2  Call the surveyor  Sun 29 Nov", "Next week",
            "  3  Dentist  Tue 1 Dec 15:00",
        ]

        describe("a script") {
            it("adds, and lists by sections") {
                expect(stage.run("add Write to Ada")) == ["added 4  Write to Ada"]
                expect(stage.run("list")) == listed + ["Later", "  4  Write to Ada"]
                expect(stage.run("list DENT")) == ["Next week", "  1  Dentist  Tue 1 Dec 15:00"]
                expect(stage.run("list nothing")).to(beEmpty())
            }

            it("has numbers that stay until the next list") {
                _ = stage.run("list")
                expect(stage.run("done 1", "delete 2", "add Write", "show 3 4")) == [
                    "done 1  Pay the rent  Fri 27 Nov", "deleted 2  Call the surveyor  Sun 29 Nov", "added 4  Write",
                    "  3  Dentist  Tue 1 Dec 15:00", "     the card", "  4  Write",
                ]
                expect(stage.run("show 2")) == ["65: there is no item 2. To fix: see list."]
                expect(stage.run("list", "show 1").last) == "     the card"
            }

            it("says of an item that it recurs, and when it is finished") {
                var bins = item("bins", due: .on("2026-11-30"))
                bins.recurrence = "every week"
                let stage = Stage(bins)
                expect(stage.run("list", "done 1")) == [
                    "Next week", "  1  bins  Mon 30 Nov, every week", "done 1  bins  Mon 30 Nov, every week",
                ]
                expect(stage.run("list --all", json: true).last).to(contain(#""recurs":"every week""#))
            }

            it("takes identities, too") {
                let id = stage.items[0].id
                expect(stage.run("done \(id)")) == ["done 1  Call the surveyor  Sun 29 Nov"]
            }

            it("finishes and reopens several; all of them, or none") {
                expect(stage.run("done 1 2 9").last) == "65: there is no item 9. To fix: see list."
                expect(stage.items.filter { $0.finished != nil }).to(beEmpty())
                expect(stage.run("done 1 2 1")).to(haveCount(2))
                expect(stage.run("list --all").suffix(3)) == [
                    "Finished", "  2  Pay the rent  Fri 27 Nov", "  3  Call the surveyor  Sun 29 Nov",
                ]
                expect(stage.run("undone 3").last) == "reopened 3  Call the surveyor  Sun 29 Nov"
                expect(stage.items[0].finished).to(beNil())
            }

            it("postpones by days from there, or to a day") {
                expect(stage.run("postpone 3 +1d")) == ["postponed 3  Dentist  Wed 2 Dec 15:00"]
                expect(stage.run("postpone 2 +2w")) == ["postponed 2  Pay the rent  Sat 12 Dec"]
                expect(stage.run("postpone 2 fri 9:30")) == ["postponed 2  Pay the rent  Fri 4 Dec 09:30"]
                expect(stage.run("postpone 2 none")) == ["postponed 2  Pay the rent"]
            }

            it("edits the fields that are named") {
                expect(stage.run("edit 3 --title Doctor --notes none --due none")) == ["changed 3  Doctor"]
                expect(stage.items[2].notes) == ""
                expect(stage.run("edit 3 --due +1d")) == ["changed 3  Doctor  Sun 29 Nov"]
                expect(stage.items[2].title) == "Doctor"
            }

            it("undoes and redoes what it has done") {
                expect(stage.run("delete 1", "undo", "list").suffix(6)) == listed[...]
                expect(stage.run("redo", "list").suffix(4)) == [
                    "Overdue", "  1  Pay the rent  Fri 27 Nov", "Next week", "  2  Dentist  Tue 1 Dec 15:00",
                ]
                expect(stage.run("redo").last).to(match("^64: there is nothing to redo"))
            }

            it("answers in JSON, an object a line") {
                expect(stage.run("list --json")[1...]) == [
                    #"{"created":"2026-11-28T10:00:00Z","due":"2026-11-29","id":"00000000-0000-0000-0000-000000000001","#
                        + #""number":2,"section":"tomorrow","title":"Call the surveyor"}"#,
                    #"{"created":"2026-11-28T10:00:00Z","due":"2026-12-01T14:00:00Z","#
                        + #""id":"00000000-0000-0000-0000-000000000003","notes":"the card","number":3,"#
                        + #""section":"nextWeek","title":"Dentist"}"#,
                ]
                expect(stage.run("done 1", json: true)[0]).to(contain(#""did":"done","due""#))
                expect(stage.run("undo", json: true)) == [#"{"did":"undo"}"#]
            }

            it("skips empty lines and remarks, and answers help") {
                expect(stage.run("", "  ", "# done 1")).to(beEmpty())
                expect(stage.run("--version")) == ["todo 0.1.0"]
                expect(stage.run("--help", "show 1").last) == "  1  Call the surveyor  Sun 29 Nov"
            }

            it("puts on one line what is on several") {
                _ = stage.run("edit 1 --notes 'a\u{2028}b'")
                stage.list.perform(EditItem(id: stage.items[0].id, edits: [.title("a\u{1B}[31m\nb"), .notes("c\nd")]))
                let lines = stage.run("show 1")
                expect(lines).to(haveCount(3))
                expect(lines.joined().unicodeScalars.allSatisfy { $0.value >= 32 }).to(beTrue())
            }
        }

        it("says what is wrong, does nothing then, and goes no further") {
            let items = stage.items
            for (line, problem) in [
                ("foo", "64: there is no command foo"), ("add", "64: add needs a title"), ("done", "64: done needs"),
                ("done x", "65: there is no item x"), ("done 0", "65: there is no item 0"),
                ("done -1", "64: there is no option"), ("done 99999999999999999999", "65: there is no item"),
                ("done -- -9223372036854775808", "65: there is no item"),
                ("add x --due soon", #"64: "soon" is no day"#),
                ("add x --due", "64: --due needs"), ("add ' '", "64: an argument is empty"),
                ("postpone 1", "64: postpone needs"),
                ("postpone 1 soon", #"64: "soon" is no day"#), ("postpone 9 +1d", "65: there is no item 9"),
                ("edit 1", "64: edit needs"), ("edit 1 2 --title x", "64: edit needs"),
                ("edit 1 --title x --due 2026-02-30", "64: \"2026-02-30\" is no day"),
                ("done 1 --due today", "64: done goes without"),
                ("list --notes x", "64: list goes without --notes"), ("undo 1", "64: there is no command undo 1"),
                (#"add "x"#, "64: a quote is not closed"), ("--folder x list", "64: --folder goes before"),
                ("--json", "64: there is no command"),
            ] {
                let answers = stage.run(line, "done 1")
                expect(answers).to(haveCount(1), description: line)
                expect(answers.last).to(beginWith(problem), description: line)
            }
            expect(stage.items) == items
        }
    }
}
