import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

final class StateHistorySpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var history = StateHistory(of: counter, on: dispatcher)
        var log = Log()

        func makeHistory(_ limit: Int = 100) {
            dispatcher = Dispatcher()
            counter = makeCounter(on: dispatcher, name: "counter")
            history = StateHistory(of: counter, on: dispatcher, limit: limit)
        }

        func add(_ amounts: Int...) { for amount in amounts { dispatcher.dispatch(Add(amount: amount)) } }

        beforeEach {
            makeHistory()
            log = Log()
        }

        describe("a history") {
            it("goes back and forward, to states that equal those that were") {
                var states = [counter.state.value]
                for amount in 1...3 {
                    add(amount)
                    states.append(counter.state.value)
                }
                var seen: [CounterState] = []
                for _ in 0..<3 {
                    history.back()
                    seen.append(counter.state.value)
                }
                expect(seen).to(equal([states[2], states[1], states[0]]))
                seen = []
                for _ in 0..<3 {
                    history.forward()
                    seen.append(counter.state.value)
                }
                expect(seen).to(equal([states[1], states[2], states[3]]))
            }

            it("jumps, at the edges to the nearest that is kept") {
                add(1, 1, 1)
                history.jump(to: 1)
                expect(counter.state.value.count).to(equal(1))
                history.jump(to: -5)
                expect(counter.state.value.count).to(equal(0))
                history.jump(to: 99)
                expect(counter.state.value.count).to(equal(3))
            }

            it("has restored the state when a handler of the move is called, whenever that was registered") {
                let dispatcher = Dispatcher()
                let counter = makeCounter(on: dispatcher)
                counter.on(TimeTravel.self) { counter, _ in log("early: \(counter.count)") }
                let history = StateHistory(of: counter, on: dispatcher)
                counter.on(TimeTravel.self) { counter, _ in log("late: \(counter.count)") }
                dispatcher.dispatch(Add(amount: 4))
                history.back()
                expect(log.lines).to(equal(["early: 0", "late: 0"]))
            }

            it("does nothing where there is nothing before or after") {
                keep(counter.state.observe { log("\($0.count)") })
                log.clear()
                history.back()
                history.forward()
                history.jump(to: 0)
                expect(log.lines).to(beEmpty())
            }

            it("sets all stores in one turn, in which it says where it is") {
                let both = Dispatcher()
                let (left, right) = (makeCounter(on: both), makeCounter(on: both))
                let history = StateHistory(of: left, right, on: both)
                both.dispatch(Add(amount: 4))
                let view = combine(left.state, right.state, history.moment).map {
                    "\($0.count) \($1.count) \($2.number)"
                }
                keep(view.observe { log($0) })
                log.clear()
                history.back()
                history.forward()
                expect(log.lines).to(equal(["0 0 0", "4 4 1"]))
            }

            it("leaves stores alone that it was not given") {
                let other = makeCounter(on: dispatcher)
                add(1)
                history.back()
                expect(other.state.value.count).to(equal(1))
            }

            it("makes no moment of what changes none of its stores") {
                keep(Store(0, on: dispatcher) { $0.on(Clear.self) { count, _ in count += 1 } })
                dispatcher.dispatch(Clear())
                expect(history.moment.value.kept).to(equal(0...0))
            }

            it("says where it is, and where it can go") {
                add(1, 1)
                history.back()
                expect(history.moment.value).to(equal(.init(number: 1, kept: 0...2)))
                expect(history.moment.value.canGoBack).to(beTrue())
                expect(history.moment.value.canGoForward).to(beTrue())
                history.back()
                expect(history.moment.value.canGoBack).to(beFalse())
                history.jump(to: 2)
                expect(history.moment.value.canGoForward).to(beFalse())
            }

            it("waits in mid-turn, as what is dispatched does") {
                add(1)
                keep(
                    counter.state.observe { [history] in
                        if $0.count == 2 { history.back() }
                        log("\($0.count)")
                    }
                )
                log.clear()
                add(1)
                expect(log.lines).to(equal(["2", "1"]))
            }

            it("shows in a log") {
                dispatcher.install(.actionLogger { log($0) })
                add(1)
                history.back()
                expect(log.lines[1]).to(contain("2 TimeTravel(number: 0) → counter"))
            }

            it("lets everything go with its dispatcher") {
                expect { scene in
                    let dispatcher = Dispatcher()
                    let counter = makeCounter(on: dispatcher)
                    let history = StateHistory(of: counter, on: dispatcher)
                    history.onIgnored = { [token = scene.instance()] _ in token.touch() }
                    dispatcher.dispatch(Add())
                    history.back()
                    dispatcher.dispatch(Add())
                }.to(leakNothing())
            }

            it("can be used when its dispatcher is gone, to no effect") {
                add(1)
                let former = history
                makeHistory()
                former.back()
                expect(former.moment.value.number).to(equal(1))
            }
        }

        describe("the past") {
            beforeEach {
                add(1, 2)
                history.back()
            }

            it("ignores what is dispatched, and tells") {
                history.onIgnored = { log("\($0)") }
                add(5)
                expect(counter.state.value.count).to(equal(1))
                expect(log.lines).to(equal(["Add(amount: 5)"]))
                history.forward()
                expect(counter.state.value.added).to(equal([1, 2]))
            }

            it("begins no effects, and ignores what comes of those that were in flight") {
                let scheduler = TestScheduler()
                let dispatcher = Dispatcher(on: scheduler)
                let store = Store([Int](), on: dispatcher) { store in
                    store.on(Add.self) { $0.append($1.amount) }
                    store.on(Clear.self) { _, _ in
                        log("asked")
                        return .run { Add(amount: 9) }
                    }
                }
                let history = StateHistory(of: store, on: dispatcher)
                dispatcher.dispatch(Add(amount: 1))
                dispatcher.dispatch(Clear())
                history.jump(to: 0)
                dispatcher.dispatch(Clear())
                scheduler.run()
                expect(store.state.value).to(equal([]))
                history.jump(to: 99)
                expect(store.state.value).to(equal([1]))
                expect(log.lines).to(equal(["asked"]))
            }

            it("is over at the last moment") {
                history.forward()
                add(3)
                expect(counter.state.value.added).to(equal([1, 2, 3]))
                expect(history.moment.value).to(equal(.init(number: 3, kept: 0...3)))
            }

            it("can be gone on from: what came later is forgotten") {
                history.resume()
                expect(history.moment.value).to(equal(.init(number: 1, kept: 0...1)))
                add(7)
                expect(counter.state.value.added).to(equal([1, 7]))
                history.back()
                history.forward()
                expect(counter.state.value.added).to(equal([1, 7]))
            }
        }

        describe("its limit") {
            it("drops the oldest states when they are too many") {
                makeHistory(3)
                add(1, 1, 1, 1, 1)
                expect(history.moment.value).to(equal(.init(number: 5, kept: 2...5)))
                history.jump(to: 0)
                expect(counter.state.value.count).to(equal(2))
            }

            it("may leave the present alone") {
                makeHistory(0)
                add(1)
                history.back()
                expect(counter.state.value.count).to(equal(1))
            }
        }

        describe("random travels") {
            it("show at every moment what it was, whatever was done before") {
                var generator = SeededGenerator(seed: Seed.current.value)
                for _ in 0..<30 {
                    makeHistory(1_000)
                    var states = [counter.state.value]
                    for _ in 0..<100 {
                        switch Int.random(in: 0..<5, using: &generator) {
                        case 0: history.back()
                        case 1: history.forward()
                        case 2: history.jump(to: Int.random(in: 0..<states.count, using: &generator))
                        case 3 where history.moment.value.canGoForward:
                            history.resume()
                            states.removeLast(states.count - 1 - history.moment.value.number)
                        default:
                            let isPast = history.moment.value.canGoForward
                            add(Int.random(in: 1...9, using: &generator))
                            if !isPast { states.append(counter.state.value) }
                        }
                        expect(counter.state.value).to(equal(states[history.moment.value.number]))
                        expect(history.moment.value.kept.upperBound).to(equal(states.count - 1))
                    }
                }
            }
        }
    }
}
