import Millrace

/// All items. Whatever changes one goes through one of three mutations: ``add(_:)``, ``edit(_:_:)`` and ``delete(_:)``.
public struct ToDoState: Equatable, Sendable {
    /// The items, in the order in which they were added.
    public internal(set) var items: Table<ToDoItem>
    /// Where the list stands with a server.
    public internal(set) var sync: SyncState

    /// Creates a state.
    ///
    /// - Parameter device: Distinguishes this list from all others with which it may be synchronised.
    public init(items: Table<ToDoItem> = [], device: String = "") {
        (self.items, sync) = (items, SyncState(device: device))
    }

    /// Adds an item. One that is there already stays as it is.
    public mutating func add(_ item: ToDoItem) {
        guard !items.contains(id: item.id) else { return }
        items.append(item)
        sync.note(item)
    }

    /// Changes fields of an item. One that is not there is not changed.
    public mutating func edit(_ id: ToDoItem.ID, _ edits: [ItemEdit]) {
        guard let former = items[id: id] else { return }
        var item = former
        edits.forEach { item.apply($0) }
        if item == former { return }
        items[id: id] = item
        sync.note(item, changedFrom: former)
    }

    /// Deletes an item.
    public mutating func delete(_ id: ToDoItem.ID) {
        if let item = items.remove(id: id) { sync.noteDeletion(of: item) }
    }

    /// Makes the items those of another moment, for undo: by edits, as all changes. What others have changed since then
    /// stays.
    ///
    /// O(k log n) for k items that differ.
    public mutating func restore(_ other: ToDoState) {
        let (former, changes) = (items, other.items.changes(from: items))
        for position in changes.deletions {
            let id = former[position].id
            if !sync.isForeign(id, since: other.sync) { delete(id) }
        }
        for pair in changes.modifications {
            let item = other.items[pair.new]
            let edits = item.edits(from: former[pair.old])
            edit(item.id, edits.filter { !sync.isForeign($0.field, of: item.id, since: other.sync) })
        }
        for position in changes.insertions {
            let item = other.items[position]
            if !sync.isForeign(item.id, since: other.sync) { add(item) }
        }
    }
}
