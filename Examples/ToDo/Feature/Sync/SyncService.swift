import CalDAV
import Foundation
import Millrace
import MillraceNetwork
import MillraceOffline
import Synchronization

/// The calendar of a server with which the list is synchronised.
public final class SyncService: Sendable {
    /// The time between two questions whether something is new.
    let interval: Duration
    private let account: CalendarAccount
    private let name: String?
    private let clock: WallClock
    private let found = Mutex<CalendarCollection?>(nil)

    /// Creates a service. Nothing is sent yet.
    ///
    /// - Parameters:
    ///   - name: The name of the calendar; nil for the first that takes to-dos.
    ///   - clock: Says when something was changed, and in which time zone the user is.
    public init(
        _ account: CalendarAccount,
        calendar name: String? = nil,
        clock: WallClock,
        interval: Duration = .seconds(60)
    ) {
        (self.account, self.name, self.clock, self.interval) = (account, name, clock, interval)
    }

    /// Finds the calendar, and returns its address.
    func find() async throws -> String {
        let calendar = try await account.toDoCalendar(named: name)
        found.withLock { $0 = account.collection(of: calendar) }
        return calendar.address.absoluteString
    }

    private func calendar() throws -> CalendarCollection {
        guard let calendar = found.withLock({ $0 }) else { throw CalDAVProblem.noCalendars("") }
        return calendar
    }

    /// What has changed since a token; everything, if the server has forgotten it.
    func pull(since token: String?, _ sendings: Int) async throws -> ServerPulled {
        let calendar = try calendar()
        let since = try await calendar.changes(since: token)
        guard let changes = since == nil ? try await calendar.changes(since: nil) : since else {
            throw CalDAVProblem.tokenForgotten
        }
        let zone = clock.present.timeZone
        return ServerPulled(
            copies: changes.items.compactMap { ServerCopy($0, in: zone) },
            removed: changes.removed,
            isWhole: token == nil || since == nil,
            token: changes.token,
            sendings: sendings
        )
    }

    /// Sends a change, and returns what the server has then.
    func push(_ entry: OutboxEntry<ToDoChange>) async throws -> OutboxAnswer<ToDoChange.Reply> {
        let calendar = try calendar()
        let path = entry.edit.path ?? calendar.newPath(for: entry.edit.item.id)
        // Another device may be faster.
        for _ in 0..<3 {
            let stored = try await calendar.item(at: path)
            let theirs = stored.flatMap { ServerCopy($0, in: clock.present.timeZone) }
            if stored != nil, theirs?.id != entry.edit.item.id || stored?.etag == nil {
                return .refused("the server has something at \(path) that cannot be changed")
            }
            let step = entry.edit.isDeletion ? entry.edit.removal(of: theirs) : try merge(entry, with: theirs)
            switch step {
            case .answer(let answer): return answer
            case .remove:
                if case .done = try await calendar.remove(path, version: stored?.etag) {
                    return .saved(ToDoChange.Reply.none)
                }
            case .save(let toDo):
                guard case .done(let etag) = try await calendar.save(toDo, at: path, replacing: stored?.etag) else {
                    continue
                }
                let text = toDo.calendar.text
                let saved = CalendarItem(path: path, etag: etag, text: text)
                guard let copy = ServerCopy(saved, in: clock.present.timeZone) else { break }
                return .saved(.item(copy))
            }
        }
        return .later()
    }

    /// Asks whether the server has a change of which that is not known.
    func ask(for entry: OutboxEntry<ToDoChange>) async throws -> OutboxAnswer<ToDoChange.Reply> {
        guard case .unknown(let reason) = entry.problem else { return .later() }
        let calendar = try calendar()
        let stored = try await calendar.item(at: entry.edit.path ?? calendar.newPath(for: entry.edit.item.id))
        guard let stored else { return entry.edit.isDeletion ? .saved(ToDoChange.Reply.none) : .refused(reason) }
        guard let theirs = ServerCopy(stored, in: clock.present.timeZone), !entry.edit.isDeletion,
            theirs.stored.toDo?.changeKeys.contains(entry.key.text) == true
        else { return .refused(reason) }
        return .saved(.item(theirs))
    }

    /// Makes what is to be saved of a change and of what the server has.
    private func merge(_ entry: OutboxEntry<ToDoChange>, with theirs: ServerCopy?) throws -> ToDoChange.Step {
        let change = entry.edit
        if let theirs, theirs.stored.toDo?.changeKeys.contains(entry.key.text) == true {
            return .answer(.saved(.item(theirs)))
        }
        if let theirs, !change.conflicts(with: theirs.item).isEmpty {
            return .answer(.conflict(theirs: .item(theirs), version: nil))
        }
        let known = theirs?.stored.text ?? change.text
        let former = try known.flatMap { CalendarToDo(try CalendarComponent(reading: Data($0.utf8))) }
        var toDo = try former ?? CalendarToDo(uid: change.item.id, createdAt: change.item.created)
        let edits = theirs == nil ? ItemField.allCases.map { change.item[$0] } : change.fields.map(\.edit)
        let before = ToDoItem(toDo, in: clock.present.timeZone)
        for edit in edits where former == nil || !edit.isSame(as: before[edit.field]) { try toDo.apply(edit) }
        if let theirs, toDo == theirs.stored.toDo { return .answer(.saved(.item(theirs))) }
        try toDo.noteKey(entry.key.text)
        toDo.noteChange(at: clock.present.date)
        return .save(toDo)
    }
}

extension ToDoChange {
    /// What is to be done at the server.
    fileprivate enum Step {
        case answer(OutboxAnswer<Reply>)
        case save(CalendarToDo)
        case remove
    }

    /// How an item is deleted. One that others have changed meanwhile stays: nobody has seen what would be lost.
    fileprivate func removal(of theirs: ServerCopy?) -> Step {
        guard let theirs else { return .answer(.saved(Reply.none)) }
        return theirs.item.agrees(with: item) ? .remove : .answer(.saved(.item(theirs)))
    }
}
