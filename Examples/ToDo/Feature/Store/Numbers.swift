import Millrace

/// Numbers the items, from 1, for the commands that follow.
public struct NumberItems: Action, Hashable, Codable {
    /// The items in the order of their numbers.
    public let ids: [ToDoItem.ID]
}

/// An item that has a number: that of its row in a table.
public struct NumberedItem: Identifiable, Hashable, Codable, Sendable {
    /// The item.
    public let id: ToDoItem.ID
}

/// Makes the store of the numbers by which a script calls items: those of the last list, and behind them what was added
/// since. What is finished or deleted meanwhile leaves the numbers of the others as they are.
func makeNumbers(on dispatcher: Dispatcher) -> Store<Table<NumberedItem>> {
    Store([], on: dispatcher, name: "numbers") { store in
        store.on(NumberItems.self) { numbers, action in numbers = Table(action.ids.map { NumberedItem(id: $0) }) }
        store.on(AddItem.self) { numbers, action in numbers.updateOrAppend(NumberedItem(id: action.item.id)) }
    }
}
