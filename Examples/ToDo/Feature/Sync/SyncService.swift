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
    private let found = Mutex<Found?>(nil)

    /// The calendar that was found.
    private struct Found {
        let calendar: RemoteCalendar
        let collection: CalendarCollection
        /// Whether it gets one request at a time.
        var isSerial = false
    }

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

    /// Finds the calendar, unless it was found.
    private func find() async throws -> Found {
        if let found = found.withLock({ $0 }) { return found }
        let calendar = try await account.toDoCalendar(named: name)
        return found.withLock { found in
            let new = Found(calendar: calendar, collection: account.collection(of: calendar))
            found = new
            return new
        }
    }

    private func calendar() throws -> CalendarCollection {
        guard let found = found.withLock({ $0 }) else { throw CalDAVProblem.noCalendars("") }
        return found.collection
    }

    /// Sends one request at a time from now on.
    private func goOneByOne() {
        found.withLock { found in
            guard let calendar = found?.calendar else { return }
            let collection = account.collection(of: calendar, isSerial: true)
            found = Found(calendar: calendar, collection: collection, isSerial: true)
        }
    }

    /// What has changed since a token, in the calendar with which the list is synchronised; nil for one that is found.
    func pull(since token: String?, of known: String?) async throws -> PullAnswer<ServerNews> {
        let found = try await find()
        let address = found.calendar.address.absoluteString
        if let known, known != address { return .failed(SyncProblem(otherThan: known)) }
        guard let changes = try await found.collection.changes(since: token) else {
            if token == nil { throw CalDAVProblem.tokenForgotten }
            return .forgotten
        }
        let copies = changes.items.compactMap { ServerCopy($0, in: clock.present.timeZone) }
        return .news(ServerNews(calendar: address, copies: copies, removed: changes.removed, token: changes.token))
    }

    /// Sends a change, and returns what the server has then. A calendar that is locked while something else is written
    /// gets one request at a time from then on, and the change again.
    func push(_ entry: OutboxEntry<ToDoChange>) async throws -> OutboxAnswer<ToDoChange.Reply> {
        while true {
            let isSerial = found.withLock { $0?.isSerial ?? false }
            do {
                return try await send(entry)
            } catch let error as RequestError where error.isLocked {
                if isSerial { return .later(after: error.retryAfter) }
                goOneByOne()
            }
        }
    }

    private func send(_ entry: OutboxEntry<ToDoChange>) async throws -> OutboxAnswer<ToDoChange.Reply> {
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
            theirs.has(entry) || entry.edit.fields.allSatisfy({ theirs.item[$0.edit.field].isSame(as: $0.edit) })
        else { return .refused(reason) }
        return .saved(.item(theirs))
    }

    /// Makes what is to be saved of a change and of what the server has.
    private func merge(_ entry: OutboxEntry<ToDoChange>, with theirs: ServerCopy?) throws -> ToDoChange.Step {
        let change = entry.edit
        if let theirs, theirs.has(entry) { return .answer(.saved(.item(theirs))) }
        if let theirs, !change.conflicts(with: theirs.item).isEmpty {
            return .answer(.conflict(theirs: .item(theirs), version: nil))
        }
        let known = theirs?.stored.text ?? change.text
        let former = try known.flatMap { CalendarToDo(try CalendarComponent(reading: Data($0.utf8))) }
        var toDo = try former ?? CalendarToDo(uid: change.item.id, createdAt: change.item.created)
        let edits = theirs == nil ? ItemField.allCases.map { change.item[$0] } : change.fields.map(\.edit)
        let zone = clock.present.timeZone
        let before = ToDoItem(toDo, in: zone)
        for edit in edits where former == nil || !edit.isSame(as: before[edit.field]) {
            // What another device has finished already, is finished once.
            if case .finished(.some) = edit, toDo.isSeries, change.hasOtherOccurrence(than: toDo) { continue }
            try toDo.apply(edit, in: zone)
        }
        if let theirs, toDo == theirs.stored.toDo { return .answer(.saved(.item(theirs))) }
        try toDo.noteKey(entry.key.text)
        toDo.noteChange(at: clock.present.date)
        return .save(toDo)
    }
}

extension RequestError {
    /// Whether something else is being written there (RFC 4918, 11.3).
    fileprivate var isLocked: Bool { if case .status(let status) = reason { status.status == 423 } else { false } }
}

extension ServerCopy {
    /// Whether a change was saved in it.
    func has(_ entry: OutboxEntry<ToDoChange>) -> Bool {
        stored.toDo?.changeKeys.contains(entry.key.text) == true
    }
}

extension ToDoChange {
    /// Whether the series stood at another occurrence when the change was made.
    fileprivate func hasOtherOccurrence(than toDo: CalendarToDo) -> Bool {
        guard let text, let calendar = try? CalendarComponent(reading: Data(text.utf8)) else { return false }
        return CalendarToDo(calendar).map { $0.occurrence != toDo.occurrence } ?? false
    }

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
