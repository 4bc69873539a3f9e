import Millrace
import MillraceSpecs
import TestSupport

/// Lines of marbles, both ways: a signal from a line, and a line from a signal.
final class MarblesSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        beforeEach { scheduler = TestScheduler() }

        describe("a signal from a line") {
            /// What a line does, told without marbles.
            func played(_ marbles: String) -> [String] {
                var log: [String] = []
                let scheduler = TestScheduler()
                func note(_ text: String) { log.append("\(text)\(scheduler.now / scheduler.column)") }
                let subscription = scheduler.signal(marbles).observe(onFinish: { note("|") }, note)
                scheduler.run()
                subscription.cancel()
                return log
            }

            it("takes a column for each character") {
                expect(played("a-b--c|")).to(equal(["a0.0", "b2.0", "c5.0", "|6.0"]))
                expect(played("--|")).to(equal(["|2.0"]))
            }

            it("takes one column for all that stands in parentheses") {
                expect(played("-(abc)-(d|)")).to(equal(["a1.0", "b1.0", "c1.0", "d3.0", "|3.0"]))
                expect(played("()a")).to(equal(["a1.0"]))
            }

            it("lets spaces take no time") {
                expect(played("  a - b ( c d )  |")).to(equal(["a0.0", "b2.0", "c3.0", "d3.0", "|4.0"]))
            }

            it("does nothing where nothing is drawn") {
                expect(played("")).to(equal([]))
                expect(played("----")).to(equal([]))
            }

            it("takes any other character for a value") {
                expect(played("1+é👩‍👩‍👧x")).to(equal(["10.0", "+1.0", "é2.0", "👩‍👩‍👧3.0", "x4.0"]))
            }

            it("takes one column for a name in braces, of which spaces and signs are a part") {
                expect(played("-{Berlin}-{New York}|")).to(equal(["Berlin1.0", "New York3.0", "|4.0"]))
                expect(played("({one}a{two})-{(|-)}")).to(equal(["one0.0", "a0.0", "two0.0", "(|-)2.0"]))
            }

            it("begins at the present instant, whether or not it is observed") {
                scheduler.advance(by: .milliseconds(5))
                let signal = scheduler.signal("abc|")
                scheduler.advance(by: .milliseconds(10))
                var log: [String] = []
                let subscription = signal.observe(onFinish: { log.append("|") }) { log.append($0) }
                scheduler.run()
                expect(log).to(equal(["c", "|"]))
                expect(scheduler.now).to(equal(.milliseconds(35)))
                subscription.cancel()
            }

            it("gives the strings of a table, and the values of names") {
                let cities = Recording(of: scheduler.signal("a-b|", ["a": "Berlin", "b": "New York"]))
                let pages = Recording(of: scheduler.signal("{first}-{last}|", ["first": 1, "last": 9]))
                scheduler.run()
                expect(cities.values) == ["Berlin", "New York"]
                expect(pages.values) == [1, 9]
            }

            it("gives the values of a table") {
                let scheduler = TestScheduler(column: .seconds(1))
                let log = Recording(of: scheduler.signal("a-b-a", ["a": 1, "b": 2]))
                scheduler.run()
                expect(log.values).to(equal([1, 2, 1]))
                expect(scheduler.now).to(equal(.seconds(4)))
            }
        }

        describe("emit") {
            it("matches what a line shows, to the instant, the order and the end") {
                for line in ["", "---", "a", "-a-b--", "(ab)-c|", "--(cab|)", "|"] {
                    expect(scheduler.signal(line), on: scheduler).to(emit(line))
                }
                expect(scheduler.signal("-(ab)"), on: scheduler).toNot(emit("-(ba)"))
                expect(scheduler.signal("-a-"), on: scheduler).toNot(emit("a--"))
                expect(scheduler.signal("-a|"), on: scheduler).toNot(emit("-a-"))
                expect(scheduler.signal("-a-"), on: scheduler).toNot(emit("-a|"))
                expect(scheduler.signal("-aa"), on: scheduler).toNot(emit("-a-"))
                let between = scheduler.signal("a").delay(for: .milliseconds(4), on: scheduler)
                expect(between, on: scheduler).toNot(emit("a--"))
            }

            it("matches names in braces, and the strings of a table") {
                expect(scheduler.signal("a-b|", ["a": "Berlin", "b": "B"]), on: scheduler).to(emit("{Berlin}-B|"))
                expect(scheduler.signal("{Berlin}-B|"), on: scheduler).to(emit("a-b|", ["a": "Berlin", "b": "B"]))
                expect(scheduler.signal("-{one}"), on: scheduler).toNot(emit("-(one)"))
                expect(scheduler.signal("({one}{two})|"), on: scheduler).to(emit("({one} {two}) |"))
            }

            it("looks at the last column, and at nothing after it") {
                expect(scheduler.signal("--a--b"), on: scheduler).to(emit("--a--"))
                expect(scheduler.now).to(equal(.milliseconds(40)))
                expect(scheduler.signal("--a-"), on: scheduler).toNot(emit("---"))
            }

            it("observes from the present instant on, once, and no longer than it must") {
                var (runs, ended) = (0, 0)
                let signal = Signal { (emitter: Emitter<String>) in
                    runs += 1
                    emitter.send("a")
                    return { ended += 1 }
                }
                scheduler.advance(by: .seconds(1))
                expect(signal, on: scheduler).to(emit("a--"))
                expect([runs, ended]).to(equal([1, 1]))
            }

            it("takes characters of the table that stand for the same value for each other") {
                let table = ["a": 1, "b": 2, "c": 1] as [String: Int]
                expect(scheduler.signal("abc", table), on: scheduler).to(emit("cba", table))
            }

            it("tells columns from what lies between them exactly, after a long time and with odd columns") {
                for column in [Duration.milliseconds(10), .seconds(1) / 3, .nanoseconds(7), .seconds(86_399)] {
                    let scheduler = TestScheduler(column: column)
                    let line = String(repeating: "-", count: 997) + "a-b"
                    expect(scheduler.signal(line), on: scheduler).to(emit(line))
                }
            }

            itExplainsFailures()
        }
    }
}

