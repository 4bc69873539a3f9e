import Millrace
import MillraceSpecs

extension Fixture {
    static let unfinished = Fixture("unfinished") {
        var tester: StoreTester<Int>!
        let news = Emitter<String>()

        beforeEach { tester = StoreTester { makeNews(from: news, on: $0) } }
        afterEach { say("afterEach") }

        it("forgets an effect") {
            tester.send(ReadNews(), starting: "news")  // mark: in flight
        }
        it("forgets an action") {
            tester.store.dispatcher.dispatch(News(text: "one"))
            tester.expectEffects()  // mark: unreceived
        }
        it("has finished") {
            tester.send(ReadNews(), starting: "news")
            tester.send(CloseNews())
            tester.finish()
        }
        it("goes on when it has finished") {
            tester.finish()
            tester.send(ReadNews(), starting: "news")  // mark: anew
        }
        it("throws before it can finish") {
            tester.send(ReadNews(), starting: "news")
            throw StopTest("enough")  // mark: throws
        }
        it("is not exhaustive") {
            tester.withExhaustivity(.off) {
                tester.send(ReadNews())
                tester.finish()
            }
        }

        context("with a scheduler of the test's state") {
            @TestState var scheduler = TestScheduler()

            it("forgets an effect that reads it") {
                let tester = StoreTester(on: scheduler) { dispatcher in
                    Store(0, on: dispatcher) { store in
                        store.on(Note.self) { _, _ in
                            .run("nap") { _ in try await scheduler.sleep(for: .seconds(1)) }
                        }
                    }
                }
                tester.send(Note(), starting: "nap")  // mark: reads the state
            }
        }
    }
}

private struct ReadNews: Action {}
private struct CloseNews: Action {}
private struct News: Action { let text: String }
private struct Note: Action {}

/// A store that counts the news for as long as they are read.
private func makeNews(from news: Emitter<String>, on dispatcher: Dispatcher) -> Store<Int> {
    Store(0, on: dispatcher) { store in
        store.on(ReadNews.self) { _, _ in .observe(news, as: "news") { News(text: $0) } }
        store.on(CloseNews.self) { _, _ in .cancel("news") }
        store.on(News.self) { count, _ in count += 1 }
    }
}
