import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What the tests of Redux' `createStore` and `applyMiddleware` check, as far as it has a counterpart. Where Millrace
/// differs on purpose, `Documentation/Comparisons/FluxCompared.md` says why.
final class ReduxBehaviourSpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var log = Log()

        beforeEach {
            dispatcher = Dispatcher()
            counter = makeCounter(on: dispatcher)
            log = Log()
        }

        /// Observes what changes from now on.
        func observe(_ name: String, _ then: @escaping (CounterState) -> Void = { _ in }) -> Subscription {
            var isFirst = true
            return counter.state.observe { state in
                if isFirst {
                    isFirst = false
                    return
                }
                log(name)
                then(state)
            }
        }

        describe("a store, as Redux' createStore makes one") {
            it("has the state that it was given, until an action that it knows changes that") {
                dispatcher.dispatch(Clear())
                expect(counter.state.value).to(equal(CounterState()))
                dispatcher.dispatch(Add(amount: 1))
                dispatcher.dispatch(Add(amount: 2))
                expect(counter.state.value.added).to(equal([1, 2]))
            }

            it("tells observers that come and go without regard to each other") {
                let first = observe("first")
                dispatcher.dispatch(Add())
                let second = observe("second")
                dispatcher.dispatch(Add())
                first.cancel()
                first.cancel()
                dispatcher.dispatch(Add())
                second.cancel()
                dispatcher.dispatch(Add())
                keep(observe("first again"))
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["first", "first", "second", "second", "first again"]))
            }

            it("lets an observer leave while it is told, without keeping others from being told") {
                keep(observe("first"))
                var leaving: Subscription?
                leaving = observe("leaving") { _ in leaving = nil }
                keep(observe("last"))
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                expect(log.lines).to(equal(["first", "leaving", "last", "first", "last"]))
                expect(leaving).to(beNil())
            }

            it("does not tell one any more that another has cancelled (Redux still does)") {
                var last: Subscription?
                keep(observe("first") { _ in last?.cancel() })
                last = observe("last")
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["first"]))
            }

            it("tells one that comes meanwhile from the next change on; it had the present one when it came") {
                var added: Subscription?
                keep(
                    observe("first") { _ in
                        if added == nil { added = observe("added") }
                    }
                )
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                expect(log.lines).to(equal(["first", "first", "added"]))
            }

            it("tells of an answer after all have heard of what it answers (Redux nests them)") {
                keep(
                    observe("first") { [dispatcher] state in
                        if state.count == 1 { dispatcher.dispatch(Add()) }
                    }
                )
                keep(observe("second"))
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["first", "second", "first", "second"]))
            }

            it("is up to date when its observers are told, and settles what they answer before dispatch returns") {
                let name = Store("", on: dispatcher) { $0.on(Rename.self) { $0 = $1.name } }
                keep(
                    observe("seen") { [dispatcher] state in
                        log("\(counter.state.value == state)")
                        if name.state.value.isEmpty { dispatcher.dispatch(Rename(name: "set")) }
                    }
                )
                dispatcher.dispatch(Add())
                expect(log.lines.prefix(2)).to(equal(["seen", "true"]))
                expect(name.state.value).to(equal("set"))
            }
        }

        describe("middleware, as Redux' applyMiddleware applies it") {
            it("sees what observers and effects dispatch, too, each action once") {
                let scheduler = TestScheduler()
                let dispatcher = Dispatcher(on: scheduler)
                let counter = makeCounter(on: dispatcher)
                keep(
                    Store(0, on: dispatcher) { store in
                        store.on(Clear.self) { _, _ in .run { Add(amount: 5) } }
                    }
                )
                dispatcher.install(
                    .stub(decide: { action in
                        log("\(action)")
                        return .pass
                    })
                )
                keep(
                    counter.state.observe { [dispatcher] in
                        if $0.count == 5, $0.name.isEmpty { dispatcher.dispatch(Rename(name: "five")) }
                    }
                )
                dispatcher.dispatch(Clear())
                scheduler.run()
                expect(log.lines).to(equal(["Clear()", "Add(amount: 5)", "Rename(name: \"five\")"]))
            }

            it("decides by the state, as a thunk would") {
                dispatcher.install(
                    .stub(decide: { action in
                        action is Rename && !counter.state.value.name.isEmpty ? .drop : .pass
                    })
                )
                dispatcher.dispatch(Rename(name: "once"))
                dispatcher.dispatch(Rename(name: "twice"))
                expect(counter.state.value.name).to(equal("once"))
            }

            it("sees what is addressed to one store, and says whose it was") {
                let other = makeCounter(on: dispatcher, name: "other")
                var addressees: [String?] = []
                dispatcher.install(
                    .stub(
                        decide: { ($0 as? Add)?.amount == 1 ? .replace(by: Add(amount: 2)) : .pass },
                        handled: { addressees.append($0.addressee) }
                    )
                )
                dispatcher.dispatch(Add(), to: other)
                dispatcher.dispatch(Clear(), to: other)
                dispatcher.dispatch(Add(amount: 7))
                expect(addressees).to(equal(["other", "other", nil]))
                expect(other.state.value.added).to(equal([2, 7]))
                expect(counter.state.value.added).to(equal([7]))
            }
        }
    }
}
