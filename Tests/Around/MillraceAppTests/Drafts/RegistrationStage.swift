import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSpecs

/// The form of twelve fields, recorded, with a history in which each action is a step.
final class RegistrationStage {
    let scheduler = TestScheduler()
    let dispatcher: Dispatcher
    let store: Store<RegistrationState>
    let undo: UndoHistory
    private(set) var recorded = Data()
    private(set) var recorder: ActionRecorder!

    /// - Parameter complaints: The answer of the server.
    init(complaints: [String: String]) {
        let dispatcher = Dispatcher(on: scheduler)
        let store = makeRegistration(on: dispatcher) { _ in complaints }
        (self.dispatcher, self.store) = (dispatcher, store)
        undo = UndoHistory(on: dispatcher) { undo in
            undo.track(store)
            undo.step(SetField<Registration>.self)
            undo.step(FocusField<Registration>.self)
            undo.step(Send.self)
            undo.step(Answered.self)
        }
        recorder = ActionRecorder(digesting: store, on: dispatcher) { [unowned self] in recorded.append($0) }
    }

    func dispatch(_ action: some Action) {
        dispatcher.dispatch(action)
        scheduler.run()
    }

    /// Replays what was recorded in another store.
    func replay() throws -> ReplayOutcome {
        let other = RegistrationStage(complaints: [:])
        return try ActionRecording(recorded).replay(to: other.store, on: other.dispatcher)
    }
}
