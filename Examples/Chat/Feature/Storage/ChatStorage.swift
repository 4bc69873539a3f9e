import Foundation
import Millrace
import MillraceStorage

/// A login that holds in the next run of the program, too.
public struct KeptLogin: Codable, Sendable {
    /// Who is signed in.
    public let account: Account
    /// The token; nil where the device was signed out. The device stays the same at the next log-in.
    let token: String?

    /// Whether the token may still hold.
    public var isSignedIn: Bool { token != nil }
}

/// Saves what the chat needs in its next run. Nothing of it happens on the main actor.
public struct ChatStorage: Sendable {
    private let journal: ChatJournal

    /// Keeps everything in some files.
    ///
    /// - Parameter slack: How many bytes are added to the journal, at least, before it is written anew.
    public init(in files: some ChatFiles, slack: Int = 1_000_000) { journal = ChatJournal(files, slack: slack) }

    /// Keeps everything in memory, as long as the storage is used.
    public static func memory() -> ChatStorage { ChatStorage(in: MemoryFiles()) }

    /// Keeps everything in a folder that only its owner can read.
    public static func folder(_ url: URL) -> ChatStorage { ChatStorage(in: FolderFiles(folder: url)) }

    /// Keeps everything in a folder that only its owner can read, and that no other run of the program can use as long
    /// as the storage is.
    ///
    /// It belongs to the first user of the first homeserver: another one would be sent the token, and what others wrote.
    ///
    /// - Throws: A ``ScriptError`` if another run uses it, or if it belongs to somebody else.
    public static func claimedFolder(
        _ url: URL,
        of user: String,
        at homeserver: URL
    ) throws(ScriptError) -> ChatStorage {
        try? FolderFiles.make(url)
        let claimed = Result { try FileLock(url.appendingPathComponent(".claim").path) }
        if case .success(nil) = claimed { throw .inUse(url.path) }
        // A folder in which nothing can be written needs no claim.
        let claim = try? claimed.get()
        let name = "\(user) at \(homeserver.withoutLogin)"
        let owner = claim?.owner(orElse: name) ?? name
        guard owner == name else { throw .ofAnother(url.path, owner) }
        return ChatStorage(in: FolderFiles(folder: url, claim: claim))
    }

    /// The login that was kept.
    public func keptLogin() async throws -> KeptLogin? { try await journal.read("login.json") }

    func save(_ login: KeptLogin) async throws { try await journal.write(login, to: "login.json") }

    /// What the rooms are made of again.
    func records() async throws -> [JournalRecord] { try await journal.records() }

    /// Saves what has been added to the rooms: by itself, or with all of them if that takes less place.
    func save(_ record: JournalRecord, _ rooms: RoomsArchive) async throws { try await journal.save(record, rooms) }

    /// What was not sent, by its room.
    func outboxes() async throws -> [String: [Outgoing]] { try await journal.read("outbox.json") ?? [:] }

    func save(outbox: [Outgoing], _ room: String) async throws { try await journal.save(outbox: outbox, room) }
}

extension FileLock {
    /// Whose folder this is. The first to ask becomes that.
    fileprivate func owner(orElse name: String) -> String {
        if let owner = try? file.read(at: 0, count: 10_000), !owner.isEmpty {
            return String(decoding: owner, as: UTF8.self)
        }
        try? file.write(Data(name.utf8), at: 0)
        return name
    }
}

extension URL {
    /// The scheme, the host, the port and the path, in one spelling; without what may be a secret.
    fileprivate var withoutLogin: String {
        let path = pathComponents.drop { $0 == "/" }.map { "/\($0)" }.joined()
        return "\(scheme ?? "")://\(host ?? "")\(port.map { ":\($0)" } ?? "")".lowercased() + path
    }
}
