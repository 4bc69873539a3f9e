import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// A function that a middleware does not implement is called once, and then left out.
final class MiddlewareHooksSpec: Spec {
    private struct Idle: Middleware {}

    /// Passes on what it is asked and told to another, but for one type of actions.
    private struct Around: Middleware {
        let inner: any Middleware
        let log: Log

        func admits(_ action: any Action) -> Bool {
            log("admits")
            return action is Rename ? false : inner.admits(action)
        }

        func willHandle(_ action: any Action) -> MiddlewareDecision {
            log("will")
            return action is Clear ? .drop : inner.willHandle(action)
        }

        func allowsEffects(of action: any Action) -> Bool {
            log("allows")
            return inner.allowsEffects(of: action)
        }

        func didHandle(_ handled: HandledAction) {
            log("did")
            inner.didHandle(handled)
        }
    }

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

        describe("a middleware that implements nothing") {
            it("is not in the way of actions to all, to one, and to nobody") {
                for _ in 0..<2 { dispatcher.install(Idle()) }
                for _ in 0..<3 {
                    dispatcher.dispatch(Add())
                    dispatcher.dispatch(Add(), to: counter)
                    dispatcher.dispatch(Unheard())
                }
                expect(counter.state.value.count) == 6
            }

            it("does not keep one that is installed later from being asked") {
                dispatcher.install(Idle())
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                dispatcher.install(Around(inner: Idle(), log: log))
                dispatcher.dispatch(Clear())
                expect(counter.state.value.count) == 2
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["admits", "will", "admits", "will", "allows", "did"]))
            }

            it("counts what is handled, by anybody or nobody, for those that are installed later") {
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                dispatcher.install(Idle())
                for _ in 0..<3 {
                    dispatcher.dispatch(Add())
                    dispatcher.dispatch(Unheard())
                }
                var numbers: [Int] = []
                dispatcher.install(StubMiddleware(after: { numbers.append($0.number) }))
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Unheard())
                dispatcher.dispatch(Clear())
                expect(numbers).to(equal([7, 8, 9]))
            }

            it("does not keep one that takes precedence for a time from being asked") {
                dispatcher.install(Idle())
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                dispatcher.withOverride(by: Around(inner: Idle(), log: log)) { handle in
                    dispatcher.dispatch(Rename(name: "refused"))
                    handle(Add(), nil)
                }
                expect(log.lines).to(equal(["admits", "allows", "did"]))
                expect(counter.state.value.name).to(equal(""))
                expect(counter.state.value.count) == 3
                dispatcher.dispatch(Rename(name: "let in"))
                expect(counter.state.value.name).to(equal("let in"))
            }
        }

        describe("a middleware that has another within it") {
            it("is asked and told of each action, though the other implements nothing") {
                dispatcher.install(Idle())
                dispatcher.install(Around(inner: Idle(), log: log))
                for _ in 0..<3 {
                    log.clear()
                    dispatcher.dispatch(Add())
                    expect(log.lines).to(equal(["admits", "will", "allows", "did"]))
                }
                dispatcher.dispatch(Clear())
                dispatcher.dispatch(Rename(name: "refused"))
                expect(counter.state.value.count) == 3
                expect(counter.state.value.name).to(equal(""))
            }
        }
    }
}
