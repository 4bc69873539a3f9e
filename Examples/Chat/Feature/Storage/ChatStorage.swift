import Foundation
import Millrace
import MillraceEntities
import Synchronization

/// A login that holds in the next run of the program, too.
public struct KeptLogin: Codable, Sendable {
    /// Who is signed in.
    public let account: Account
    /// The token; nil where the device was signed out. The device stays the same at the next log-in.
    let token: String?

    /// Whether the token may still hold.
    public var isSignedIn: Bool { token != nil }
}

/// The rooms as they are written down. The token of the sync and the events belong together, and are one file.
public struct RoomsArchive: Codable, Sendable {
    let user: String
    let since: String?
    let rooms: Table<Room>
    let people: EntityStore
}

/// Saves what the chat needs in its next run.
public struct ChatStorage: Sendable {
    var login: @Sendable () async throws -> KeptLogin?
    var saveLogin: @Sendable (KeptLogin?) async throws -> Void
    var rooms: @Sendable () async throws -> RoomsArchive?
    var saveRooms: @Sendable (RoomsArchive) async throws -> Void
    /// What was not sent, by its room.
    var outboxes: @Sendable () async throws -> [String: [Outgoing]]
    var saveOutbox: @Sendable ([Outgoing], _ room: String) async throws -> Void

    /// The login that was kept.
    public func keptLogin() async throws -> KeptLogin? { try await login() }

    func save(_ login: KeptLogin?) async throws { try await saveLogin(login) }
    func save(_ rooms: RoomsArchive) async throws { try await saveRooms(rooms) }
    func save(outbox: [Outgoing], _ room: String) async throws { try await saveOutbox(outbox, room) }

    /// Keeps everything in memory, as long as the storage is used.
    public static func memory() -> ChatStorage {
        let memory = ChatMemory()
        return ChatStorage(
            login: { memory.kept.withLock { $0.login } },
            saveLogin: { login in memory.kept.withLock { $0.login = login } },
            rooms: { memory.kept.withLock { $0.rooms } },
            saveRooms: { rooms in memory.kept.withLock { $0.rooms = rooms } },
            outboxes: { memory.kept.withLock { $0.outboxes } },
            saveOutbox: { outbox, room in memory.kept.withLock { $0.outboxes[room] = outbox.isEmpty ? nil : outbox } }
        )
    }

    /// Keeps everything in a folder that only its owner can read.
    public static func folder(_ url: URL) -> ChatStorage {
        let folder = ChatFolder(url)
        return ChatStorage(
            login: { try await folder.read("login.json") },
            saveLogin: { try await folder.write($0, to: "login.json") },
            rooms: { try await folder.read("rooms.json") },
            saveRooms: { try await folder.write($0, to: "rooms.json") },
            outboxes: { try await folder.read("outbox.json") ?? [:] },
            saveOutbox: { try await folder.save(outbox: $0, $1) }
        )
    }
}

private final class ChatMemory: Sendable {
    struct Kept {
        var login: KeptLogin?
        var rooms: RoomsArchive?
        var outboxes: [String: [Outgoing]] = [:]
    }

    let kept = Mutex(Kept())
}

/// Files of mode 600 in a folder of mode 700, each written whole: a file is replaced by a complete one, or stays.
private actor ChatFolder {
    private let url: URL
    private var outboxes: [String: [Outgoing]]?

    init(_ url: URL) { self.url = url }

    func read<Value: Decodable>(_ name: String) throws -> Value? {
        let file = url.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
    }

    func write(_ value: (some Encodable)?, to name: String) throws {
        let manager = FileManager.default
        let file = url.appendingPathComponent(name)
        guard let value else {
            if manager.fileExists(atPath: file.path) { try manager.removeItem(at: file) }
            return
        }
        try manager.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = url.appendingPathComponent(".\(name).new")
        // The file is made with its mode, so that there is no moment at which others can read it.
        if manager.fileExists(atPath: draft.path) { try manager.removeItem(at: draft) }
        let data = try JSONEncoder().encode(value)
        guard manager.createFile(atPath: draft.path, contents: data, attributes: [.posixPermissions: 0o600]) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: draft.path])
        }
        guard rename(draft.path, file.path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
        }
    }

    func save(outbox: [Outgoing], _ room: String) throws {
        var all = try outboxes ?? read("outbox.json") ?? [:]
        all[room] = outbox.isEmpty ? nil : outbox
        outboxes = all
        try write(all, to: "outbox.json")
    }
}
