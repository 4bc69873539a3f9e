import CalDAV
import Millrace
import MillraceOffline

/// Where the list stands with a server: what waits to be sent, and what the server has.
public struct SyncState: Equatable, Sendable {
    /// The address of the calendar; nil as long as the list is synchronised with none. Kept, as all up to `pull`.
    public internal(set) var calendar: String?
    /// What the server has not heard of yet.
    public internal(set) var outbox: Outbox<ToDoChange>
    /// What the server has, as far as it is known.
    var copies: Table<ServerCopy> = []
    /// Asks what is new.
    var pull = Pull<ServerNews>()

    /// Whether this run has a server.
    var hasBegun = false

    /// Creates the state of a list that is synchronised with no server.
    ///
    /// - Parameter device: Distinguishes this list from all others.
    init(device: String) { outbox = Outbox(device: device) }
}

extension SyncState {
    /// Notes an item for the server: a new one, or one whose fields have changed.
    mutating func note(_ item: ToDoItem, changedFrom former: ToDoItem? = nil) {
        let fields = ItemField.allCases.compactMap { field -> ToDoChange.Field? in
            guard let former, !former[field].isSame(as: item[field]) else { return nil }
            return ToDoChange.Field(former: former[field], edit: item[field])
        }
        if former == nil || !fields.isEmpty { add(ToDoChange(item: item, fields: fields)) }
    }

    /// Notes that an item is deleted. What the server has not taken of it, is not sent any more.
    mutating func noteDeletion(of item: ToDoItem) {
        var known = item
        if outbox.status(of: item.id) == .refused {
            outbox.discardAll(of: item.id)
            known = copies[id: item.id]?.item ?? item
        }
        add(ToDoChange(item: known, isDeletion: true))
    }

    private mutating func add(_ change: ToDoChange) {
        guard calendar != nil else { return }
        let (id, copy) = (change.item.id, copies[id: change.item.id])
        var change = change
        change.path = copy?.stored.path ?? outbox.entries(of: id).last?.edit.path
        change.text = copy?.stored.text
        outbox.add(change, folding: ToDoChange.fold)
        correctRefused(of: id)
    }

    /// Sends a change that was refused again, together with those that were made since: they may have corrected it.
    mutating func correctRefused(of id: ToDoItem.ID) {
        let entries = outbox.entries(of: id)
        guard entries.count > 1, let refused = entries.first, case .refused = refused.problem else { return }
        var change = refused.edit
        for later in entries.dropFirst() {
            guard let folded = ToDoChange.fold(change, later.edit) else { return }
            change = folded
        }
        for later in entries.dropFirst() { outbox.discard(later.key) }
        outbox.retry(refused.key, as: change)
    }

    /// The fields of an item whose changes the server has not heard of.
    func pendingFields(of id: ToDoItem.ID) -> Set<ItemField> {
        Set(outbox.entries(of: id).flatMap { $0.edit.fields.map(\.edit.field) })
    }

    /// The copy at a path.
    func copy(at path: DAVPath) -> ServerCopy? { copies.first { $0.stored.path == path } }
}

extension JournalParts<ToDoState> {
    /// Keeps where the list stands with a server.
    mutating func keep(_ sync: WritableKeyPath<ToDoState, SyncState>) {
        outbox(sync.appending(path: \.outbox), as: "outbox")
        table(sync.appending(path: \.copies), as: "copies")
        pull(sync.appending(path: \.pull), as: "token")
        value(sync.appending(path: \.calendar), as: "calendar")
    }
}
