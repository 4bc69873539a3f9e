import Millrace

/// All items. Whatever changes one goes through one of three mutations: ``add(_:)``, ``edit(_:_:)`` and ``delete(_:)``.
public struct ToDoState: Equatable, Sendable {
    /// The items, in the order in which they were added.
    public internal(set) var items: Table<ToDoItem>

    /// Creates a state.
    public init(items: Table<ToDoItem> = []) { self.items = items }

    /// Adds an item. One that is there already stays as it is.
    public mutating func add(_ item: ToDoItem) {
        if !items.contains(id: item.id) { items.append(item) }
    }

    /// Changes fields of an item. One that is not there is not changed.
    public mutating func edit(_ id: ToDoItem.ID, _ edits: [ItemEdit]) {
        guard var item = items[id: id] else { return }
        edits.forEach { item.apply($0) }
        if item != items[id: id] { items[id: id] = item }
    }

    /// Deletes an item.
    public mutating func delete(_ id: ToDoItem.ID) { items.remove(id: id) }

    /// Makes the items those of another moment, for undo: by edits, as all changes.
    ///
    /// O(k log n) for k items that differ.
    public mutating func restore(_ other: ToDoState) {
        let (former, changes) = (items, other.items.changes(from: items))
        for position in changes.deletions { delete(former[position].id) }
        for pair in changes.modifications {
            let item = other.items[pair.new]
            edit(item.id, item.edits(from: former[pair.old]))
        }
        for position in changes.insertions { add(other.items[position]) }
    }
}
