import Millrace
import MillraceHistory

extension UndoHistory {
    /// What can be undone: switching filters, dates and answers, clearing, searching, another arrangement and opening.
    /// A search is one step, however many letters it has. The selected group stays as it is, as does a file that is
    /// being opened.
    public convenience init(of store: AnnotationFilterStore) {
        self.init(on: store.dispatcher) { undo in
            undo.track(store) { present, former in
                let now = present
                present = former
                (present.selectedGroup, present.opening) = (now.selectedGroup, now.opening)
            }
            undo.step(Refine.self) { $0.isSearch && $1.isSearch }
            undo.step(SheetOpened.self)
        }
    }
}

extension ActionTypes {
    /// The actions of the annotation filter, under the names that recordings know them by.
    public static var annotationFilter: ActionTypes {
        var types = ActionTypes()
        types.add(SelectGroup.self)
        types.add(Refine.self)
        types.add(OpenFile.self)
        types.add(CancelOpening.self)
        types.add(OpeningProgressed.self)
        types.add(SheetOpened.self)
        types.add(OpeningFailed.self)
        return types
    }
}
