import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What an effect may be: a function that sends, one that returns an action, one that throws, and observing. On virtual
/// time.
final class EffectKindsSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var failures: [String] = []
        beforeEach {
            scheduler = TestScheduler()
            dispatcher = Dispatcher(on: scheduler)
            failures = []
            dispatcher.onEffectFailure = { failures.append($0.description) }
        }

        /// A store that returns an effect for `Add`, ends it by `Cancel`, and lists the results.
        func makeStore(_ effect: @escaping (Add) -> Effect) -> Store<[String]> {
            Store([], on: dispatcher, name: "store") { store in
                store.on(Add.self) { _, action in return effect(action) }
                store.on(Cancel.self) { _, action in .cancel(action.id) }
                store.on(Answer.self) { state, action in state.append(action.name) }
            }
        }

        describe("an effect that waits before it runs") {
            func makeDebounced(_ policy: OverlapPolicy) -> Store<[String]> {
                makeStore { action in
                    .run("work", policy, after: .milliseconds(300)) { Answer(name: "\(action.amount)") }
                }
            }

            func play(_ store: Store<[String]>) -> [String] {
                for amount in 1...3 {
                    dispatcher.dispatch(Add(amount: amount))
                    scheduler.advance(by: .milliseconds(200))
                }
                scheduler.advance(by: .milliseconds(99))
                let early = store.state.value
                scheduler.advance(by: .milliseconds(1))
                return early + ["then"] + store.state.value
            }

            it("runs the last of those that come in quick succession, when it has been quiet") {
                let store = makeDebounced(.latest)
                expect(play(store)).to(equal(["then", "3"]))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("runs each in its time where the policy is another") {
                expect(play(makeDebounced(.merge))).to(equal(["1", "2", "then", "1", "2", "3"]))
            }

            it("waits from its turn on where it is queued") {
                let store = makeDebounced(.concat)
                for amount in 1...2 { dispatcher.dispatch(Add(amount: amount)) }
                scheduler.advance(by: .milliseconds(599))
                expect(store.state.value).to(equal(["1"]))
                scheduler.advance(by: .milliseconds(1))
                expect(store.state.value).to(equal(["1", "2"]))
            }

            it("is in flight while it waits, and never runs when it is cancelled") {
                let store = makeDebounced(.merge)
                dispatcher.dispatch(Add())
                expect(store.effectsInFlight.value).to(equal(1))
                dispatcher.dispatch(Cancel())
                expect(store.effectsInFlight.value).to(equal(0))
                scheduler.run()
                expect(scheduler.now).to(equal(.zero))
                expect(store.state.value).to(equal([]))
            }

            it("never runs when its store is gone, and is let go") {
                expect { scene in
                    let scheduler = TestScheduler()
                    let dispatcher = Dispatcher(on: scheduler)
                    var store: Store<Int>? = Store(0, on: dispatcher) { store in
                        let kept = scene.track(Kept())
                        store.on(Add.self) { _, _ in
                            .run(after: .seconds(1)) { _ in kept.uses += 1 }
                        }
                    }
                    dispatcher.dispatch(Add())
                    _ = store
                    store = nil
                    scheduler.run()
                    expect(scheduler.now).to(equal(.zero))
                }.to(leakNothing())
            }

            it("says in its description that it waits") {
                expect(Effect.run("a", .latest, after: .seconds(1)) { Clear() }.description)
                    .to(equal("run \"a\", latest, after 1.0 seconds"))
            }
        }

        describe("what a handler gives that is nothing but an expression") {
            func answer(_ name: String) -> Effect { .run { Answer(name: name) } }

            it("is begun: an effect, or several") {
                let store = Store([String](), on: dispatcher) { store in
                    store.on(Answer.self) { state, action in state.append(action.name) }
                    store.on(Clear.self) { _, _ in answer("one") }
                    store.on(Add.self) { _, action in (1...action.amount).map { answer("\($0)") } }
                    store.on(Rename.self) { _, _ in [answer("two"), .none, answer("more")] }
                }
                dispatcher.dispatch(Clear())
                dispatcher.dispatch(Add(amount: 2))
                dispatcher.dispatch(Rename(name: ""))
                scheduler.run()
                expect(store.state.value).to(equal(["one", "1", "2", "two", "more"]))
            }
        }

        describe("a dispatcher") {
            it("hands out the scheduler that it was made with") {
                expect(dispatcher.scheduler as? TestScheduler).to(beIdenticalTo(scheduler))
                expect(Dispatcher().scheduler == nil).to(beTrue())
            }
        }

        describe("an effect that sends") {
            it("may dispatch any number of actions, over time, each a turn of its own") {
                let store = makeStore { action in
                    .run { send in
                        for number in 0..<action.amount {
                            send(Answer(name: "\(number)"))
                            try await scheduler.sleep(for: .milliseconds(10))
                        }
                        send(Answer(name: "end"))
                    }
                }
                let seen = Recording(of: store.state) { $0.count }
                dispatcher.dispatch(Add(amount: 3))
                scheduler.advance(by: .milliseconds(10))
                expect(store.state.value).to(equal(["0", "1"]))
                scheduler.run()
                expect(store.state.value).to(equal(["0", "1", "2", "end"]))
                expect(seen.values).to(equal([0, 0, 1, 2, 3, 4]))
            }

            it("has been heard when the call returns") {
                let log = Log()
                let store = makeStore { _ in
                    .run { send in
                        log("before")
                        send(Answer(name: "a"))
                        log("after")
                    }
                }
                let subscription = store.state.changes.observe { log("\($0)") }
                dispatcher.dispatch(Add())
                scheduler.run()
                expect(log.lines.suffix(3)).to(equal(["before", "[\"a\"]", "after"]))
                subscription.cancel()
            }

            it("may dispatch nothing") {
                let store = makeStore { _ in .run { _ in } }
                dispatcher.dispatch(Add())
                scheduler.run()
                expect(store.state.value).to(beEmpty())
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("may be cancelled by what it sends: the rest is not dispatched") {
                let store = makeStore { _ in
                    .run("work") { send in
                        send(Answer(name: "a"))
                        send(Cancel())
                        send(Answer(name: "b"))
                        try Task.checkCancellation()
                        send(Answer(name: "c"))
                    }
                }
                dispatcher.dispatch(Add())
                scheduler.run()
                expect(store.state.value).to(equal(["a"]))
                expect(failures).to(beEmpty())
            }
        }

        describe("several effects") {
            it("of one handler are taken in order, and none is an effect, too") {
                let store = makeStore { action in
                    let wanted = [Effect.run("work") { Answer(name: "a") }, .run { Answer(name: "b") }]
                    return [Effect(wanted), .none, .run("work") { Answer(name: "c") }]
                }
                dispatcher.dispatch(Add())
                expect(store.effectsInFlight.value).to(equal(3))
                scheduler.run()
                expect(store.state.value).to(equal(["a", "b", "c"]))
            }

            it("may cancel what stands before, and not what stands behind") {
                let store = makeStore { _ in
                    [.run("work") { Answer(name: "a") }, .cancel("work"), .run("work") { Answer(name: "b") }]
                }
                dispatcher.dispatch(Add())
                scheduler.run()
                expect(store.state.value).to(equal(["b"]))
            }
        }

        describe("an effect that throws") {
            it("dispatches what its error becomes") {
                let store = makeStore { _ in
                    .run {
                        throw Failing()
                    } catching: {
                        Answer(name: "caught \($0)")
                    }
                }
                dispatcher.dispatch(Add())
                scheduler.run()
                expect(store.state.value).to(equal(["caught Failing()"]))
                expect(failures).to(beEmpty())
            }

            it("keeps what it sent before") {
                let store = makeStore { _ in
                    .run { send in
                        send(Answer(name: "a"))
                        throw Failing()
                    } catching: { _ in
                        Answer(name: "caught")
                    }
                }
                dispatcher.dispatch(Add())
                scheduler.run()
                expect(store.state.value).to(equal(["a", "caught"]))
            }

            it("is reported where nobody has made an action of the error, and ends nothing else") {
                let store = makeStore { action in
                    .run("load \(action.amount)", .concat) {
                        if action.amount == 1 { throw Failing() }
                        return Answer(name: "\(action.amount)")
                    }
                }
                dispatcher.dispatch(Add(amount: 1))
                dispatcher.dispatch(Add(amount: 2))
                scheduler.run()
                expect(failures).to(
                    equal([
                        """
                        Effect.run: the effect "load 1" of store, begun for Add, threw Failing(). \
                        To fix: hand in `catching:`, which makes an action of the error, or catch it in the effect.
                        """
                    ])
                )
                expect(store.state.value).to(equal(["2"]))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("lets those that wait for it begin") {
                let store = makeStore { action in
                    .run("work", .concat) {
                        if action.amount == 1 { throw Failing() }
                        return Answer(name: "\(action.amount)")
                    }
                }
                for amount in 1...3 { dispatcher.dispatch(Add(amount: amount)) }
                scheduler.run()
                expect(store.state.value).to(equal(["2", "3"]))
            }

            it("is neither caught nor reported when it was cancelled, whatever it throws") {
                let store = makeStore { action in
                    .run("work") { _ in
                        do {
                            try await scheduler.sleep(for: .milliseconds(10))
                        } catch  where action.amount == 1 {
                            throw Failing()
                        }
                    } catching: {
                        Answer(name: "caught \($0)")
                    }
                }
                dispatcher.dispatch(Add(amount: 1))
                dispatcher.dispatch(Add(amount: 2))
                scheduler.advance()
                dispatcher.dispatch(Cancel())
                scheduler.run()
                expect(store.state.value).to(beEmpty())
                expect(failures).to(beEmpty())
            }

            it("has failed where it throws a CancellationError without being cancelled") {
                keep(makeStore { _ in .run { _ in throw CancellationError() } })
                dispatcher.dispatch(Add())
                scheduler.run()
                expect(failures).to(haveCount(1))
            }
        }

        describe("observing a signal") {
            var prices = Emitter<Int>()
            var store = makeStore { _ in .none }
            beforeEach {
                prices = Emitter<Int>()
                store = makeStore { action in .observe(prices.prefix(4), as: "work", .latest) { Answer(name: "\($0)") }
                }
                dispatcher.dispatch(Add())
            }

            it("dispatches what is made of each value, at once") {
                prices.send(1)
                prices.send(2)
                expect(store.state.value).to(equal(["1", "2"]))
                expect(store.effectsInFlight.value).to(equal(1))
            }

            it("ends with the signal") {
                for price in 1...9 { prices.send(price) }
                expect(store.state.value).to(equal(["1", "2", "3", "4"]))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("ends with its identity, and lets go of the signal") {
                prices.send(1)
                dispatcher.dispatch(Cancel())
                prices.send(2)
                expect(store.state.value).to(equal(["1"]))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("follows the policy, as every effect") {
                prices.send(1)
                dispatcher.dispatch(Add())
                prices.send(2)
                expect(store.state.value).to(equal(["1", "2"]))
                expect(store.effectsInFlight.value).to(equal(1))
            }

            it("ends with the store") {
                let witness = Store(0, on: dispatcher) { $0.on(Answer.self) { count, _ in count += 1 } }
                prices.send(1)
                store = makeStore { _ in .none }
                prices.send(2)
                expect(witness.state.value).to(equal(1))
            }

            it("waits where others of its identity are to be over before") {
                let queued = makeStore { action in
                    .observe(prices.prefix(2), as: "work", .concat) { Answer(name: "\(action.amount): \($0)") }
                }
                dispatcher.dispatch(Cancel())
                for amount in 1...2 { dispatcher.dispatch(Add(amount: amount), to: queued) }
                for price in 1...5 { prices.send(price) }
                expect(queued.state.value).to(equal(["1: 1", "1: 2", "2: 3", "2: 4"]))
            }
        }

        describe("observing an observable") {
            it("begins with the present value, in a turn of its own") {
                let price = Variable(1)
                let store = makeStore { _ in .observe(price) { Answer(name: "\($0)") } }
                let seen = Recording(of: store.state) { $0.count }
                dispatcher.dispatch(Add())
                price.value = 2
                expect(store.state.value).to(equal(["1", "2"]))
                expect(seen.values).to(equal([0, 0, 1, 2]))
            }

            it("may watch another store") {
                let counter = makeCounter(on: dispatcher)
                let store = makeStore { _ in .observe(counter.state.select(\.name)) { Answer(name: $0) } }
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Rename(name: "Ada"))
                expect(store.state.value).to(equal(["", "Ada"]))
            }
        }

        describe("observing an asynchronous sequence") {
            it("dispatches what is made of each element, and ends with it") {
                let (numbers, continuation) = AsyncStream<Int>.makeStream()
                let store = makeStore { _ in .observe(numbers, as: "work") { Answer(name: "\($0)") } }
                dispatcher.dispatch(Add())
                continuation.yield(1)
                scheduler.advance()
                expect(store.state.value).to(equal(["1"]))
                continuation.yield(2)
                continuation.finish()
                scheduler.advance()
                expect(store.state.value).to(equal(["1", "2"]))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("ends with its identity") {
                let (numbers, continuation) = AsyncStream<Int>.makeStream()
                let store = makeStore { _ in .observe(numbers, as: "work") { Answer(name: "\($0)") } }
                dispatcher.dispatch(Add())
                scheduler.advance()
                dispatcher.dispatch(Cancel())
                continuation.yield(1)
                scheduler.advance()
                expect(store.state.value).to(beEmpty())
            }

            it("makes an action of the error that it ends with, or reports it") {
                func failing() -> AsyncThrowingStream<Int, any Error> {
                    AsyncThrowingStream { continuation in
                        continuation.yield(1)
                        continuation.finish(throwing: Failing())
                    }
                }
                let store = makeStore { action in
                    let catching: (any Error) -> any Action = { Answer(name: "\($0)") }
                    return .observe(
                        failing(),
                        as: nil,
                        .merge,
                        { Answer(name: "\($0)") },
                        catching: action.amount == 1 ? catching : nil
                    )
                }
                for amount in 1...2 { dispatcher.dispatch(Add(amount: amount)) }
                scheduler.advance()
                expect(store.state.value.sorted()).to(equal(["1", "1", "Failing()"]))
                expect(failures).to(haveCount(1))
            }
        }
    }
}

/// Something that effects use.
private final class Kept {
    var uses = 0
}
