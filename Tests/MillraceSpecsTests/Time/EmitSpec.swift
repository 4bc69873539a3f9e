import Millrace
import MillraceSpecs

/// Marbles, and what `emit` says of signals over virtual time.
final class EmitSpec: Spec {
    private func lines(_ body: () -> Void) -> [String] {
        messages(of: body).flatMap { $0.components(separatedBy: "\n") }
    }

    func testSpec() {
        @TestState var scheduler = TestScheduler()

        describe("a signal of marbles") {
            it("has each value at its column's instant, those in parentheses together, and its end") {
                var log: [String] = []
                func note(_ text: String) { log.append("\(text) \(scheduler.now / scheduler.column)") }
                let subscription = scheduler.signal("a-(bc)- d|").observe(onFinish: { note("end") }) { note($0) }
                scheduler.run()
                expect(log) == ["a 0.0", "b 2.0", "c 2.0", "d 4.0", "end 5.0"]
                subscription.cancel()
            }

            it("goes on whether or not somebody observes") {
                let signal = scheduler.signal("a-b")
                scheduler.advance(by: scheduler.column)
                expect(signal, on: scheduler).to(emit("-b"))
            }

            it("has the values of its table, and columns as long as the scheduler's") {
                let hours = TestScheduler(column: .seconds(3600))
                var sum = 0
                let subscription = hours.signal("a-b", ["a": 1, "b": 20]).observe { sum += $0 }
                hours.advance(to: .seconds(7199))
                expect(sum) == 1
                hours.advance(by: .seconds(1))
                expect(sum) == 21
                subscription.cancel()
            }
        }

        describe("emit") {
            it("matches exactly what comes, from now on, as long as the line is") {
                expect(scheduler.signal("-a-(bc|)"), on: scheduler).to(emit("-a-(bc|)"))
                expect(scheduler.signal("-a"), on: scheduler).to(emit("- a -"))
                expect(scheduler.signal("ab"), on: scheduler).to(emit("a"))
                expect(scheduler.signal("ab", ["a": 1, "b": 2]), on: scheduler).to(emit("xy", ["x": 1, "y": 2]))
                expect(Emitter<String>(), on: scheduler).to(emit(""))
            }

            it("does not match another value, instant, order or end") {
                for other in ["-b", "a-", "-(ab)", "-(a|)", "--", "-(aa)"] {
                    expect(scheduler.signal(other), on: scheduler).toNot(emit("-a"))
                }
                expect(scheduler.signal("(ab)"), on: scheduler).toNot(emit("(ba)"))
                expect(scheduler.signal("-a"), on: scheduler).toNot(emit("-a|"))
            }

            it("takes characters that stand for equal values for one") {
                expect(scheduler.signal("ab"), on: scheduler).toNot(emit("aa"))
                expect(scheduler.signal("ab", ["a": 1, "b": 1]), on: scheduler).to(emit("cd", ["c": 1, "d": 1]))
            }

            it("shows what came under what was expected, and what its characters do not") {
                let numbers = scheduler.signal("a-(bc)|", ["a": 1, "b": 2, "c": 3])
                let found = self.lines { expect(numbers, on: scheduler).to(emit("a-b-|", ["a": 1, "b": 2])) }
                expect(found) == [
                    "expected to emit a-b-|, got:", "  expected  a-b-|", "  got       a-(b?)|-", "  where ? is <3>",
                ]
            }

            it("shows a value that looks like a mark as another") {
                let found = self.lines {
                    expect(scheduler.signal("a", ["a": "-"]), on: scheduler).to(emit("-"))
                }
                expect(found.suffix(2)).to(elementsEqual(["  got       ?", "  where ? is <\"-\">"]))
            }

            it("does not match what comes between two columns, and says so") {
                let late = scheduler.signal("a|").delay(for: .milliseconds(5), on: scheduler)
                let found = self.lines { expect(late, on: scheduler).to(emit("a--")) }
                expect(found.suffix(2)).to(
                    elementsEqual([
                        "  <\"a\"> came at 0.005 seconds, between two columns",
                        "  the end came at 0.015 seconds, between two columns",
                    ])
                )
            }

            it("is the present value of an observable, and every change") {
                let title = scheduler.signal("-b--(cd)").hold("a")
                expect(title, on: scheduler).to(emit("ab--(cd)"))
                expect(title, on: scheduler).to(emit("d-"))
                let found = self.lines { expect(title.map(\.count), on: scheduler).to(emit("a", ["a": 2])) }
                expect(found).to(contain("  where ? is <1>"))
            }
        }

        describe("a line that cannot be read") {
            let remedy =
                "To fix: draw nothing as -, a value as a character, values of one instant as (ab), the end as |."

            it("fails both ways, and says why") {
                let reasons = [
                    "a|b": "something follows its end", "((a))": "a group stands within a group",
                    "a)": "a group ends that has not begun", "(a-b)": "time passes within a group",
                    "(ab": "a group does not end",
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
            let message = "\"ab\" has the value b, which the table does not. To fix: add it to the table."

            it("fails both ways, and says which") {
                let found = messages {
                    expect(Emitter<Int>(), on: scheduler).to(emit("ab", ["a": 1]))
                    expect(Emitter<Int>(), on: scheduler).toNot(emit("ab", ["a": 1]))
                }
                expect(found) == ["expected to emit ab, \(message)", "expected not to emit ab, \(message)"]
            }

            it("is a failure where a signal shall be made of it") {
                let found = messages {
                    expect(scheduler.signal("ab", ["a": 1]), on: scheduler).to(emit("a-", ["a": 1]))
                }
                expect(found) == ["TestScheduler.signal: \(message)"]
            }
        }
    }
}
