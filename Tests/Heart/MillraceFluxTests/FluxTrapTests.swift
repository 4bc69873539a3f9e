#if os(macOS) || os(Linux)
import Foundation
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport
import Testing

// The programmer's errors of the laws F1, F4 and F5: each ends the process with a message that says what happened and
// how to mend it.

/// F1: while a handler runs, its state is moved out.
@Suite struct F1TrapTests {
    static let message = "was read while its value is being changed in place"

    @Test func readingTheStateInItsHandlerIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = Store(0, on: Dispatcher(), name: "counter")
            counter.on(Add.self) { state, _ in state += counter.state.value }
            counter.dispatcher.dispatch(Add())
        }
        expect(result, says: "\"counter\" (Observable<Int>)", F1TrapTests.message, "`inout`")
    }

    @Test func readingWhatDerivesFromItIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = Store(0, on: Dispatcher(), name: "counter")
            let derived = counter.state.map { $0 + 1 }.map { $0 * 2 }
            counter.on(Add.self) { state, _ in state += derived.value }
            counter.dispatcher.dispatch(Add())
        }
        expect(result, says: "\"counter\"", F1TrapTests.message)
    }

    @Test func readingWhatDerivesFromItIsReportedAlsoWhereItWasReadBefore() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = Store(0, on: Dispatcher(), name: "counter")
            let derived = counter.state.map { $0 + 1 }.map { $0 * 2 }
            _ = derived.value
            counter.on(Add.self) { state, _ in state += derived.value }
            counter.dispatcher.dispatch(Add())
        }
        expect(result, says: "\"counter\"", F1TrapTests.message)
    }

    @Test func readingWhatDerivesFromItIsReportedAlsoWhileSomebodyObservesThat() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = Store(0, on: Dispatcher(), name: "counter")
            let derived = counter.state.map { $0 + 1 }.select { $0 / 2 }
            let subscription = derived.observe { _ in }
            counter.on(Add.self) { state, _ in state += derived.value }
            counter.dispatcher.dispatch(Add())
            subscription.cancel()
        }
        expect(result, says: "\"counter\"", F1TrapTests.message)
    }

    @Test func observingTheStateInItsHandlerIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = Store(0, on: Dispatcher(), name: "counter")
            let subscriptions = SubscriptionBag()
            counter.on(Add.self) { _, _ in counter.state.observe { _ in }.store(in: subscriptions) }
            counter.dispatcher.dispatch(Add())
        }
        expect(result, says: "\"counter\"", F1TrapTests.message)
    }

    @Test func readingAVariableWhileItIsUpdatedIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let names = Variable(["Ada"]).named("names")
            names.update { $0.append(names.value[0]) }
        }
        expect(result, says: "\"names\" (Variable<Array<String>>)", F1TrapTests.message)
    }

    @Test func waitingForWhoReadsTheStateIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let counter = Store(0, on: dispatcher, name: "counter")
            var reader: Registration?
            counter.on(Add.self) { _, _ in dispatcher.waitFor([reader!]) }
            reader = dispatcher.register { _ in _ = counter.state.value }
            dispatcher.dispatch(Add())
        }
        expect(result, says: "\"counter\"", F1TrapTests.message)
    }
}

