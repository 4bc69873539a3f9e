import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What is asked of all middlewares before any of them is asked what becomes of an action, and what of its effects.
final class AdmissionSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var log = Log()

        beforeEach {
            scheduler = TestScheduler()
            dispatcher = Dispatcher(on: scheduler)
            counter = makeCounter(on: dispatcher, name: "counter")
            log = Log()
        }

        describe("a middleware that does not admit an action") {
            it("comes before all that are installed before it, and nobody hears of the action") {
                dispatcher.install(.stub("first", noting: log))
                dispatcher.install(Middleware(admits: { !($0 is Add) }))
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Clear())
                expect(counter.state.value.count) == 0
                expect(log.lines).to(equal(["first before Clear()", "first after Clear()"]))
            }

            it("is asked of what goes on in its place") {
                dispatcher.install(.stub(decide: { $0 is Clear ? .replace(by: Add()) : .pass }))
                dispatcher.install(Middleware(admits: { !($0 is Add) }))
                dispatcher.dispatch(Clear())
                expect(counter.state.value.count) == 0
            }

            it("is not asked again by those behind it") {
                dispatcher.install(Middleware(admits: { _ in false }))
                dispatcher.install(
                    Middleware(admits: { _ in
                        log("asked")
                        return true
                    })
                )
                dispatcher.dispatch(Add())
                expect(log.lines).to(beEmpty())
            }
        }

        describe("a middleware that allows no effects") {
            it("lets handlers change their states, and nothing begin or be cancelled") {
                var allows = true
                dispatcher.install(Middleware(allowsEffects: { _ in allows }))
                counter.on(Clear.self) { _, _ in
                    .run("later") { [sleeper = scheduler] in
                        try await sleeper.sleep(for: .milliseconds(5))
                        return Add(amount: 10)
                    }
                }
                counter.on(Rename.self) { _, _ in .cancel("later") }
                dispatcher.dispatch(Clear())
                allows = false
                dispatcher.dispatch(Clear())
                dispatcher.dispatch(Rename(name: "renamed"))
                expect(counter.effectsInFlight.value) == 1
                scheduler.run()
                expect(counter.state.value.name) == "renamed"
                expect(counter.state.value.count) == 10
            }

            it("is one that does not, among others that do") {
                dispatcher.install(Middleware(allowsEffects: { _ in true }))
                dispatcher.install(Middleware(allowsEffects: { _ in false }))
                counter.on(Clear.self) { _, _ in .run { Add() } }
                dispatcher.dispatch(Clear())
                expect(counter.effectsInFlight.value) == 0
            }
        }
    }
}
