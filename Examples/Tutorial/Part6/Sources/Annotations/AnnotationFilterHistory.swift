import Foundation
import Millrace
import MillraceHistory

extension UndoHistory {
    /// What the user can take back: filters, decisions, removals, and that another file was opened.
    convenience init(of store: Store<AnnotationFilterState>) {
        self.init(on: store.dispatcher) { undo in
            undo.track(store) { present, former in
                (present.annotations, present.active) = (former.annotations, former.active)
            }
            undo.step(Toggle.self)
            undo.step(ShowAll.self)
            undo.step(Decide.self)
            undo.step(Remove.self)
            undo.step(Opened.self)
        }
    }
}

/// Does again what a recording has, in a store of its own, and says whether the same states came of it.
func replay(_ recording: Data, on dispatcher: Dispatcher) throws -> ReplayOutcome {
    let store = makeAnnotationFilter(of: Annotation.samples, from: .onDisk, on: dispatcher)
    _ = UndoHistory(of: store)  // the dispatcher keeps it
    return try ActionRecording(recording).replay(to: store, on: dispatcher)
}
