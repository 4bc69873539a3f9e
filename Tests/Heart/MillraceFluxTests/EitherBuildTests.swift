#if os(macOS) || os(Linux)
import MillraceFlux
import MillraceSignals
import MillraceTesting
import TestSupport
import Testing

/// A debug build tells of probable mistakes. A release build does the same without a word.
@Suite struct EitherBuildTests {
    @Test func answersThatReachAnotherStoreAreHandledByBoth() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let dispatcher = Dispatcher(on: scheduler)
            let panes = ["left", "right"].map { name in
                Store<[Int]>([], on: dispatcher, name: name) { store in
                    store.on(AskBoth.self) { _, _ in .run { AnsweredBoth(number: 1) } }
                    store.on(AnsweredBoth.self) { numbers, action in numbers.append(action.number) }
                }
            }
            dispatcher.dispatch(AskBoth())
            scheduler.run()
            precondition(panes.map(\.state.value) == [[1, 1], [1, 1]])
        }
        expectTold(result, "Effect: AnsweredBoth, by which an effect of ")
    }

    @Test func anActionThatNobodyHandlesChangesNothing() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let counter = makeCounter(on: dispatcher)
            dispatcher.dispatch(Clear())
            dispatcher.dispatch(Add())
            precondition(counter.state.value == CounterState(count: 1, added: [1]))
        }
        expectTold(result, "Dispatcher.dispatch: nobody handles Clear")
    }
}

/// Expects that a process has told this in a debug build, and nothing in a release build.
private func expectTold(
    _ result: ExitTest.Result?,
    _ words: String,
    at location: SourceLocation = #_sourceLocation
) {
    #if DEBUG
    expect(result, says: words, at: location)
    #else
    #expect(standardError(result).isEmpty, sourceLocation: location)
    #endif
}

private struct AskBoth: Action {}

private struct AnsweredBoth: Action {
    let number: Int
}
#endif
