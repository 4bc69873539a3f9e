#if os(macOS) || os(Linux)
import Dispatch
import Foundation
import MillraceFlux
import MillraceSignals
import TestSupport
import Testing

/// A dispatcher that is used in two isolation domains: what the compiler cannot refuse.
@Suite struct ForeignDispatchTests {
    private actor Stranger {
        func use(_ dispatcher: sending Dispatcher) { dispatcher.dispatch(Add()) }
    }

    /// A dispatcher of the main actor, with a store. `@unchecked Sendable`, since handing it over is what is tried.
    private final class Made: @unchecked Sendable {
        let dispatcher = Dispatcher(on: .main, isolation: nil)

        init() { keep(Store(0, on: dispatcher) { $0.on(Add.self) { count, _ in count += 1 } }) }
    }

    @Test func aDispatcherOfTheMainActorTrapsElsewhere() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = await MainActor.run { Made() }
            nonisolated(unsafe) let dispatcher = made.dispatcher
            await Stranger().use(dispatcher)
        }
        expect(result, says: "Dispatcher.dispatch: Add was dispatched off the main actor", "`dispatcher.inlet()`")
    }

    @Test func itTrapsThereAlsoForWhatNobodyHandles() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            // The compiler lets it go.
            await Stranger().use(Dispatcher(on: .main, isolation: nil))
        }
        expect(result, says: "was dispatched off the main actor")
    }

    @Test func itIsUsedOnTheMainActorWhereverThatRuns() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                let dispatcher = Dispatcher(on: .main)
                let counter = Store(0, on: dispatcher) { $0.on(Add.self) { count, _ in count += 1 } }
                dispatcher.dispatch(Add())
                precondition(counter.state.value == 1)
            }
        }
    }

    @Test func twoThreadsAtOnceTrap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher(isolation: nil)
            let (isHandling, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            keep(
                Store(0, on: dispatcher) { store in
                    store.on(Add.self) { _, _ in
                        isHandling.signal()
                        _ = mayGoOn.wait(timeout: .now() + 60)
                    }
                    store.on(Clear.self) { _, _ in }
                }
            )
            nonisolated(unsafe) let shared = dispatcher
            Thread.detachNewThread { shared.dispatch(Add()) }
            isHandling.wait()
            shared.dispatch(Clear())
            mayGoOn.signal()
        }
        expect(result, says: "Dispatcher.dispatch: Clear was dispatched while another thread dispatches Add.")
    }
}
#endif
