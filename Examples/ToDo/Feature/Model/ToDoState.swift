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

    /// Leads the items from what a step has made of them to what was before, for undo: by edits, as all changes. What
    /// others have changed since then stays.
    ///
    /// O(k log n) for k items that differ.
    public mutating func undo(from: ToDoState, to: ToDoState) {
        let changes = to.items.changes(from: from.items)
        for position in changes.deletions {
            let item = from.items[position]
            if items[id: item.id]?.agrees(with: item) == true { delete(item.id) }
        }
        for pair in changes.modifications {
            let (former, item) = (from.items[pair.old], to.items[pair.new])
            let present = items[id: item.id]
            edit(item.id, item.edits(from: former).filter { present?[$0.field].isSame(as: former[$0.field]) == true })
        }
        for position in changes.insertions { add(to.items[position]) }
    }
}
