#if os(macOS) || os(Linux)
import Foundation
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport
import Testing

/// F9: what is a programmer's error where reactions are concerned.
@Suite struct F9TrapTests {
    @Test func aCircleIsReportedWithItsParts() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = makeCounter(on: Dispatcher(), name: "counter")
            counter.onChange(of: \.added) { _, _ in }
            counter.onChange(of: \.count) { state, _ in state.name += "a" }
            counter.onChange(of: \.name) { state, _ in state.count += 1 }
            counter.dispatcher.dispatch(Add())
        }
        expect(
            result,
            says: "Store.onChange: the reactions of counter to \\CounterState.count (MillraceFluxTests/",
            "F9TrapTests.swift:",
            "), \\CounterState.name (MillraceFluxTests/",
            "go on changing each other's parts, for Add. To fix:"
        )
    }

    @Test func aCircleThatGoesBackwardsIsReportedWhole() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = Store([0, 0, 0], on: Dispatcher(), name: "ring") { store in
                store.on(Add.self) { $0[2] += $1.amount }
                store.onChange(of: \.[0]) { state, _ in state[2] += 1 }
                store.onChange(of: \.[1]) { state, _ in state[0] += 1 }
                store.onChange(of: \.[2]) { state, _ in state[1] += 1 }
            }
            store.dispatcher.dispatch(Add())
        }
        expect(result, says: "to a computed part (MillraceFluxTests/F9TrapTests.swift:", ", a computed part (", ", a")
    }

    @Test func dispatchingInOneIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = makeCounter(on: Dispatcher())
            counter.onChange(of: \.count) { _, _ in counter.dispatcher.dispatch(Clear()) }
            counter.dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.dispatch: Clear was dispatched while Add is being handled")
    }

    @Test func readingTheStateInOneIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = makeCounter(on: Dispatcher(), name: "counter")
            counter.onChange(of: \.count) { state, _ in state.name = counter.state.value.name }
            counter.dispatcher.dispatch(Add())
        }
        expect(result, says: "F9TrapTests.swift:", "\"counter\"", F1TrapTests.message)
    }

    @Test func addingOneInAHandlerOfItsStoreIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = makeCounter(on: Dispatcher(), name: "counter")
            counter.on(Clear.self) { _, _ in counter.onChange(of: \.count) { _, _ in } }
            counter.dispatcher.dispatch(Clear())
        }
        expect(result, says: "\"counter\"", F1TrapTests.message)
    }

    @Test func addingOneToAStoreThatIsUnregisteredIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = makeCounter(on: Dispatcher(), name: "counter")
            counter.dispatcher.unregister(counter)
            counter.onChange(of: \.count) { _, _ in }
        }
        expect(result, says: "F9TrapTests.swift:", "Store.onChange: counter is not registered with this dispatcher.")
    }

    @Test func anEffectOnADispatcherWithoutASchedulerIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = makeCounter(on: Dispatcher(), name: "counter")
            counter.onChange(of: \.count) { _, _ in .run { Clear() } }
            counter.dispatcher.dispatch(Add())
        }
        expect(result, says: "F9TrapTests.swift:", "counter returned an effect for Add", "has no scheduler")
    }
}
#endif
