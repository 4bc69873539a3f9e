import Millrace
import MillraceSpecs
import TestSupport

/// Observables over virtual time, and lines that are drawn wrong: a failure at their line, and the run goes on.
final class EmitSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()

        describe("an observable") {
            it("emits its present value, and every change") {
                let title = scheduler.signal("-b--(cd)").hold("a")
                expect(title, on: scheduler).to(emit("ab--(cd)"))
                expect(title, on: scheduler).to(emit("d-"))
                expect(title, on: scheduler).toNot(emit("--"))
            }
        }

        describe("a line that cannot be read") {
            let remedy =
                "To fix: draw nothing as -, a value as a character or {a name}, "
                + "values of one instant as (ab), the end as |."

            it("fails both ways, and says why") {
                let reasons = [
                    "a|b": "something follows its end", "((a))": "a group stands within a group",
                    "a)": "a group ends that has not begun", "(a-b)": "time passes within a group",
                    "(ab": "a group does not end", "{ab": "a name does not end",
                    "ab}": "a name ends that has not begun", "a{}": "a name is empty",
                ]
                for (line, reason) in reasons {
                    let found = messages {
                        expect(Emitter<String>(), on: scheduler).to(emit(line))
                        expect(Emitter<String>(), on: scheduler).toNot(emit(line))
                    }
                    let message = "\"\(line)\" cannot be read: \(reason). \(remedy)"
                    expect(found) == [
                        "expected to emit \(line), \(message)", "expected not to emit \(line), \(message)",
                    ]
                }
            }

            it("is a failure where a signal shall be made of it, and the signal silent after it") {
                let found = messages {
                    expect(scheduler.signal("(a"), on: scheduler).to(emit("--"))
                }
                expect(found) == ["TestScheduler.signal: \"(a\" cannot be read: a group does not end. \(remedy)"]
            }
        }

        describe("a value that is not in the table") {
            it("is a failure where a signal shall be made of it") {
                let found = messages {
                    expect(scheduler.signal("ab", ["a": 1]), on: scheduler).to(emit("a-", ["a": 1]))
                }
                let message = "\"ab\" has the value b, which the table does not. To fix: add it to the table."
                expect(found) == ["TestScheduler.signal: \(message)"]
            }
        }
    }
}
