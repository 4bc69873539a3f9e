import Millrace
import MillraceSpecs

/// What passes where everything is expected.
final class StoreTesterSpec: Spec {
    func testSpec() {
        @TestState var bench = SearchBench()

        describe("a tester of stores") {
            it("follows an action to the change, the effect, and the action that comes of it") {
                let tester = bench.tester()
                tester.send(Type(text: "a"), starting: "search") { $0.text = "a" }
                tester.expectEffects("search")
                tester.advance(by: .milliseconds(300))
                tester.receive(Found(hits: ["a"])) { $0.hits = ["a"] }
                tester.expectEffects()
                tester.finish()
            }

            it("sees the change of a reaction as part of the step, and its effect as one of the step's (law F9)") {
                let tester = StoreTester { dispatcher in
                    Store(["", ""], on: dispatcher) { store in
                        store.on(Type.self) { $0[0] = $1.text }
                        store.on(News.self) { $0[0] = $1.text }
                        store.onChange(of: \.[0]) { state, former in
                            state[1] = former
                            return state[0] == "over" ? .none : .run("news") { News(text: "over") }
                        }
                    }
                }
                tester.send(Type(text: "a"), starting: "news") { $0 = ["a", ""] }
                tester.receive(News(text: "over")) { $0 = ["over", "a"] }
                tester.finish()
            }

            it("has the state as of the last action that was received, and the store's own") {
                let tester = bench.tester()
                tester.send(Type(text: "a"), starting: "search") { $0.text = "a" }
                tester.run()
                expect(tester.state.hits).to(beEmpty())
                expect(tester.store.state.value.hits) == ["a"]
                tester.receive(Found.self) { $0.hits = ["a"] }
                expect(tester.state.hits) == ["a"]
            }

            it("does what is due now when it is to receive something") {
                let tester = StoreTester { dispatcher in
                    Store(0, on: dispatcher) { store in
                        store.on(Note.self) { _, _ in .run { News(text: "now") } }
                        store.on(News.self) { count, _ in count += 1 }
                    }
                }
                tester.send(Note(), starting: nil)
                tester.receive(News(text: "now")) { $0 = 1 }
            }

            it("lets effects end that send nothing") {
                let tester = bench.tester()
                tester.send(Note(), starting: nil)
                tester.finish()
                expect(bench.notes.value) == 1
            }

            it("sees one effect take the place of another, and its being cancelled") {
                let tester = bench.tester()
                tester.send(Type(text: "a"), starting: "search") { $0.text = "a" }
                tester.advance(by: .milliseconds(200))
                tester.send(Type(text: "ab"), starting: "search") { $0.text = "ab" }
                tester.expectEffects("search")
                tester.advance(by: .milliseconds(200))
                tester.send(Type(text: "")) { $0.text = "" }
                tester.expectEffects()
                tester.run()
            }

            it("receives what a long-lived effect dispatches, in order") {
                let tester = bench.tester()
                tester.send(ReadNews(), starting: "news")
                tester.send(Type(text: "a"), starting: "search") { $0.text = "a" }
                tester.expectEffects("search", "news")
                bench.news.send("one")
                bench.news.send("two")
                tester.receive(News(text: "one")) { $0.news = 1 }
                let second = tester.receive(News.self) { $0.news += 1 }
                expect(second?.text) == "two"
                tester.send(CloseNews())
                tester.send(Type(text: "")) { $0.text = "" }
            }

            it("receives what observers dispatch, and what other stores alone handle") {
                var kept: [AnyObject] = []
                let tester = StoreTester { dispatcher in
                    let store = bench.makeStore(on: dispatcher)
                    kept.append(Store(0, on: dispatcher) { $0.on(Refused.self) { count, _ in count += 1 } })
                    kept.append(
                        store.state.select(\.news).changes.observe { [weak dispatcher] _ in
                            dispatcher?.dispatch(Refused())
                        }
                    )
                    return store
                }
                tester.send(News(text: "")) { $0.news = 1 }
                tester.receive(Refused())
                withExtendedLifetime(kept) {}
            }

            it("expects the change of whatever a middleware has let through") {
                let closed = Middleware(decide: { action in
                    action is Type ? .drop : action is Note ? .replace(by: News(text: "")) : .pass
                })
                let tester = StoreTester { dispatcher in
                    dispatcher.install(closed)
                    return bench.makeStore(on: dispatcher)
                }
                tester.send(Type(text: "a"))
                tester.send(Note()) { $0.news = 1 }
            }

            it("lets go of the store with finish") {
                expect {
                    let bench = SearchBench()
                    let tester = bench.tester()
                    tester.send(Type(text: "a"), starting: "search") { $0.text = "a" }
                    tester.run()
                    tester.receive(Found.self) { $0.hits = ["a"] }
                    tester.finish()
                }.to(leakNothing())
            }
        }

        describe("a tester that is not exhaustive") {
            it("looks at nothing but what is said") {
                let tester = bench.tester(.off)
                tester.send(ReadNews())
                tester.send(Type(text: "a")) { $0.hits = [] }
                tester.expectEffects("search")
                tester.run()
                bench.news.send("one")
                bench.news.send("two")
                tester.receive(News(text: "two")) { $0.text = "a" }
                expect(tester.state.hits) == ["a"]
                tester.send(Type(text: "b"), starting: "search")
                tester.finish()
            }

            it("can be one for a block, whose actions need not be received afterwards") {
                let tester = bench.tester()
                tester.send(Type(text: "a"), starting: "search") { $0.text = "a" }
                let news = tester.withExhaustivity(.off) {
                    tester.send(ReadNews())
                    tester.run()
                    bench.news.send("one")
                    tester.advance()
                    return tester.state.news
                }
                expect(news) == 0
                expect(tester.state.news) == 1
                tester.send(News(text: "")) { $0.news = 2 }
                tester.send(CloseNews())
            }
        }
    }
}

/// The same, on the main actor.
final class StoreTesterMainActorSpec: Spec {
    @MainActor func testSpec() async {
        it("settles what effects have begun on the main actor") {
            @MainActor final class Service {
                func hits() async -> [String] {
                    await Task { @MainActor in ["main"] }.value
                }
            }
            let service = Service()
            let tester = StoreTester { dispatcher in
                Store(Search(), on: dispatcher) { store in
                    store.on(Note.self) { _, _ in .run("note") { Found(hits: await service.hits()) } }
                    store.on(Found.self) { state, action in state.hits = action.hits }
                }
            }
            tester.send(Note(), starting: "note")
            await tester.settle()
            tester.receive(Found(hits: ["main"])) { $0.hits = ["main"] }
            tester.finish()
        }

        it("can be exhaustive no more for a block that waits") {
            let tester = SearchBench().tester()
            let hits = await tester.withExhaustivity(.off) {
                tester.send(Type(text: "a"))
                await tester.settle()
                tester.advanceToNext()
                return tester.store.state.value.hits
            }
            expect(hits) == ["a"]
            tester.send(News(text: "")) { $0.news = 1 }
        }
    }
}
