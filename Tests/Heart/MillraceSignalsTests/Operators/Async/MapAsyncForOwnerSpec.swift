import MillraceSignals
import MillraceSpecs
import TestSupport

private struct Failing: Error, Equatable {}

/// The asynchronous operators that are handed an owner, on virtual time.
final class MapAsyncForOwnerSpec: Spec {
    /// A plain class, as a view model is: not `Sendable`, and of no actor.
    private final class Model {
        let scheduler: TestScheduler
        private(set) var asked: [Int] = []

        init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

        nonisolated(nonsending) func answer(_ number: Int) async -> String {
            asked.append(number)
            try? await scheduler.sleep(for: .milliseconds(number))
            return "<\(number)>"
        }
    }

    func testSpec() {
        typealias Build = (Signal<Int>, TestScheduler, Model) -> Signal<String>
        let operators: [(name: String, build: Build)] = [
            ("map(.latest)", { $0.map(.latest, on: $1, for: $2) { model, number in await model.answer(number) } }),
            ("map(.concat)", { $0.map(.concat, on: $1, for: $2) { model, number in await model.answer(number) } }),
            ("map(.merge)", { $0.map(.merge, on: $1, for: $2) { model, number in await model.answer(number) } }),
            ("map(.first)", { $0.map(.first, on: $1, for: $2) { model, number in await model.answer(number) } }),
            (
                "tryMap",
                {
                    $0.tryMap(.latest, on: $1, for: $2) { model, number in
                        if number < 0 { throw Failing() }
                        return await model.answer(number)
                    }.replaceFailure { "\($0)" }
                }
            ),
        ]
        for (name, build) in operators {
            describe("\(name) for an owner") {
                var (log, source, scheduler): ([String], Emitter<Int>, TestScheduler) = ([], Emitter(), TestScheduler())
                beforeEach { (log, source, scheduler) = ([], Emitter(), TestScheduler()) }
                func observe(_ model: Model) -> Subscription {
                    build(source, scheduler, model).observe(onFinish: { log.append("|") }) { log.append($0) }
                }

                it("hands it to the function, with each value") {
                    let model = Model(scheduler)
                    let subscription = observe(model)
                    for number in 1...2 {
                        source.send(number)
                        scheduler.run()
                    }
                    source.finish()
                    expect(log).to(equal(["<1>", "<2>", "|"]))
                    expect(model.asked).to(equal([1, 2]))
                    subscription.cancel()
                }

                it("does not keep it, and calls nothing when it is gone; the end is told") {
                    var model: Model? = Model(scheduler)
                    weak let gone = model
                    let subscription = model.map(observe)
                    source.send(1)
                    scheduler.run()
                    model = nil
                    expect(gone == nil).to(beTrue())
                    source.send(2)
                    scheduler.run()
                    source.finish()
                    expect(log).to(equal(["<1>", "|"]))
                    subscription?.cancel()
                }

                it("keeps it while a call is under way") {
                    var model: Model? = Model(scheduler)
                    weak let gone = model
                    let subscription = model.map(observe)
                    source.send(5)
                    scheduler.advance(by: .milliseconds(1))
                    model = nil
                    expect(gone == nil).to(beFalse())
                    scheduler.run()
                    expect(gone == nil).to(beTrue())
                    expect(log).to(equal(["<5>"]))
                    subscription?.cancel()
                }
            }
        }

        describe("the form for functions that throw") {
            it("gives results") {
                let (scheduler, source) = (TestScheduler(), Emitter<Int>())
                let model = Model(scheduler)
                var log: [String] = []
                func note(_ signal: Signal<Result<Int, any Error>>) -> Subscription {
                    signal.observe { result in
                        switch result {
                        case .success(let value): log.append("\(value)")
                        case .failure(let error): log.append("\(error)")
                        }
                    }
                }
                func answer(_ model: Model, _ number: Int) throws -> Int {
                    if number < 0 { throw Failing() }
                    return number
                }
                let subscriptions = [
                    note(source.tryMap(.latest, on: scheduler, for: model) { try answer($0, $1) }),
                    note(source.tryMap(.concat, on: scheduler, for: model) { try answer($0, $1) }),
                    note(source.tryMap(.merge, on: scheduler, for: model) { try answer($0, $1) }),
                    note(source.tryMap(.first, on: scheduler, for: model) { try answer($0, $1) }),
                ]
                source.send(1)
                scheduler.run()
                source.send(-1)
                scheduler.run()
                expect(log).to(equal(["1", "1", "1", "1"] + Array(repeating: "Failing()", count: 4)))
                for subscription in subscriptions { subscription.cancel() }
            }
        }
    }
}

/// The same operators, for an actor, in real time.
final class MapAsyncForActorSpec: Spec {
    private actor Feed {
        private let queries = Emitter<Int>()
        private var answered: [Int] = []
        private let bag = SubscriptionBag()

        /// Notes what each operator gives, which it makes in the actor's isolation.
        func ask(_ stream: AsyncStream<String>.Continuation) {
            func note(_ name: String, _ signal: Signal<Int>) {
                signal.observe(for: self) { feed, answer in stream.yield("\(name) \(answer) of \(feed.answered.count)")
                }
            }
            let scheduler = ActorScheduler(self)
            note("latest", queries.map(.latest, on: scheduler, for: self) { feed, query in await feed.answer(query) })
            note("concat", queries.map(.concat, on: scheduler, for: self) { feed, query in await feed.answer(query) })
            note("merge", queries.map(.merge, on: scheduler, for: self) { feed, query in await feed.answer(query) })
            note("first", queries.map(.first, on: scheduler, for: self) { feed, query in await feed.answer(query) })
            let failing = queries.tryMap(.latest, on: scheduler, for: self) { feed, query in
                if query > 0 { throw Failing() }
                return await feed.answer(query)
            }
            note("failing", failing.replaceFailure { _ in -1 })
            queries.send(1)
        }

        private func answer(_ query: Int) -> Int {
            answered.append(query)
            return query * 10
        }
    }

    @MainActor func testSpec() async {
        describe("an actor as the owner") {
            it("is called by its own scheduler, with `await`") {
                let (stream, continuation) = AsyncStream<String>.makeStream()
                let feed = keep(Feed())
                await feed.ask(continuation)
                var notes: Set<String> = []
                for await note in stream {
                    notes.insert(String(note.prefix { $0 != "o" }.dropLast()))
                    if notes.count == 5 { break }
                }
                expect(notes.count).to(equal(5))
            }
        }
    }
}
