import Millrace
import MillraceSpecs
import TestSupport

/// What does not pass, and what it says.
final class StoreTesterFailureSpec: Spec {
    func testSpec() {
        @TestState var bench = SearchBench()

        /// The messages of a tester that is used so.
        func messages(
            _ exhaustivity: Exhaustivity = .on,
            of use: (StoreTester<Search>) throws -> Void
        ) rethrows -> [String] {
            try TestSupport.messages { try use(bench.tester(exhaustivity)) }
        }

        describe("a state") {
            it("that changes otherwise than expected is shown by its difference") {
                let found = messages { $0.send(News(text: "")) { ($0.news, $0.text) = (2, "b") } }
                expect(found).to(
                    equal([
                        """
                        expected the state after News(text: "") to change otherwise (expected → got):
                          text: "b" → ""
                          news: 2 → 1
                        """
                    ])
                )
            }

            it("that changes where no change is expected") {
                let found = messages { tester in
                    tester.send(News(text: ""))
                    tester.send(Type(text: "a"), starting: "search") { $0.text = "a" }
                    tester.run()
                    tester.receive(Found(hits: ["a"]))
                }
                expect(found).to(
                    equal([
                        """
                        expected the state after News(text: "") to change nothing (before → after):
                          news: 0 → 1
                        """,
                        """
                        expected the state after Found(hits: ["a"]) to change nothing (before → after):
                          hits[0]: inserted "a"
                        """,
                    ])
                )
            }

            it("that does not change where a change is expected") {
                let found = messages { $0.send(CloseNews()) { $0.hits = ["a", "b"] } }
                expect(found).to(haveCount(1))
                expect(found.first).to(contain("expected the state after CloseNews() to change", "hits"))
            }

            it("is followed from what it is, not from what was expected") {
                let found = messages { tester in
                    tester.send(News(text: "")) { $0.news = 7 }
                    tester.send(News(text: "")) { $0.news += 1 }
                }
                expect(found).to(haveCount(1))
            }

            it("is compared by == where there is one") {
                struct Same: Equatable {
                    var number = 0
                    static func == (left: Same, right: Same) -> Bool { true }
                }
                let found = TestSupport.messages {
                    let tester = StoreTester { dispatcher in
                        Store(Same(), on: dispatcher) { $0.on(Note.self) { state, _ in state.number = 1 } }
                    }
                    tester.send(Note())
                }
                expect(found).to(equal([]))
            }

            it("whose closure throws") {
                let found = messages { $0.send(News(text: "")) { _ in throw Unanswered() } }
                expect(found).to(
                    equal(["expected a state after News(text: \"\"), the closure that makes it threw <Unanswered()>"])
                )
            }
        }

        describe("an effect") {
            it("that begins and is not named, or is named and does not begin") {
                let found = messages { tester in
                    tester.send(Type(text: "a")) { $0.text = "a" }
                    tester.send(Note(), starting: "note", "search")
                    tester.send(CloseNews(), starting: nil)
                    tester.send(ReadNews(), starting: "search")
                }
                expect(found).to(
                    equal([
                        "expected Type(text: \"a\") to start no effect, it started the effect \"search\"",
                        "expected Note() to start the effects \"note\", \"search\", "
                            + "it started an effect without identity",
                        "expected CloseNews() to start an effect without identity, it started no effect",
                        "expected ReadNews() to start the effect \"search\", it started the effect \"news\"",
                    ])
                )
            }

            it("that is in flight, or is not") {
                let found = messages { tester in
                    tester.expectEffects("search")
                    tester.send(ReadNews(), starting: "news")
                    tester.send(ReadNews(), starting: "news")
                    tester.expectEffects("news")
                    tester.expectEffects()
                    tester.expectEffects("news", "news")
                }
                expect(found).to(
                    equal([
                        "expected the effect \"search\" in flight, got no effect",
                        "expected the effect \"news\" in flight, got the effects \"news\", \"news\"",
                        "expected no effect in flight, got the effects \"news\", \"news\"",
                    ])
                )
            }

            it("that throws what nobody catches") {
                let found = messages { tester in
                    tester.send(Type(text: "?"), starting: "search") { $0.text = "?" }
                    tester.run()
                }
                expect(found).to(haveCount(1))
                expect(found.first).to(
                    contain("the effect \"search\" of search, begun for Type, threw Unanswered()", "catching:")
                )
            }
        }

        describe("an action") {
            func search(_ tester: StoreTester<Search>) {
                tester.send(Type(text: "a"), starting: "search") { $0.text = "a" }
                tester.run()
            }

            it("that does not come") {
                let found = messages { tester in
                    tester.receive(Refused())
                    tester.send(Type(text: "a"), starting: "search") { $0.text = "a" }
                    tester.receive(Found.self)
                }
                expect(found).to(
                    equal([
                        """
                        expected to receive Refused(), got no action, with no effect in flight, and nothing due. \
                        To fix: send what leads to it, or await settle() for work on the main actor.
                        """,
                        """
                        expected to receive a Found, got no action, with the effect "search" in flight, and something \
                        due in 0.3 seconds. To fix: turn the time with advanceToNext(), or advance(by:).
                        """,
                    ])
                )
            }

            it("that is another than expected, and what follows is looked at") {
                let found = messages { tester in
                    search(tester)
                    tester.receive(Refused()) { $0.news = 9 }
                    search(tester)
                    tester.receive(Found(hits: ["b"])) { $0.news = 9 }
                    search(tester)
                    expect(tester.receive(Refused.self) { $0.news = 9 }).to(beNil())
                    tester.send(News(text: "")) { $0.news = 1 }
                }
                expect(found).to(
                    equal([
                        "expected to receive Refused(), got Found(hits: [\"a\"])",
                        """
                        expected to receive Found(hits: ["b"]) (expected → got):
                          hits[0]: "b" → "a"
                        """,
                        "expected to receive a Refused, got Found(hits: [\"a\"])",
                    ])
                )
            }

            it("that has come before another is sent") {
                let found = messages { tester in
                    search(tester)
                    tester.send(News(text: "")) { $0.news = 1 }
                }
                expect(found).to(
                    equal(["expected to receive Found(hits: [\"a\"]) before News(text: \"\") is sent"])
                )
            }
        }

        describe("finishing") {
            it("names what was not received and what is in flight") {
                let found = messages { tester in
                    tester.send(ReadNews(), starting: "news")
                    bench.news.send("one")
                    bench.news.send("two")
                    tester.finish()
                }
                expect(found).to(
                    equal([
                        "expected nothing more to receive, got News(text: \"one\"), News(text: \"two\")",
                        """
                        expected no effect in flight, got the effect "news". To fix: let it end (turn the time with \
                        advance(by:), or await settle() for work on the main actor), or send what cancels it.
                        """,
                    ])
                )
            }
        }

        describe("exhaustivity as a block") {
            it("is over with the block, also with one that throws") {
                let found = messages { tester in
                    tester.withExhaustivity(.off) { tester.send(Type(text: "a")) }
                    tester.send(Type(text: "b"))
                    try? tester.withExhaustivity(.off) { throw Unanswered() }
                    tester.send(News(text: ""))
                    tester.send(Type(text: "")) { $0.text = "" }
                }
                expect(found).to(
                    equal([
                        """
                        expected the state after Type(text: "b") to change nothing (before → after):
                          text: "a" → "b"
                        """,
                        "expected Type(text: \"b\") to start no effect, it started the effect \"search\"",
                        """
                        expected the state after News(text: "") to change nothing (before → after):
                          news: 0 → 1
                        """,
                    ])
                )
            }

            it("can be on within a tester, or a block, in which it is off") {
                let found = messages(.off) { tester in
                    tester.withExhaustivity(.on) { tester.send(News(text: "")) }
                    tester.send(News(text: ""))
                }
                expect(found).to(haveCount(1))
            }
        }

        describe("a tester that is not exhaustive") {
            it("does not receive what it has passed over") {
                let found = messages(.off) { tester in
                    tester.send(ReadNews())
                    tester.advance()
                    bench.news.send("one")
                    bench.news.send("two")
                    tester.receive(News(text: "two"))
                    tester.receive(News(text: "one"))
                }
                expect(found).to(haveCount(1))
                expect(found.first).to(contain("expected to receive News(text: \"one\"), got no action"))
            }

            it("still looks at what is said") {
                let found = messages(.off) { tester in
                    tester.send(Type(text: "a"), starting: "news") { $0.text = "b" }
                    tester.expectEffects("news")
                    tester.run()
                    tester.receive(Refused())
                    tester.receive(Found(hits: ["a"])) { $0.hits = ["b"] }
                }
                expect(found).to(
                    equal([
                        """
                        expected the state after Type(text: "a") to change otherwise (expected → got):
                          text: "b" → "a"
                        """,
                        "expected Type(text: \"a\") to start the effect \"news\", it started the effect \"search\"",
                        "expected the effect \"news\" in flight, got the effect \"search\"",
                        "expected to receive Refused(), got Found(hits: [\"a\"])",
                        """
                        expected the state after Found(hits: ["a"]) to change otherwise (expected → got):
                          hits[0]: "b" → "a"
                        """,
                    ])
                )
            }
        }
    }
}
