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
                if let shown = now.opening, shown.former != nil {
                    // The sheet is still to come: the query goes back as far as it is one on this sheet, and the order.
                    let isSameFile = former.opening?.former != nil && former.opening?.path == shown.path
                    present.query = isSameFile ? former.query : FilterQuery()
                    present.arrangement = former.arrangement
                    return
                }
                present = former
                present.giveUpOpening()
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
        types.add(SheetRead.self)
        types.add(SheetOpened.self)
        types.add(OpeningFailed.self)
        return types
    }
}
