import MillraceFlux
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

/// A middleware may be installed from anywhere, and begins with the next action.
final class MiddlewareInstallingSpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var log = Log()
        var installs = false

        /// Installs nine that note everything, once: the list of each kind of closures grows.
        func install() {
            guard take(&installs) else { return }
            dispatcher.install(noting("new", in: log))
            for _ in 0..<8 { dispatcher.install(noting("", in: Log())) }
        }

        beforeEach {
            dispatcher = Dispatcher(on: TestScheduler())
            counter = makeCounter(on: dispatcher)
            log = Log()
            installs = true
        }

        let all = ["new admits", "new decides", "new allows", "new handled"]
        let installers: [(String, (_ install: @escaping () -> Void) -> Middleware)] = [
            ("admits", { install in Middleware(admits: { _ in after(install, true) }) }),
            ("decide", { install in Middleware(decide: { _ in after(install, .pass) }) }),
            ("allowsEffects", { install in Middleware(allowsEffects: { _ in after(install, true) }) }),
            ("handled", { install in Middleware(handled: { _ in install() }) }),
        ]
        describe("a middleware that is installed") {
            for (name, make) in installers {
                it("within `\(name)` begins with the next action") {
                    dispatcher.install(make(install))
                    dispatcher.install(noting("old", in: log))
                    dispatcher.dispatch(Add())
                    expect(log.lines).to(equal(["old admits", "old decides", "old allows", "old handled"]))
                    log.clear()
                    dispatcher.dispatch(Add())
                    expect(log.lines.filter { $0.hasPrefix("new") }).to(equal(all))
                    expect(counter.state.value.count) == 2
                }
            }

            it("within `dropped` begins with the next action") {
                dispatcher.install(Middleware(admits: { !($0 is Rename) }, dropped: { _ in install() }))
                dispatcher.dispatch(Rename(name: "one"))
                expect(log.lines).to(equal([]))
                dispatcher.dispatch(Rename(name: "two"))
                expect(log.lines).to(equal(["new dropped"]))
            }

            it("within `effects` begins with the next event and the next action") {
                let scheduler = TestScheduler()
                dispatcher = Dispatcher(on: scheduler)
                let store = Store(0, on: dispatcher) { store in
                    store.on(Clear.self) { _, _ in .run { _ in } }
                }
                dispatcher.install(Middleware(effects: { _ in install() }))
                dispatcher.dispatch(Clear())
                expect(log.lines).to(equal([]))
                scheduler.advance()
                expect(log.lines).to(equal(["new effect"]))
                log.clear()
                dispatcher.dispatch(Clear())
                expect(log.lines).to(equal(all + ["new effect"]))
                keep(store)
            }

            it("within a handler, or an observer, begins with the next action, whoever was there before") {
                for installed in [0, 1, 2] {
                    dispatcher = Dispatcher()
                    log = Log()
                    let store = Store(0, on: dispatcher) { store in
                        store.on(Add.self) { state, action in
                            state += action.amount
                            install()
                        }
                    }
                    installs = true
                    for _ in 0..<installed { dispatcher.install(noting("", in: Log())) }
                    dispatcher.dispatch(Add())
                    expect(log.lines).to(equal([]))
                    dispatcher.dispatch(Add())
                    expect(log.lines).to(equal(all))
                    keep(store)
                }
            }

            it("in place of an action is not asked about the one that replaces it") {
                dispatcher.install(
                    Middleware(decide: { action in
                        install()
                        return action is Add ? .replace(by: Rename(name: "instead")) : .pass
                    })
                )
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal([]))
                expect(counter.state.value.name).to(equal("instead"))
            }

            it("while an action passes gets the former states of the next") {
                var former: [Any?] = []
                dispatcher.install(
                    Middleware(handled: { [dispatcher] _ in
                        guard take(&installs) else { return }
                        dispatcher.install(
                            Middleware(wantsFormerStates: true, handled: { former += $0.calls.map(\.formerState) })
                        )
                    })
                )
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                expect(former.map { ($0 as? CounterState)?.count }).to(equal([1]))
            }
        }
    }
}

/// Returns whether a flag is set, and clears it.
private func take(_ flag: inout Bool) -> Bool {
    defer { flag = false }
    return flag
}

private func after<Answer>(_ work: () -> Void, _ answer: Answer) -> Answer {
    work()
    return answer
}

/// Notes what it is asked, and is notified of, by name.
private func noting(_ name: String, in log: Log) -> Middleware {
    Middleware(
        admits: { _ in
            log("\(name) admits")
            return true
        },
        decide: { _ in
            log("\(name) decides")
            return .pass
        },
        allowsEffects: { _ in
            log("\(name) allows")
            return true
        },
        handled: { _ in log("\(name) handled") },
        dropped: { _ in log("\(name) dropped") },
        effects: { _ in log("\(name) effect") }
    )
}