/// What the message of a failure says.
private func itExplainsFailures() {
    var scheduler = TestScheduler()
    beforeEach { scheduler = TestScheduler() }

    it("shows both lines under each other") {
        let found = messages { expect(scheduler.signal("-a-c|"), on: scheduler).to(emit("-a-b-|")) }
        expect(found).to(
            equal([
                """
                expected to emit -a-b-|, got:
                  expected  -a-b-|
                  got       -a-c|-
                """
            ])
        )
    }

    it("shows names in braces, in one column each, and strings by themselves") {
        let found = messages {
            expect(scheduler.signal("-{Berlin}-({B}{Rome})|"), on: scheduler).to(emit("-{Berlin}--{New York}|"))
        }
        expect(found).to(
            equal([
                """
                expected to emit -{Berlin}--{New York}|, got:
                  expected  -{Berlin}--        {New York}|
                  got       -{Berlin}-(B{Rome})|         -
                """
            ])
        )
    }

    it("shows a string that cannot be a name by another sign") {
        let found = messages {
            expect(scheduler.signal("a", ["a": "{\n}"]), on: scheduler).to(emit("-"))
        }
        expect(found.first).to(contain("got       ?\n  where ? is <\"{\\n}\">"))
    }

    it("sets columns under each other where one of them needs more room") {
        let found = messages { expect(scheduler.signal("--(ab)-c(ab|)"), on: scheduler).to(emit("--a-c-b")) }
        expect(found).to(
            equal([
                """
                expected to emit --a-c-b, got:
                  expected  --a   -c-    b
                  got       --(ab)-c(ab|)-
                """
            ])
        )
    }

    it("names values that the table does not have, each once") {
        let found = messages {
            expect(scheduler.signal("abcb", ["a": 1, "b": 20, "c": 30]), on: scheduler).to(emit("a---", ["a": 1]))
        }
        expect(found).to(
            equal([
                """
                expected to emit a---, got:
                  expected  a---
                  got       a?!?
                  where ? is <20>
                  where ! is <30>
                """
            ])
        )
    }

    it("uses no character for such a value that the table has") {
        let found = messages {
            expect(scheduler.signal("a?", ["a": 1, "?": 2]), on: scheduler).to(emit("?-", ["?": 1]))
        }
        expect(found.first).to(contain("got       ?!", "where ! is <2>"))
    }

    it("tells what came between two columns") {
        let found = messages {
            let signal = scheduler.signal("a--|").delay(for: .milliseconds(4), on: scheduler)
            expect(signal, on: scheduler).to(emit("a----"))
        }
        expect(found).to(
            equal([
                """
                expected to emit a----, got:
                  expected  a----
                  got       a--|-
                  <"a"> came at 0.004 seconds, between two columns
                  the end came at 0.034 seconds, between two columns
                """
            ])
        )
    }

    it("says what was drawn where nothing else was wanted") {
        let found = messages { expect(scheduler.signal("-a"), on: scheduler).toNot(emit("-a")) }
        expect(found).to(equal(["expected not to emit -a, got:\n  expected  -a\n  got       -a"]))
    }

    it("fails both ways, with a remedy, where the line has a value that the table does not have") {
        let found = messages {
            expect(scheduler.signal("a"), on: scheduler).to(emit("ax", ["a": "a"]))
            expect(scheduler.signal("a"), on: scheduler).toNot(emit("ax", ["a": "a"]))
        }
        let remedy = "\"ax\" has the value x, which the table does not. To fix: add it to the table."
        expect(found).to(equal(["expected to emit ax, \(remedy)", "expected not to emit ax, \(remedy)"]))
    }
}