/// F4: a handler does not dispatch.
///
/// On the main actor an action goes straight to its handlers; elsewhere a dispatcher of no home looks first for what was
/// released.
@Suite struct F4TrapTests {
    @Test func dispatchingFromAHandlerNamesBothActions() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let counter = Store(0, on: dispatcher)
            counter.on(Add.self) { _, _ in dispatcher.dispatch(Rename(name: "")) }
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.dispatch: Rename was dispatched while Add is being handled.")
    }

    @Test func dispatchingFromACallbackNamesBothActions() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            keep(dispatcher.register { _ in dispatcher.dispatch(Clear()) })
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.dispatch: Clear was dispatched while Add is being handled.")
    }

    @Test func dispatchingTheSameTypeAnewIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let counter = Store(0, on: dispatcher)
            counter.on(Add.self) { _, action in if action.amount > 0 { dispatcher.dispatch(Add(amount: 0)) } }
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.dispatch: Add was dispatched while Add is being handled.")
    }

    @Test func aBatchInTheHandlerDoesNotHelp() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let counter = Store(0, on: dispatcher)
            counter.on(Add.self) { _, _ in batch { dispatcher.dispatch(Clear()) } }
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Clear was dispatched while Add is being handled.")
    }

    @Test func norDoesAnotherDispatcher() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let (dispatcher, other) = (Dispatcher(), Dispatcher())
                let (counter, total) = (Store(0, on: dispatcher), Store(0, on: other))
                counter.on(Add.self) { _, _ in other.dispatch(Clear()) }
                total.on(Clear.self) { state, _ in state = 0 }
                dispatcher.dispatch(Add())
            }
        }
        expect(result, says: "Clear was dispatched while Add is being handled.")
    }

    @Test(arguments: [false, true])
    func norDoesAnObserverOfAnotherHome(isKnown: Bool) async {
        let result =
            if isKnown {
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    dispatchFromElsewhere(Dispatcher(in: Home("here")))
                }
            } else {
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    dispatchFromElsewhere(Dispatcher(isolation: nil))
                }
            }
        expect(result, says: "Dispatcher.dispatch: Clear was dispatched while Add is being handled.")
    }

    @Test func norDoesAnEffectThatListensToAnotherHome() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher(on: TestScheduler())
            let elsewhere = Variable(0, in: Home("elsewhere"))
            let arrivals = Emitter<Int>()
            keep(elsewhere.observe(isolation: nil) { arrivals.send($0) })
            let counter = Store(0, on: dispatcher)
            counter.on(Rename.self) { _, _ in .observe(arrivals) { _ in Clear() } }
            counter.on(Clear.self) { count, _ in count = 0 }
            counter.on(Add.self) { _, _ in elsewhere.value = 1 }
            dispatcher.dispatch(Rename(name: ""))
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.dispatch: Clear was dispatched while Add is being handled.")
    }

    @Test func norDoesAnObserverOfAnotherHomeForMiddleware() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let home = Home("here")
            let (dispatcher, here) = (Dispatcher(in: home), Variable(0, in: home))
            let elsewhere = Variable(0, in: Home("elsewhere"))
            dispatcher.install(
                .stub(decide: { _ in
                    elsewhere.value = 1
                    return .pass
                })
            )
            keep(elsewhere.observe(isolation: nil) { if $0 == 1 { dispatcher.dispatch(Clear()) } })
            // The turn belongs here, where something has been set, so that of the other home is not put off.
            batch {
                here.value = 1
                dispatcher.dispatch(Add())
            }
        }
        expect(result, says: "Dispatcher.dispatch: Clear was dispatched by a middleware.")
    }

    @Test func norDoesAnActionThatWaitedForTheTurnsEnd() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let counter = Store(0, on: dispatcher)
            counter.on(Rename.self) { _, _ in dispatcher.dispatch(Clear()) }
            counter.on(Add.self) { state, _ in state += 1 }
            let subscription = counter.state.observe { if $0 == 1 { dispatcher.dispatch(Rename(name: "")) } }
            dispatcher.dispatch(Add())
            subscription.cancel()
        }
        expect(result, says: "Clear was dispatched while Rename is being handled.")
    }

    @Test func dispatchingFromWhatDerivesAnObservableIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let dispatcher = Dispatcher()
                let counter = Store(0, on: dispatcher) { $0.on(Add.self) { count, action in count += action.amount } }
                let impure = counter.state.map { count in
                    if count == 0 { dispatcher.dispatch(Add()) }
                    return count
                }
                _ = impure.value
            }
        }
        expect(result, says: "Dispatcher.dispatch: Add was dispatched while a derived observable computes.")
    }

    @Test func dispatchesThatNeverSettleAreStopped() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let counter = Store(0, on: dispatcher, name: "counter")
            counter.on(Add.self) { state, _ in state += 1 }
            let (state, file): (_, StaticString) = (counter.state, "Feature/Counter.swift")
            let subscription = state.observe(file: file, line: 1) { _ in dispatcher.dispatch(Add()) }
            keep(state.observe(file: file, line: 2) { _ in })
            dispatcher.dispatch(Add())
            subscription.cancel()
        }
        expect(result, says: "observers have dispatched what changes \"counter\"", "10000 turns on end")
        #if DEBUG
        expect(result, says: "Feature/Counter.swift:1: Fatal error")
        #endif
    }

    @Test func effectsThatAskForEachOtherForEverAreStopped() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher(on: TestScheduler())
            keep(
                Store(0, on: dispatcher, name: "counter") { store in
                    store.on(Add.self) { count, _ in
                        count += 1
                        return .observe(.just(1), as: "queue", .concat) { _ in Add() }
                    }
                }
            )
            // Two, each of which waits for the other one.
            batch { for _ in 0..<2 { dispatcher.dispatch(Add()) } }
        }
        expect(result, says: "have dispatched what changes \"counter\"", "10000 turns on end")
    }
}

