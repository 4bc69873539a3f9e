import Millrace
import MillraceHistory

/// Makes the store of all items. Its handlers depend on nothing but the state and the action: what time it is, and the
/// identity of what is new, are in the actions.
public func makeToDoStore(_ state: ToDoState = ToDoState(), on dispatcher: Dispatcher) -> Store<ToDoState> {
    makeToDoStore(state, on: dispatcher, sync: nil)
}

/// - Parameter sync: What it does for a server. Nil where there is none.
func makeToDoStore(_ state: ToDoState, on dispatcher: Dispatcher, sync: SyncHandlers?) -> Store<ToDoState> {
    Store(state, on: dispatcher, name: "todo") { store in
        store.on(AddItem.self) { state, action in state.add(action.item) }
        store.on(EditItem.self) { state, action in state.edit(action.id, action.edits) }
        store.on(DeleteItem.self) { state, action in state.delete(action.id) }
        sync?.add(to: store)
    }
}

/// Makes the history of the store, in which each use case is a step. Make it when the store is kept.
public func makeUndoHistory(of store: Store<ToDoState>) -> UndoHistory {
    UndoHistory(on: store.dispatcher) { undo in
        undo.track(store) { present, from, to in present.undo(from: from, to: to) }
        undo.step(AddItem.self)
        undo.step(EditItem.self)
        undo.step(DeleteItem.self)
    }
}
