import MillraceFlux
import MillraceSpecs
import TestSupport

/// `waitFor`, with facebook/flux's meaning: it pulls forward what has not been called yet. Its errors are in
/// `FluxTrapTests`.
final class WaitForSpec: Spec {
    func testSpec() {
        describe("waitFor") {
            var dispatcher = Dispatcher()
            var log = Log()
            var registrations: [String: Registration] = [:]
            beforeEach {
                dispatcher = Dispatcher()
                log = Log()
                registrations = [:]
            }

            func register(_ name: String, waitingFor others: String...) {
                registrations[name] = dispatcher.register(name) { _ in
                    dispatcher.waitFor(others.map { registrations[$0]! })
                    log(name)
                }
            }

            it("calls first what is waited for, and each once") {
                register("a", waitingFor: "b", "c")
                register("b")
                register("c", waitingFor: "b")
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["b", "c", "a"]))
            }

            it("does nothing for what has been called already, for duplicates and for nobody") {
                register("a")
                register("b", waitingFor: "a", "a")
                register("c")
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["a", "b", "c"]))
            }

            it("pulls a chain forward") {
                register("a", waitingFor: "b")
                register("b", waitingFor: "c")
                register("c", waitingFor: "d")
                register("d")
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                expect(log.lines).to(equal(["d", "c", "b", "a", "d", "c", "b", "a"]))
            }

            it("calls what was registered in the same dispatch, and calls it once") {
                var added: Registration?
                register("first")
                keep(
                    dispatcher.register { _ in
                        if added == nil { added = dispatcher.register { _ in log("added") } }
                        dispatcher.waitFor([added!])
                        log("host")
                    }
                )
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["first", "added", "host"]))
            }

            it("takes stores, whose every handler of the type is called") {
                let counter = Store(0, on: dispatcher)
                keep(
                    dispatcher.register { _ in
                        dispatcher.waitFor([counter.registration])
                        log("\(counter.state.value)")
                    }
                )
                counter.on(Add.self) { state, action in state += action.amount }
                counter.on(Add.self) { state, _ in state *= 10 }
                dispatcher.dispatch(Add(amount: 2))
                expect(log.lines).to(equal(["20"]))
            }

            it("does nothing for a store that does not handle the type") {
                let counter = makeCounter(on: dispatcher)
                keep(
                    dispatcher.register { _ in
                        dispatcher.waitFor([counter.registration])
                        log("called")
                    }
                )
                dispatcher.dispatch(Clear())
                expect(log.lines).to(equal(["called"]))
            }

            it("first calls the stores after which the one waited for declares to come") {
                keep(
                    dispatcher.register { _ in
                        dispatcher.waitFor([registrations["last"]!])
                        log("callback")
                    }
                )
                let first = Store(0, on: dispatcher)
                let middle = Store(0, on: dispatcher)
                let last = Store(0, on: dispatcher)
                registrations["last"] = last.registration
                last.on(Add.self, after: [middle]) { _, _ in log("last") }
                middle.on(Add.self, after: [first]) { _, _ in log("middle") }
                first.on(Add.self) { _, _ in log("first") }
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                let once = ["first", "middle", "last", "callback"]
                expect(log.lines).to(equal(once + once))
            }

            it("does not call one that was unregistered by another that it comes after") {
                keep(
                    dispatcher.register { _ in
                        if log.lines.isEmpty { dispatcher.waitFor([registrations["last"]!]) }
                    }
                )
                let (first, last) = (Store(0, on: dispatcher), Store(0, on: dispatcher))
                registrations["last"] = last.registration
                first.on(Add.self) { _, _ in
                    log("first")
                    dispatcher.unregister(last.registration)
                }
                last.on(Add.self, after: [first]) { _, _ in log("last") }
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["first"]))
            }

            it("does not call what another comes after, where that was registered in the same dispatch") {
                let (first, last) = (Store(0, on: dispatcher), Store(0, on: dispatcher))
                keep(
                    dispatcher.register { _ in
                        if log.lines.isEmpty { first.on(Add.self) { _, _ in log("first") } }
                        dispatcher.waitFor([last.registration])
                    }
                )
                last.on(Add.self, after: [first]) { _, _ in log("last") }
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["last"]))
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["last", "first", "last"]))
            }

            it("does not call a second handler that the first has unregistered") {
                let store = Store(0, on: dispatcher)
                keep(
                    dispatcher.register { _ in
                        if log.lines.isEmpty { dispatcher.waitFor([store.registration]) }
                    }
                )
                store.on(Add.self) { _, _ in
                    log("one")
                    dispatcher.unregister(store.registration)
                }
                store.on(Add.self) { _, _ in log("two") }
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["one"]))
            }
        }
    }
}
