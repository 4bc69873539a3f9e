#if os(macOS) || os(Linux)
import Foundation
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport
import Testing

/// F6: what is a programmer's error where effects and addressed actions are concerned.
@Suite struct F6TrapTests {
    @Test func anEffectOnADispatcherWithoutASchedulerIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            keep(
                Store(0, on: dispatcher, name: "search") { store in
                    store.on(Add.self) { _, _ in .run { Clear() } }
                }
            )
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Store.on: search returned an effect for Add", "has no scheduler", "Dispatcher(on: .main)")
    }

    @Test func anInletOfADispatcherWithoutASchedulerIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Dispatcher().inlet()
        }
        expect(result, says: "Dispatcher.inlet: ", "has no scheduler", "Dispatcher(on: .main)", "EffectTrapTests.swift")
    }

    @Test func thatGoesForObservingAsWell() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            keep(
                Store(0, on: dispatcher) { store in
                    store.on(Add.self) { _, _ in .observe(Variable(1)) { _ in Clear() } }
                }
            )
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Store.on: Store<Int> returned an effect for Add")
    }

    @Test func sendingWhenTheEffectIsOverIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let dispatcher = Dispatcher(on: scheduler)
            var escaped: Effect.Send?
            keep(
                Store(0, on: dispatcher) { store in
                    store.on(Add.self) { _, _ in .run("work") { send in escaped = send } }
                }
            )
            dispatcher.dispatch(Add())
            scheduler.run()
            escaped?(Clear())
        }
        expect(result, says: "Effect.Send: Clear was sent by an effect that is over (run \"work\", merge, for Add).")
    }

    @Test func dispatchingFromAnEffectWhileAnActionIsHandledIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher(on: TestScheduler())
            let impure = Emitter<Int>()
            keep(
                Store(0, on: dispatcher) { store in
                    store.on(Clear.self) { _, _ in .observe(impure) { Add(amount: $0) } }
                    store.on(Rename.self) { _, _ in impure.send(1) }
                }
            )
            dispatcher.dispatch(Clear())
            dispatcher.dispatch(Rename(name: ""))
        }
        expect(result, says: "Dispatcher.dispatch: Add was dispatched while Rename is being handled.")
    }

    @Test func addressingAStoreOfAnotherDispatcherIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stranger = makeCounter(on: Dispatcher(), name: "stranger")
            Dispatcher().dispatch(Add(), to: stranger)
        }
        expect(result, says: "Dispatcher.dispatch(_:to:): stranger is not registered with this dispatcher.")
    }

    @Test func addressingAnUnregisteredStoreIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let former = makeCounter(on: dispatcher, name: "former")
            dispatcher.unregister(former.registration)
            dispatcher.dispatch(Add(), to: former)
        }
        expect(result, says: "Dispatcher.dispatch(_:to:): former is not registered with this dispatcher.")
    }

    @Test func addressingFromAHandlerIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let counter = makeCounter(on: dispatcher)
            keep(
                Store(0, on: dispatcher) { store in
                    store.on(Clear.self) { _, _ in dispatcher.dispatch(Add(), to: counter) }
                }
            )
            dispatcher.dispatch(Clear())
        }
        expect(result, says: "Dispatcher.dispatch: Add was dispatched while Clear is being handled.")
    }

    @Test func anEffectThatSendsToAStoreOfAnotherDispatcherIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let dispatcher = Dispatcher(on: scheduler)
            let stranger = makeCounter(on: Dispatcher(), name: "stranger")
            keep(
                Store(0, on: dispatcher) { store in
                    store.on(Add.self) { _, _ in .run { send in send(Add(), to: stranger) } }
                }
            )
            dispatcher.dispatch(Add())
            scheduler.run()
        }
        expect(result, says: "Effect.Send: stranger is not registered with this dispatcher.")
    }

    /// Where this fails the compiler has been mended, and the notes on capture lists may go.
    @Test func sendingFromAClosureWithACaptureListIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = await MainActor.run {
                let dispatcher = Dispatcher(on: .main)
                let store = Store(0, on: dispatcher, name: "search")
                registerEscaping(in: store)
                dispatcher.dispatch(Add())
                return Held(store)
            }
            for _ in 0..<10_000 { try await Task.sleep(for: .milliseconds(1)) }
            withExtendedLifetime(store) {}
        }
        expect(
            result,
            says: "Effect.Send: Clear was sent outside of the dispatcher's isolation, by an effect of search.",
            "drop the capture list"
        )
    }

    /// Not a trap: the default report goes to standard error, and everything goes on.
    @Test func anErrorThatNobodyCatchesIsWrittenToStandardError() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let dispatcher = Dispatcher(on: scheduler)
            keep(
                Store(0, on: dispatcher, name: "search") { store in
                    store.on(Add.self) { _, _ in .run { throw Failing() } }
                }
            )
            dispatcher.dispatch(Add())
            scheduler.run()
        }
        expect(result, says: "Effect.run: an effect of search, begun for Add, threw Failing().\u{20}")
    }
}

/// Keeps a store of the main actor.
@MainActor
private final class Held {
    let store: Store<Int>
    init(_ store: Store<Int>) { self.store = store }
}

private func registerEscaping(in store: Store<Int>) {
    store.on(Add.self) { _, action in .run { [action] send in send(action.amount > 0 ? Clear() : Clear()) } }
}
#endif
