import Foundation
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Actions from other threads.
final class DispatcherInletSpec: Spec {
    func testSpec() {
        describe("an inlet of a dispatcher") {
            it("dispatches what other threads send on the scheduler, in order, each action in a turn of its own") {
                let scheduler = TestScheduler()
                let dispatcher = Dispatcher(on: scheduler)
                let numbers = Store([Int](), on: dispatcher) { store in
                    store.on(Add.self) { state, action in state.append(action.amount) }
                    store.on(Clear.self) { state, _ in state = [] }
                }
                let counts = Recording(of: numbers.state.map(\.count))
                let inlet = dispatcher.inlet()
                onSmallStack {
                    inlet.send(Clear())
                    for number in 1...3 { inlet.send(Add(amount: number)) }
                }
                expect(counts.takeValues()) == [0]
                scheduler.advance()
                expect(numbers.state.value) == [1, 2, 3]
                expect(counts.takeValues()) == [0, 1, 2, 3]
            }

            it("shares its place with other inlets of the dispatcher") {
                let scheduler = TestScheduler()
                let dispatcher = Dispatcher(on: scheduler)
                let sum = Store(0, on: dispatcher) { $0.on(Add.self) { state, action in state += action.amount } }
                let inlets = [dispatcher.inlet(), dispatcher.inlet()]
                for inlet in inlets { inlet.send(Add(amount: 2)) }
                scheduler.advance()
                expect(sum.state.value) == 4
            }

            it("keeps nothing alive, and is silent when the dispatcher is gone") {
                let scheduler = TestScheduler()
                var inlet: Inlet<any Action>?
                expect {
                    let dispatcher = Dispatcher(on: scheduler)
                    let sum = Store(0, on: dispatcher) { $0.on(Add.self) { state, _ in state += 1 } }
                    inlet = dispatcher.inlet()
                    inlet?.send(Add())
                    scheduler.advance()
                    expect(sum.state.value) == 1
                }.to(leakNothing())
                inlet?.send(Add())
                scheduler.advance()
            }
        }
    }
}

/// The same on the main actor.
final class DispatcherInletMainActorSpec: Spec {
    @MainActor func testSpec() async {
        it("an inlet dispatches on the main actor") {
            let sum = Store(0, on: Dispatcher(on: .main)) { store in
                store.on(Add.self) { state, action in
                    MainActor.preconditionIsolated()
                    state += action.amount
                }
            }
            let inlet = sum.dispatcher.inlet()
            Task.detached { for _ in 1...3 { inlet.send(Add(amount: 2)) } }
            try await sum.state.wait { $0 == 6 }
        }
    }
}
