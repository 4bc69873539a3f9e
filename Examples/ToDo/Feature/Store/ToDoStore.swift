import Millrace
import MillraceHistory

/// Makes the store of all items. Its handlers depend on nothing but the state and the action: what time it is, and the
/// identity of what is new, are in the actions.
public func makeToDoStore(_ state: ToDoState = ToDoState(), on dispatcher: Dispatcher) -> Store<ToDoState> {
    Store(state, on: dispatcher, name: "todo") { store in
        store.on(AddItem.self) { state, action in state.add(action.item) }
        store.on(EditItem.self) { state, action in state.edit(action.id, action.edits) }
        store.on(DeleteItem.self) { state, action in state.delete(action.id) }
    }
}

/// Makes the history of the store, in which each use case is a step. Make it when the store is kept.
public func makeUndoHistory(of store: Store<ToDoState>) -> UndoHistory {
    UndoHistory(on: store.dispatcher) { undo in
        undo.track(store) { present, former in present.restore(former) }
        undo.step(AddItem.self)
        undo.step(EditItem.self)
        undo.step(DeleteItem.self)
    }
}
