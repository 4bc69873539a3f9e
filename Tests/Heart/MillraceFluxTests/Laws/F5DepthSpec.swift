import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// How deep the parts of Flux may be on a stack of 512 KiB, as threads have beside the main one.
final class F5DepthSpec: Spec {
    func testSpec() {
        describe("F5: depth on a small stack") {
            it("of stores that come after each other is free") {
                let count = onSmallStack {
                    let dispatcher = Dispatcher()
                    let stores = (0..<20_000).map { _ in Store(0, on: dispatcher) }
                    let head = Store(0, on: dispatcher)
                    head.on(Add.self, after: [stores[stores.count - 1]]) { _, _ in }
                    for number in stores.indices {
                        stores[number].on(Add.self, after: number == 0 ? [] : [stores[number - 1]]) { state, _ in
                            state = number == 0 ? 1 : stores[number - 1].state.value + 1
                        }
                    }
                    dispatcher.dispatch(Add())
                    return stores[stores.count - 1].state.value
                }
                expect(count) == 20_000
            }

            it("of callbacks that wait for each other is that of 250, since they call each other") {
                let depth = 250
                let calls = onSmallStack {
                    let dispatcher = Dispatcher()
                    var registrations: [Registration] = []
                    var calls = 0
                    for number in 0..<depth {
                        registrations.append(
                            dispatcher.register { _ in
                                if number + 1 < depth { dispatcher.waitFor([registrations[number + 1]]) }
                                calls += 1
                            }
                        )
                    }
                    dispatcher.dispatch(Add())
                    return calls
                }
                expect(calls) == depth
            }
        }
    }
}
