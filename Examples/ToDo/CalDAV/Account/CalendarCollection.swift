import Foundation
import MillraceNetwork

/// A calendar at a server, whose items can be read and changed. All methods throw a `RequestError`.
public struct CalendarCollection: Sendable {
    /// Where it is.
    public let path: DAVPath
    let client: Client

    /// What has changed since a token. Nil if the server does not know the token any more: then ask without one.
    ///
    /// - Parameter token: The token of the last answer; nil for all items.
    public func changes(since token: String?) async throws -> CalendarChanges? {
        guard case .changes(var changes) = try await client.send(ChangesRequest(calendar: path, token: token)) else {
            return nil
        }
        // A large answer may come in parts.
        while changes.isPart, let next = changes.token {
            guard case .changes(let more) = try await client.send(ChangesRequest(calendar: path, token: next)) else {
                return nil
            }
            let isStuck = more.isPart && more.token == next
            changes.add(more)
            if isStuck { break }
        }
        for untold in changes.untold {
            if let item = try await item(at: untold) {
                changes.items.append(item)
            } else {
                changes.removed.append(untold)
            }
        }
        changes.untold = []
        return changes
    }

    /// An item; nil if it is not there.
    public func item(at path: DAVPath) async throws -> CalendarItem? { try await client.send(ItemRequest(item: path)) }

    /// Saves an item.
    ///
    /// - Parameter version: The version that is replaced; nil for an item that is new.
    public func save(_ toDo: CalendarToDo, at path: DAVPath, replacing version: ETag?) async throws -> CalendarAnswer {
        try await client.send(SaveRequest(item: path, text: toDo.calendar.text, version: version))
    }

    /// Removes an item. One that is not there is removed.
    ///
    /// - Parameter version: The version that is removed; nil for any.
    public func remove(_ path: DAVPath, version: ETag?) async throws -> CalendarAnswer {
        try await client.send(RemoveRequest(item: path, version: version))
    }

    /// Where a new item goes.
    public func newPath(for uid: String) -> DAVPath { path.appending("\(uid).ics") }
}

extension CalendarChanges {
    /// Adds what has come after it.
    fileprivate mutating func add(_ more: CalendarChanges) {
        let told = Set(more.items.map(\.path) + more.removed + more.untold)
        items.removeAll { told.contains($0.path) }
        removed.removeAll { told.contains($0) }
        untold.removeAll { told.contains($0) }
        items += more.items
        removed += more.removed
        untold += more.untold
        (token, isPart) = (more.token, more.isPart)
    }
}