/// A handler that sets what lives elsewhere, whose observer dispatches.
private func dispatchFromElsewhere(_ dispatcher: Dispatcher) {
    let elsewhere = Variable(0, in: Home("elsewhere"))
    let counter = Store(0, on: dispatcher)
    keep(elsewhere.observe(isolation: nil) { if $0 == 1 { dispatcher.dispatch(Clear()) } })
    counter.on(Add.self) { _, _ in elsewhere.value = 1 }
    dispatcher.dispatch(Add())
}

/// F5: the order between stores.
@Suite struct F5TrapTests {
    @Test func aCycleOfTwoIsReportedWhereItCloses() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let (left, right) = (Store(0, on: dispatcher, name: "left"), Store(0, on: dispatcher, name: "right"))
            left.on(Add.self, after: [right]) { _, _ in }
            FileHandle.standardError.write(Data("so far no cycle\n".utf8))
            right.on(Add.self, after: [left]) { _, _ in }
        }
        expect(
            result,
            says: "so far no cycle",
            "Store.on: the handlers of Add come after each other in a cycle: left after right after left."
        )
    }

    @Test func aCycleOfManyNamesThoseInIt() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let stores = keep(["a", "b", "c", "d"].map { Store(0, on: dispatcher, name: $0) })
            stores[0].on(Add.self, after: [stores[1]]) { _, _ in }
            stores[1].on(Add.self, after: [stores[2]]) { _, _ in }
            stores[2].on(Add.self, after: [stores[3]]) { _, _ in }
            stores[3].on(Add.self, after: [stores[1]]) { _, _ in }
        }
        expect(result, says: "in a cycle: b after c after d after b.")
    }

    @Test func comingAfterOneselfIsACycle() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = Store(0, on: Dispatcher(), name: "alone")
            store.on(Add.self, after: [store]) { _, _ in }
        }
        expect(result, says: "in a cycle: alone after alone.")
    }

    @Test func comingAfterAStoreOfAnotherDispatcherIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stranger = Store(0, on: Dispatcher(), name: "stranger")
            let store = Store(0, on: Dispatcher())
            store.on(Add.self, after: [stranger]) { _, _ in }
        }
        expect(result, says: "Store.on: stranger is not registered with this dispatcher.")
    }

    @Test func handlingAfterUnregisteringIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = Store(0, on: Dispatcher(), name: "former")
            store.dispatcher.unregister(store.registration)
            store.on(Add.self) { _, _ in }
        }
        expect(result, says: "Store.on: former is not registered with this dispatcher.")
    }
}

