import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What a middleware leaves out is not in the way of actions.
final class MiddlewareHooksSpec: Spec {
    private struct Unheard: Action {}

    func testSpec() {
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var log = Log()

        beforeEach {
            dispatcher = Dispatcher()
            counter = makeCounter(on: dispatcher)
            log = Log()
        }

        describe("a middleware without closures") {
            it("is not in the way of actions to all, to one, and to nobody") {
                for _ in 0..<2 { dispatcher.install(Middleware()) }
                for _ in 0..<3 {
                    dispatcher.dispatch(Add())
                    dispatcher.dispatch(Add(), to: counter)
                    dispatcher.dispatch(Unheard())
                }
                expect(counter.state.value.count) == 6
            }

            it("does not keep one that is installed later from being asked") {
                dispatcher.install(Middleware())
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                dispatcher.install(watching(log))
                dispatcher.dispatch(Clear())
                expect(counter.state.value.count) == 2
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["admits", "decide", "admits", "decide", "allows", "handled"]))
            }

            it("counts what is handled, by anybody or nobody, for those that are installed later") {
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                dispatcher.install(Middleware())
                for _ in 0..<3 {
                    dispatcher.dispatch(Add())
                    dispatcher.dispatch(Unheard())
                }
                var numbers: [Int] = []
                dispatcher.install(.stub(handled: { numbers.append($0.number) }))
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Unheard())
                dispatcher.dispatch(Clear())
                expect(numbers).to(equal([7, 8, 9]))
            }

            it("does not keep one that takes precedence for a time from being asked") {
                dispatcher.install(Middleware())
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                dispatcher.withOverride(by: watching(log)) { handle in
                    dispatcher.dispatch(Rename(name: "refused"))
                    handle(Add(), nil)
                }
                expect(log.lines).to(equal(["admits", "allows", "handled"]))
                expect(counter.state.value.name).to(equal(""))
                expect(counter.state.value.count) == 3
                dispatcher.dispatch(Rename(name: "let in"))
                expect(counter.state.value.name).to(equal("let in"))
            }
        }
    }
}

/// Notes what it is asked and told, admits all but one type of actions, and drops another.
private func watching(_ log: Log) -> Middleware {
    Middleware(
        admits: { action in
            log("admits")
            return !(action is Rename)
        },
        decide: { action in
            log("decide")
            return action is Clear ? .drop : .pass
        },
        allowsEffects: { _ in
            log("allows")
            return true
        },
        handled: { _ in log("handled") }
    )
}
