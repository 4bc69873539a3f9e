import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What is observed and released while an action is on its way. Run under the address sanitizer, too.
final class BriefObservationsSpec: Spec {
    func testSpec() {
        describe("F2 what lives for less than a dispatch") {
            /// Observes something that is gone when this returns.
            func observeBriefly() {
                let brief = Variable(Array(repeating: 0, count: 40))
                brief.observe { _ in }.cancel()
            }

            it("may be observed by a middleware before the handlers run") {
                let dispatcher = Dispatcher()
                dispatcher.install(
                    .stub(decide: { _ in
                        observeBriefly()
                        return .pass
                    })
                )
                let counter = keep(makeCounter(on: dispatcher))
                var heard: [Int] = []
                keep(counter.state.observe { heard.append($0.count) })
                for _ in 0..<3 { dispatcher.dispatch(Add()) }
                expect(heard).to(equal([0, 1, 2, 3]))
            }

            it("may be set by a middleware first, though what it tells dispatches in turn") {
                let dispatcher = Dispatcher(in: Home("here"))
                let elsewhere = Variable(0, in: Home("elsewhere"))
                var asked = 0
                dispatcher.install(
                    .stub(decide: { _ in
                        asked += 1
                        if asked < 3 { elsewhere.value = asked }
                        return .pass
                    })
                )
                let counter = keep(makeCounter(on: dispatcher, name: "counter"))
                var heard: [Int] = []
                keep(
                    elsewhere.observe(isolation: nil) { number in
                        heard.append(number)
                        if number > 0 { dispatcher.dispatch(Add()) }
                        heard.append(-number)
                    }
                )
                dispatcher.dispatch(Add())
                // Never within itself: what is set while it is told comes next.
                expect(heard).to(equal([0, 0, 1, -1, 2, -2]))
                expect(counter.state.value.count).to(equal(3))
            }

            it("may be observed by an effect that begins when another ends") {
                let scheduler = TestScheduler()
                let dispatcher = Dispatcher(on: scheduler)
                let store = Store(0, on: dispatcher) { store in
                    store.on(Add.self) { _, _ in
                        let briefly = Signal<Int>.just(1).map { number in
                            observeBriefly()
                            return number
                        }
                        return .observe(briefly, as: "queue", .concat) { _ in Clear() }
                    }
                    store.on(Clear.self) { count, _ in
                        count += 1
                        return .run { _ in observeBriefly() }
                    }
                }
                batch { for _ in 0..<3 { dispatcher.dispatch(Add()) } }
                scheduler.run()
                expect(store.state.value).to(equal(3))
            }
        }
    }
}
