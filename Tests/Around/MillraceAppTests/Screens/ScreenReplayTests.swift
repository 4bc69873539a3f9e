#if os(macOS) || os(Linux)
import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import TestSupport
import Testing

/// A session with stores of screens, replayed in a new process from its bytes.
@Suite struct ScreenReplayTests {
    @Test func aNewProcessMakesTheSameStates() async {
        let recorded = record()
        await #expect(processExitsWith: .success) { [recorded = recorded as Data] in
            let app = ScreenApp()
            let outcome = try app.replay(recorded)
            guard case .same(turns: 10) = outcome, app.rooms.keys.map(\.screen) == [.room("mill")] else {
                fatalError("\(outcome): \(app.states)")
            }
        }
    }

    /// A modal search, a child of an optional state, and both closed by themselves.
    private func record() -> Data {
        var recorded = Data()
        let app = ScreenApp()
        let recorder = app.record { recorded.append($0) }
        app.dispatcher.dispatch(Go.push(.room("mill")))
        let mill = app.top
        app.rooms.dispatch(Say("hello"), to: mill)
        app.dispatcher.dispatch(Go.present(.compose))
        app.finders.dispatch(Find(text: "door"), to: app.top)
        app.scheduler.run()
        app.rooms.dispatch(EditLine(line: 0), to: mill)
        app.editors.dispatch(SaveLine(), to: ChildKey(mill, 0))
        app.scheduler.run()
        app.dispatcher.dispatch(Go.dismiss())
        recorder.finish()
        return recorded
    }
}
#endif
