#if os(macOS) || os(Linux)
import MillraceFlux
import MillraceSignals
import TestSupport
import Testing

/// F5: the state of a store whose handler of the same action is still to come is not read.
@Suite struct F5ReadingTrapTests {
    static let message = """
        Observable.value: reader read the state of other while Add is being handled, and other has not handled it yet. \
        To fix: register the handler of reader with `after: [other]`, so that it reads the new state.
        """

    @Test func readingAStoreThatIsStillToHandleTheActionIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (dispatcher, reader, other) = makeStores()
            reader.on(Add.self) { state, _ in state = other.state.value }
            other.on(Add.self) { state, _ in state += 1 }
            dispatcher.dispatch(Add())
        }
        expect(result, says: F5ReadingTrapTests.message)
    }

    @Test func soIsReadingWhatDerivesFromIt() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (dispatcher, reader, other) = makeStores()
            let derived = other.state.map { $0 + 1 }.select { $0 / 2 }
            _ = derived.value
            reader.on(Add.self) { state, _ in state = derived.value }
            other.on(Add.self) { state, _ in state += 1 }
            dispatcher.dispatch(Add())
        }
        expect(result, says: F5ReadingTrapTests.message)
    }

    @Test func soIsReadingWhatDerivesFromItWhileSomebodyObservesThat() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (dispatcher, reader, other) = makeStores()
            let derived = other.state.map { $0 + 1 }.select { $0 / 2 }
            let subscription = derived.observe { _ in }
            reader.on(Add.self) { state, _ in state = derived.value }
            other.on(Add.self) { state, _ in state += 1 }
            dispatcher.dispatch(Add())
            subscription.cancel()
        }
        expect(result, says: F5ReadingTrapTests.message)
    }

    @Test func soIsReadingWhatASwitchHasSwitchedTo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (dispatcher, reader, other) = makeStores()
            let switched = Variable(0).flatMapLatest { _ in other.state }
            let subscription = switched.observe { _ in }
            reader.on(Add.self) { state, _ in state = switched.value }
            other.on(Add.self) { state, _ in state += 1 }
            dispatcher.dispatch(Add())
            subscription.cancel()
        }
        expect(result, says: F5ReadingTrapTests.message)
    }

    @Test func soIsObservingIt() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (dispatcher, reader, other) = makeStores()
            let bag = SubscriptionBag()
            reader.on(Add.self) { _, _ in other.state.observe { _ in }.store(in: bag) }
            other.on(Add.self) { state, _ in state += 1 }
            dispatcher.dispatch(Add())
        }
        expect(result, says: F5ReadingTrapTests.message)
    }

    @Test func soIsReadingAStoreBetweenItsHandlers() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (dispatcher, reader, other) = makeStores()
            other.on(Add.self) { state, _ in state += 1 }
            reader.on(Add.self) { state, _ in state = other.state.value }
            other.on(Add.self) { state, _ in state += 1 }
            dispatcher.dispatch(Add())
        }
        expect(result, says: F5ReadingTrapTests.message)
    }

    @Test func soIsReadingWhereMiddlewareWatches() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (dispatcher, reader, other) = makeStores()
            dispatcher.install(.stub(wantsFormerStates: true))
            reader.on(Add.self) { state, _ in state = other.state.value }
            other.on(Add.self) { state, _ in state += 1 }
            dispatcher.dispatch(Add())
        }
        expect(result, says: F5ReadingTrapTests.message)
    }

    @Test func aCallbackIsToldToWait() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            var store: Store<Int>?
            keep(dispatcher.register("callback") { _ in _ = store?.state.value })
            store = Store(0, on: dispatcher, name: "other") { $0.on(Add.self) { state, _ in state += 1 } }
            dispatcher.dispatch(Add())
        }
        expect(
            result,
            says: "callback read the state of other while Add is being handled, and other has not handled it yet.",
            "To fix: call waitFor(_:) with its registration first, so that it reads the new state."
        )
    }
}

private func makeStores() -> (Dispatcher, reader: Store<Int>, other: Store<Int>) {
    let dispatcher = Dispatcher()
    return (dispatcher, Store(0, on: dispatcher, name: "reader"), Store(0, on: dispatcher, name: "other"))
}
#endif
