import Millrace
import MillraceHistory

extension UndoHistory {
    /// What can be undone: switching filters, dates and answers, clearing, searching, another arrangement and opening.
    /// A search is one step, however many letters it has. So is each edit, until it is saved: what is in the file stays
    /// there. The selected group stays as it is, as does a file that is being opened.
    public convenience init(of store: AnnotationFilterStore) {
        self.init(on: store.dispatcher) { undo in
            undo.track(store) { present, former in
                let now = present
                present = former
                (present.selectedGroup, present.opening) = (now.selectedGroup, now.opening)
                present.keepFile(of: now)
            }
            undo.step(Refine.self) { $0.isSearch && $1.isSearch }
            undo.step(SheetOpened.self)
            undo.step(Edit.self)
            undo.step(SheetRenewed.self)
        }
    }
}
