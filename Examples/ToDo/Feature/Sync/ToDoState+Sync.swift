import CalDAV
import Millrace
import MillraceOffline

// What comes from the server: theirs for what was not changed here, ours for what was.

extension ToDoState {
    /// Takes what the server has of an item.
    mutating func adopt(_ copy: ServerCopy) {
        sync.copies.updateOrAppend(copy)
        // What was refused, or is not known to be there, and has come late.
        for entry in sync.outbox.entries(of: copy.id) where entry.problem != nil && copy.has(entry) {
            sync.outbox.discard(entry.key)
        }
        let pending = sync.outbox.entries(of: copy.id)
        if items[id: copy.id] == nil, !pending.isEmpty { return }
        var item = copy.item
        if let mine = items[id: copy.id] {
            for field in sync.pendingFields(of: copy.id) { item.apply(mine[field]) }
        }
        if items[id: copy.id] != item { items.updateOrAppend(item) }
    }

    /// Takes that the server does not have an item any more. What was changed here is made again there.
    mutating func drop(_ id: ToDoItem.ID) {
        sync.copies.remove(id: id)
        guard sync.outbox.entries(of: id).isEmpty, items.contains(id: id) else { return }
        items.remove(id: id)
    }

    /// Takes what the server has answered to a change.
    mutating func take(_ answered: OutboxAnswered<ToDoChange>) {
        guard let entry = sync.outbox.take(answered) else { return }
        switch answered.answer {
        case .saved(let reply?, _):
            sync.pull.hurry()
            take(reply, of: entry.edit.subject)
        case .conflict(let reply, _): take(reply, of: entry.edit.subject)
        case .refused: sync.correctRefused(of: entry.edit.subject)
        case .saved(nil, _), .later, .notDone, .unknown, .keyInUse, .prepared, nil: break
        }
    }

    private mutating func take(_ reply: ToDoChange.Reply, of id: ToDoItem.ID) {
        switch reply {
        case .item(let copy): adopt(copy)
        case .none: drop(id)
        }
    }

    /// Takes what has changed at the server. With the first news the list is synchronised with the calendar.
    mutating func take(_ news: ServerNews, isWhole: Bool) {
        if sync.calendar == nil {
            sync.calendar = news.calendar
            for item in items { sync.note(item) }
        }
        for path in news.removed { sync.copy(at: path).map { drop($0.id) } }
        if isWhole {
            let there = Set(news.copies.map(\.id))
            for copy in sync.copies where !there.contains(copy.id) { drop(copy.id) }
        }
        for copy in news.copies { adopt(copy) }
        // The network is there.
        sync.outbox.hurry()
    }

    /// Decides what becomes of an item that both have changed.
    mutating func decide(_ decision: DecideConflict) {
        guard let entry = sync.outbox.entries(of: decision.id).first(where: { $0.problem != nil }),
            case .conflict(.item(let copy), _) = entry.problem
        else { return }
        let theirs = sync.copies[id: decision.id]?.item ?? copy.item
        let fields = Set(entry.edit.conflicts(with: theirs).map(\.edit.field))
        sync.outbox.resolve(entry.key) { mine, _ in
            mine.edit.decided(decision.keeping, on: fields, against: theirs, isFirst: mine.key == entry.key)
        }
        guard decision.keeping == .theirs else { return }
        for field in fields { items[id: decision.id]?.apply(theirs[field]) }
        if sync.copies[id: decision.id] == nil { drop(decision.id) }
    }
}

extension ToDoChange {
    /// What is left of a change when a conflict is decided; nil if nothing is.
    fileprivate func decided(
        _ side: DecideConflict.Side,
        on conflicts: Set<ItemField>,
        against theirs: ToDoItem,
        isFirst: Bool
    ) -> ToDoChange? {
        if isDeletion { return self }
        var decided = self
        switch side {
        case .mine where isFirst:
            for place in decided.fields.indices {
                let field = decided.fields[place].edit.field
                if conflicts.contains(field) { decided.fields[place].former = theirs[field] }
            }
        case .mine: break
        case .theirs:
            decided.fields.removeAll { conflicts.contains($0.edit.field) }
            for field in conflicts { decided.item.apply(theirs[field]) }
            if decided.fields.isEmpty { return nil }
        }
        return decided
    }
}
