import Foundation
import Millrace
import MillraceEntities
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
/// The rooms are in a journal, to which a line is added at a time. When these lines take more place than the rooms at
/// its beginning, or where one could not be added completely, the file is written anew. It is read up to the first line
/// that is damaged: what is behind that is asked for again, since the token is that of the last whole line.
public actor ChatStorage {
    private static let name = "rooms.jsonl"

    private let files: any ChatFiles
    private let slack: Int
    /// The journal on file; nil if it has to be written anew.
    private var journal: (user: String, size: Int, added: Int)?

    /// Keeps everything in some files.
    ///
    /// - Parameter slack: How many bytes are added to the journal, at least, before it is written anew.
    public init(in files: some ChatFiles, slack: Int = 1_000_000) { (self.files, self.slack) = (files, slack) }

    /// Keeps everything in memory, as long as the storage is used.
    public static func memory() -> ChatStorage { ChatStorage(in: MemoryFiles()) }

    /// Keeps everything in a folder that only its owner can read, and that no other run of the program can use as long
    /// as the storage is.
    ///
    /// It belongs to the first user of the first homeserver: another one would be sent the token, and what others wrote.
    ///
    /// - Throws: A ``ProgramExit`` if another run uses it, or if it belongs to somebody else.
    public static func claimedFolder(
        _ url: URL,
        of user: String,
        at homeserver: URL
    ) throws(ProgramExit) -> ChatStorage {
        try? FolderFiles.make(url)
        let claimed = Result { try FileLock(url.appendingPathComponent(".claim").path) }
        if case .success(nil) = claimed {
            throw ProgramExit(
                "another chat uses the folder \(url.path.oneLine). To fix: end it, or pass another --state.",
                exitCode: 75
            )
        }
        // A folder in which nothing can be written needs no claim.
        let claim = try? claimed.get()
        let name = "\(user) at \(homeserver.withoutLogin)"
        let owner = claim?.owner(orElse: name) ?? name
        guard owner == name else {
            let fix = "name these, or pass another --state"
            throw .usage("the folder \(url.path) is that of \(owner)", fix: fix)
        }
        return ChatStorage(in: FolderFiles(folder: url, claim: claim))
    }

    /// What the rooms are made of again.
    func records() throws -> [JournalRecord] {
        guard let data = try files.read(Self.name) else { return [] }
        var (records, size, added): ([JournalRecord], Int, Int) = ([], 0, 0)
        let decoder = JSONDecoder()
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Behind the end of the last line there is nothing, or the beginning of a line.
        var isWhole = lines.last?.isEmpty ?? true
        for line in lines.dropLast() {
            guard let record = try? decoder.decode(JournalRecord.self, from: line) else {
                isWhole = false
                break
            }
            switch record {
            case .beginning, .room, .token: size += line.count
            case .answer, .page: added += line.count
            }
            records.append(record)
        }
        guard let user = records.user else { return [] }
        journal = isWhole ? (user, size, added) : nil
        return records
    }

    /// Saves what has been added to the rooms: by itself, or with all of them if that takes less place.
    func save(_ record: JournalRecord, _ rooms: RoomsState) throws {
        guard var journal, journal.user == rooms.account?.user, journal.added <= max(journal.size, slack) else {
            return try write(rooms)
        }
        let line = try Self.line(of: record)
        // Until the line is complete nothing may be added behind it.
        self.journal = nil
        try files.append(line, to: Self.name)
        journal.added += line.count
        self.journal = journal
    }

    private func write(_ state: RoomsState) throws {
        journal = nil
        let user = state.account?.user ?? ""
        let size = try files.replace(Self.name) { write in
            try write(Self.line(of: .beginning(user: user, people: state.people)))
            for room in state.rooms { try write(Self.line(of: .room(room))) }
            if let since = state.since { try write(Self.line(of: .token(since))) }
        }
        journal = (user, size, 0)
    }

    private static func line(of record: JournalRecord) throws -> Data {
        try JSONEncoder().encode(record) + Data("\n".utf8)
    }

    // MARK: Other files

    /// The login that was kept.
    public func keptLogin() throws -> KeptLogin? { try read("login.json") }

    func save(_ login: KeptLogin) throws { try write(login, to: "login.json") }

    /// What an older version of the program has not sent.
    func formerOutbox() throws -> FormerOutbox? { try read(FormerOutbox.file) }

    func removeFormerOutbox() throws { try files.remove(FormerOutbox.file) }

    /// Keeps the bytes of an image until it is sent.
    func save(upload bytes: Data, _ id: Outgoing.ID) throws {
        try files.replace("uploads/\(id)") { write in try write(bytes) }
    }

    func upload(_ id: Outgoing.ID) throws -> Data? { try files.read("uploads/\(id)") }

    func removeUpload(_ id: Outgoing.ID) throws { try files.remove("uploads/\(id)") }

    /// Removes what belongs to no image that is sent: a program may end between keeping the bytes and sending them.
    func removeUploads(but ids: Set<Outgoing.ID>) throws {
        for name in try files.names(in: "uploads") where !ids.contains(name) { try removeUpload(name) }
    }

    private func read<Value: Decodable>(_ name: String) throws -> Value? {
        try files.read(name).map { try JSONDecoder().decode(Value.self, from: $0) }
    }

    private func write(_ value: some Encodable, to name: String) throws {
        let data = try JSONEncoder().encode(value)
        try files.replace(name) { write in try write(data) }
    }
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
