#if os(macOS) || os(Linux)
import MillraceFlux
import MillraceSignals
import TestSupport
import Testing

/// What is replaced within a value that is changed in place is released there and then: its `deinit` must neither
/// dispatch nor read that value, and says so.
@Suite struct InPlaceReleaseTests {
    private struct Session {
        var token: OnDeinit?
    }

    private struct LogIn: Action { let token: OnDeinit }
    private struct LogOut: Action {}

    private static func makeSession(on dispatcher: Dispatcher) -> Store<Session> {
        Store(Session(), on: dispatcher, name: "session") { store in
            store.on(LogIn.self) { session, action in session.token = action.token }
            store.on(LogOut.self) { session, _ in session.token = nil }
        }
    }

    @Test func aDeinitThatDispatchesWhileAHandlerRunsSaysWhatToDo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let session = Self.makeSession(on: dispatcher)
            dispatcher.dispatch(LogIn(token: OnDeinit { dispatcher.dispatch(Clear()) }))
            dispatcher.dispatch(LogOut())
            withExtendedLifetime(session) {}
        }
        expect(
            result,
            says: "Dispatcher.dispatch: Clear was dispatched while LogOut is being handled.",
            "Where the `deinit` of a value in the state dispatches, have an effect do it instead."
        )
    }

    @Test func aDeinitThatReadsTheStateThatIsBeingChangedSaysWhatToDo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let session = Self.makeSession(on: dispatcher)
            dispatcher.dispatch(LogIn(token: OnDeinit { _ = session.state.value }))
            dispatcher.dispatch(LogOut())
        }
        expect(result, says: "was read while its value is being changed in place.", "the `deinit` of a value within it")
    }

    @Test func theSameHoldsForAVariable() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let variable = Variable<OnDeinit?>(nil)
            variable.value = OnDeinit { _ = variable.value }
            variable.update { $0 = nil }
        }
        expect(result, says: "was read while its value is being changed in place.", "the `deinit` of a value within it")
    }

    @Test func itMaySetSomethingElse() async {
        let result = await #expect(processExitsWith: .success) {
            let dispatcher = Dispatcher()
            let (session, other) = (Self.makeSession(on: dispatcher), Variable(0))
            keep(session)
            dispatcher.dispatch(LogIn(token: OnDeinit { other.value += 1 }))
            dispatcher.dispatch(LogOut())
            precondition(other.value == 1)
            let variable = Variable<OnDeinit?>(OnDeinit { other.value += 1 })
            variable.update { $0 = nil }
            precondition(other.value == 2)
        }
        #expect(result != nil)
    }
}
#endif
