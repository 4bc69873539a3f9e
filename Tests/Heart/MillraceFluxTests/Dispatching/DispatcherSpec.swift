import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// The bare dispatcher: what facebook/flux promises of `register`, `unregister` and `dispatch`, as far as it holds
/// here. Where it differs is listed in `Documentation/Comparisons/FluxCompared.md`.
final class DispatcherSpec: Spec {
    func testSpec() {
        describe("a dispatcher") {
            var dispatcher = Dispatcher()
            var log = Log()
            beforeEach {
                dispatcher = Dispatcher()
                log = Log()
            }

            it("calls every callback with every action, in the order of registration") {
                keep(dispatcher.register { log("1 \($0)") })
                keep(dispatcher.register { log("2 \($0)") })
                dispatcher.dispatch(Add(amount: 7))
                dispatcher.dispatch(Clear())
                expect(log.lines).to(equal(["1 Add(amount: 7)", "2 Add(amount: 7)", "1 Clear()", "2 Clear()"]))
            }

            it("calls a callback also for types whose way was made before it registered") {
                dispatcher.dispatch(Add())
                let counter = makeCounter(on: dispatcher)
                dispatcher.dispatch(Add())
                keep(dispatcher.register { _ in log("called") })
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["called"]))
                expect(counter.state.value.count).to(equal(2))
            }

            it("runs a turn for callbacks: what they set is told once, at the end") {
                let (left, right) = (Variable(0), Variable(0))
                keep(
                    dispatcher.register { _ in
                        left.value += 1
                        right.value += 1
                    }
                )
                keep(combine(left, right).observe { log("\($0) \($1)") })
                log.clear()
                dispatcher.dispatch(Clear())
                expect(log.lines).to(equal(["1 1"]))
            }

            it("does nothing where nobody is registered") {
                dispatcher.dispatch(Clear())
                expect(dispatcher.isDispatching).to(beFalse())
            }

            it("does not call a callback again when it was unregistered") {
                let callback = dispatcher.register { _ in log("called") }
                dispatcher.dispatch(Add())
                dispatcher.unregister(callback)
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["called"]))
            }

            it("does not call a callback again when its registration was released") {
                var callback: Registration? = dispatcher.register { _ in log("called") }
                dispatcher.dispatch(Add())
                expect(callback).notTo(beNil())
                callback = nil
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["called"]))
            }

            it("skips a callback that another unregisters before its turn") {
                var last: Registration?
                keep(
                    dispatcher.register { _ in
                        log("first")
                        if let found = last { dispatcher.unregister(found) }
                        last = nil
                    }
                )
                last = dispatcher.register { _ in log("last") }
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["first", "first"]))
            }

            it("lets a callback unregister itself") {
                var own: Registration?
                own = dispatcher.register { _ in
                    log("once")
                    if let own { dispatcher.unregister(own) }
                }
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                expect(log.lines).to(equal(["once"]))
                own = nil
            }

            it("lets a callback unregister all, itself among them") {
                var all: [Registration] = []
                for number in 0..<5 {
                    all.append(
                        dispatcher.register { _ in
                            log("\(number)")
                            if number == 2 { all = [] }
                        }
                    )
                }
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                expect(log.lines).to(equal(["0", "1", "2"]))
            }

            it("calls a callback that is registered during a dispatch from the next one on") {
                var added: [Registration] = []
                keep(
                    dispatcher.register { _ in
                        log("first")
                        if added.isEmpty { added.append(dispatcher.register { _ in log("added") }) }
                    }
                )
                keep(dispatcher.register { _ in log("last") })
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["first", "last"]))
                log.clear()
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["first", "last", "added"]))
            }

            it("starts every dispatch afresh") {
                keep(dispatcher.register { _ in log("called") })
                for _ in 0..<3 { dispatcher.dispatch(Add()) }
                expect(log.lines).to(haveCount(3))
            }

            it("survives its last reference's going in a callback") {
                var only: Dispatcher? = Dispatcher()
                var kept: [Any] = []
                kept.append(
                    only!.register { _ in
                        only = nil
                        log("first")
                    }
                )
                kept.append(only!.register { _ in log("second") })
                only?.dispatch(Add())
                expect(log.lines).to(equal(["first", "second"]))
                expect(only).to(beNil())
            }
        }
    }
}