/// The bare dispatcher: waiting and unregistering.
@Suite struct DispatcherTrapTests {
    @Test func waitingOutsideOfADispatchIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let callback = dispatcher.register { _ in }
            dispatcher.waitFor([callback])
        }
        expect(result, says: "Dispatcher.waitFor: nothing is being dispatched.")
    }

    @Test func waitingInAnObserverIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let counter = makeCounter(on: dispatcher)
            let subscription = counter.state.observe { if $0.count == 1 { dispatcher.waitFor([counter.registration]) } }
            dispatcher.dispatch(Add())
            subscription.cancel()
        }
        expect(result, says: "Dispatcher.waitFor: nothing is being dispatched.")
    }

    @Test func waitingInACycleIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            var right: Registration?
            let left = dispatcher.register("left") { _ in dispatcher.waitFor([right!]) }
            right = dispatcher.register("right") { _ in dispatcher.waitFor([left]) }
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.waitFor: left is waited for while it is waiting itself, in Add.")
    }

    @Test func waitingForOneselfIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            var own: Registration?
            own = dispatcher.register("self") { _ in dispatcher.waitFor([own!]) }
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.waitFor: self is waited for while it is waiting itself, in Add.")
    }

    @Test func waitingForAStoreThatComesAfterOneselfIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let (first, second) = (Store(0, on: dispatcher, name: "first"), Store(0, on: dispatcher, name: "second"))
            first.on(Add.self) { _, _ in dispatcher.waitFor([second.registration]) }
            second.on(Add.self, after: [first]) { _, _ in }
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.waitFor: first is waited for while it is waiting itself, in Add.")
    }

    /// facebook/flux lets this pass in silence if the removed one ran earlier in the dispatch.
    @Test func waitingForARemovedOneIsReportedAlsoWhereItHasRun() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let removed = dispatcher.register("removed") { _ in }
            keep(
                dispatcher.register { _ in
                    dispatcher.unregister(removed)
                    dispatcher.waitFor([removed])
                }
            )
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.waitFor: removed is not registered with this dispatcher.")
    }

    @Test func waitingForOneOfAnotherDispatcherIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (dispatcher, other) = (Dispatcher(), Dispatcher())
            let stranger = other.register("stranger") { _ in }
            keep(dispatcher.register { _ in dispatcher.waitFor([stranger]) })
            dispatcher.dispatch(Add())
        }
        expect(result, says: "Dispatcher.waitFor: stranger is not registered with this dispatcher.")
    }

    @Test func unregisteringTwiceIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let callback = dispatcher.register("twice") { _ in }
            dispatcher.unregister(callback)
            dispatcher.unregister(callback)
        }
        expect(result, says: "Dispatcher.unregister: twice is not registered with this dispatcher.")
    }

    @Test func unregisteringFromAnotherDispatcherIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stranger = Dispatcher().register("stranger") { _ in }
            Dispatcher().unregister(stranger)
        }
        expect(result, says: "Dispatcher.unregister: stranger is not registered with this dispatcher.")
    }
}

/// What a trap says, beside its message.
@Suite struct TrapPlaceTests {
    @Test func aTrapNamesTheLineOfTheCallerAndSaysNothingElse() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let dispatcher = Dispatcher()
                let counter = Store(0, on: dispatcher)
                counter.on(Add.self) { _, _ in dispatcher.dispatch(Clear()) }
                dispatcher.dispatch(Add())
            }
        )
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            text.hasPrefix(
                "MillraceFluxTests/FluxTrapTests.swift:\(#line - 9): Fatal error: Dispatcher.dispatch: Clear"
            )
        )
        #if os(Linux)
        #expect(text.split(separator: "\n").count == 1)
        #endif
    }

    #if DEBUG
    @Test func readingTooEarlyNamesTheHandlerInADebugBuild() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let reader = Store(0, on: dispatcher, name: "reader")
            let other = Store(0, on: dispatcher, name: "other")
            reader.on(Add.self, file: "Feature/Counter.swift", line: 1) { _, _ in }
            reader.on(Add.self, file: "Feature/Counter.swift", line: 2) { state, _ in state = other.state.value }
            other.on(Add.self, file: "Feature/Counter.swift", line: 3) { _, _ in }
            dispatcher.dispatch(Add())
        }
        expectPlace(of: result, says: "Observable.value: ")
    }

    @Test func readingTheOwnStateNamesTheHandlerInADebugBuild() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = Store(0, on: Dispatcher())
            let derived = counter.state.map { $0 + 1 }
            counter.on(Add.self, file: "Feature/Counter.swift", line: 1) { _, _ in }
            counter.on(Add.self, file: "Feature/Counter.swift", line: 2) { state, _ in state += derived.value }
            counter.on(Add.self, file: "Feature/Counter.swift", line: 3) { _, _ in }
            counter.dispatcher.dispatch(Add())
        }
        expectPlace(of: result, says: "Observable.value: ")
    }

    @Test func anEffectWithoutASchedulerNamesTheHandlerInADebugBuild() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = Store(0, on: Dispatcher())
            counter.on(Add.self, file: "Feature/Counter.swift", line: 2) { _, _ in .run { Clear() } }
            counter.dispatcher.dispatch(Add())
        }
        expectPlace(of: result, says: "Store.on: ")
    }

    private func expectPlace(of result: ExitTest.Result?, says message: String) {
        let text = standardError(result)
        #expect(text.hasPrefix("Feature/Counter.swift:2: Fatal error: \(message)"), "\(text)")
    }
    #endif

    @Test func soDoesACycle() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let store = Store(0, on: Dispatcher(), name: "alone")
                store.on(Add.self, after: [store]) { _, _ in }
            }
        )
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.hasPrefix("MillraceFluxTests/FluxTrapTests.swift:\(#line - 7): Fatal error: Store.on: "))
    }
}
#endif
