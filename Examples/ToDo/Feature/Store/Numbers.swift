import Millrace

/// Numbers the items, from 1, for the commands that follow.
public struct NumberItems: Action, Hashable, Codable {
    /// The items in the order of their numbers.
    public let ids: [ToDoItem.ID]
}

/// Makes the store of the numbers by which a script calls items: those of the last list, and behind them what was added
/// since. What is finished or deleted meanwhile leaves the numbers of the others as they are.
func makeNumbers(on dispatcher: Dispatcher) -> Store<[ToDoItem.ID]> {
    Store([], on: dispatcher, name: "numbers") { store in
        store.on(NumberItems.self) { numbers, action in numbers = action.ids }
        store.on(AddItem.self) { numbers, action in numbers.append(action.item.id) }
    }
}
