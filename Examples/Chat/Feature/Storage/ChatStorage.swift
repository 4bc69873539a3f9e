import Foundation
import Millrace
import MillraceStorage
import MillraceTerminal

/// A login that holds in the next run of the program, too.
public struct KeptLogin: Codable, Sendable {
    /// Who is signed in.
    public let account: Account
    /// The token; nil where the device was signed out. The device stays the same at the next log-in.
    let token: String?

    /// Whether the token may still hold.
    public var isSignedIn: Bool { token != nil }
}

/// Saves what the chat needs in its next run: the login, the rooms, and the bytes of images that were not sent.
///
/// All of it is in a log, to which a record is added at a time. When these take more place than what they began with, or
/// where one could not be added, a snapshot is made. Where the log is damaged, it is read up to there: the rooms that
/// are behind it are asked for again, since the token is that of the last record.
public actor ChatStorage {
    private let slack: Int
    private let files: FolderFiles
    private let uploads: FolderFiles
    /// Nil where everything is kept in memory.
    private let log: AppendLog?
    private var saved: SavedRecords
    /// Whether the log has had rooms, or should have.
    private var hasRooms: Bool
    /// What of the log could not be read; nil as a rule.
    nonisolated let damage: String?

    /// Keeps everything in a folder.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, which is made if it is missing.
    ///   - syncing: When what was saved is put on the medium.
    ///   - slack: How many bytes are added to the log, at least, before a snapshot is made.
    ///   - fileSystem: Where the folder is.
    init(
        in folder: String,
        syncing: AppendLog.Syncing = .within(.milliseconds(50)),
        slack: Int = 1_000_000,
        fileSystem: FileSystem = .system
    ) throws {
        var saved = SavedRecords()
        log = try AppendLog("\(folder)/log", syncing: syncing, onDamage: .openSoundPart, fileSystem: fileSystem) {
            entry in
            switch entry {
            case .snapshot(let data), .record(_, let data): saved.add(data)
            }
        }
        (self.saved, self.slack, hasRooms) = (saved, slack, !saved.rooms.isEmpty || !saved.isWhole)
        damage = log?.findings.damage ?? (saved.isWhole ? nil : "a record of \(folder)/log is none that the chat knows")
        files = FolderFiles(folder, fileSystem: fileSystem)
        uploads = FolderFiles("\(folder)/uploads", fileSystem: fileSystem)
    }

    private init() {
        (log, saved, hasRooms, slack, damage) = (nil, SavedRecords(), false, 0, nil)
        (files, uploads) = (FolderFiles(nil), FolderFiles(nil))
    }

    /// Keeps everything in memory, as long as the storage is used.
    public static func memory() -> ChatStorage { ChatStorage() }

    /// Keeps everything in a folder that only its owner can read, and that no other run of the program can use as long
    /// as the storage is.
    ///
    /// It belongs to the first user of the first homeserver: another one would be sent the token, and what others wrote.
    ///
    /// - Throws: A ``ProgramExit`` if another run uses it, if it belongs to somebody else, or cannot be used.
    public static func claimedFolder(
        _ url: URL,
        of user: String,
        at homeserver: URL
    ) async throws(ProgramExit) -> ChatStorage {
        do {
            let storage = try ChatStorage(in: url.path)
            let name = "\(user) at \(homeserver.withoutLogin)"
            let owner = try await storage.owner(orElse: name)
            if owner == name { return storage }
            let fix = "name these, or pass another --state"
            throw ProgramExit.usage("the folder \(url.path) is that of \(owner)", fix: fix)
        } catch AppendLogError.inUse {
            throw ProgramExit(
                "another chat uses the folder \(url.path.oneLine). To fix: end it, or pass another --state.",
                exitCode: 75
            )
        } catch let exit as ProgramExit { throw exit } catch {
            throw ProgramExit(
                "the folder \(url.path.oneLine) cannot be used: \(error) To fix: pass another --state.",
                exitCode: 73
            )
        }
    }

    /// Whose folder this is. The first to ask becomes that.
    private func owner(orElse name: String) throws -> String {
        if let owner = saved.owner { return owner }
        saved.owner = name
        try add(.owner(name))
        return name
    }

    private func add(_ record: JournalRecord) throws {
        guard let log else { return }
        try log.append(record.data)
    }

    // MARK: Rooms

    /// What the rooms are made of again. It is handed out once.
    func records() -> [JournalRecord] {
        defer { saved.rooms = [] }
        return saved.rooms
    }

    /// Saves what has been added to the rooms: by itself, or with all of them if that takes less place.
    func save(_ record: JournalRecord, _ rooms: RoomsState) throws {
        guard let log else { return }
        // All that is there comes from the first answer, also where saving it fails.
        let isFirst = !exchange(&hasRooms, with: true) && record.isAnswer
        guard let user = saved.user, user == rooms.account?.user, log.tailSize <= max(log.snapshotSize, slack) else {
            let user = rooms.account?.user
            return try saveSnapshot(isFirst ? [.beginning(of: user), record] : rooms.records, of: user, in: log)
        }
        // What is behind a record that is missing cannot be added.
        saved.user = nil
        try add(record)
        saved.user = user
    }

    private func saveSnapshot(_ rooms: [JournalRecord], of user: String?, in log: AppendLog) throws {
        saved.user = nil
        let snapshot = log.beginSnapshot()
        for record in saved.beginning + rooms { try snapshot.write(record.data) }
        try snapshot.commit()
        saved.user = user
    }

    // MARK: The login

    /// The login that was kept.
    public var keptLogin: KeptLogin? { saved.login }

    func save(_ login: KeptLogin) throws {
        try add(.login(login))
        saved.login = login
    }

    // MARK: What is not in the log

    /// What an older version of the program has not sent.
    func formerOutbox() throws -> FormerOutbox? {
        try files.read(FormerOutbox.file).map { try JSONDecoder().decode(FormerOutbox.self, from: $0) }
    }

    func removeFormerOutbox() { files.remove(FormerOutbox.file) }

    /// Keeps the bytes of an image until it is sent.
    func save(upload bytes: Data, _ id: Outgoing.ID) throws { try uploads.save(bytes, id) }

    func upload(_ id: Outgoing.ID) throws -> Data? { try uploads.read(id) }

    func removeUpload(_ id: Outgoing.ID) { uploads.remove(id) }

    /// Removes what belongs to no image that is sent: a program may end between keeping the bytes and sending them.
    func removeUploads(but ids: Set<Outgoing.ID>) {
        for name in uploads.names where !ids.contains(name) { uploads.remove(name) }
    }
}

extension [LogFinding] {
    /// What is damaged; nil if nothing is. What was left behind then was told then.
    var damage: String? { first { $0.kind == .damaged }?.description }
}

extension URL {
    /// The scheme, the host, the port and the path, in one spelling; without what may be a secret.
    fileprivate var withoutLogin: String {
        let path = pathComponents.drop { $0 == "/" }.map { "/\($0)" }.joined()
        return "\(scheme ?? "")://\(host ?? "")\(port.map { ":\($0)" } ?? "")".lowercased() + path
    }
}
