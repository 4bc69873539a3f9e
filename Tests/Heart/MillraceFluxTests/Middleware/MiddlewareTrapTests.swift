#if os(macOS) || os(Linux)
import Foundation
import MillraceFlux
import MillraceSignals
import TestSupport
import Testing

/// The programmer's errors of middleware.
@Suite struct MiddlewareTrapTests {
    @Test func dispatchingBeforeAnActionIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            dispatcher.install(
                .stub(decide: { [unowned dispatcher] _ in
                    dispatcher.dispatch(Clear())
                    return .pass
                })
            )
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.dispatch: Clear was dispatched by a middleware", ".replace(by:)")
    }

    @Test func dispatchingAfterAnActionIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            dispatcher.install(.stub(handled: { [unowned dispatcher] _ in dispatcher.dispatch(Clear()) }))
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.dispatch: Clear was dispatched by a middleware")
    }

    @Test func dispatchingInAHandlerIsReportedBehindMiddlewareToo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = Store(0, on: Dispatcher())
            counter.dispatcher.install(.stub())
            counter.on(Add.self) { [unowned counter] _, _ in counter.dispatcher.dispatch(Clear()) }
            counter.dispatcher.dispatch(Add())
        }
        expect(result, says: "Clear was dispatched while Add is being handled")
    }
}
#endif
