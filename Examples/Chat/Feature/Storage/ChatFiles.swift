import Foundation
import MillraceStorage
import Synchronization

/// The files of a storage. Specs put others in their place, which fail.
public protocol ChatFiles: Sendable {
    /// The content of a file; nil if there is none.
    func read(_ name: String) throws -> Data?

    /// Adds to the end of a file. If that fails, a part of the data may have been added.
    func append(_ data: Data, to name: String) throws

    /// Writes a file anew, piece by piece. The new file takes the place of the former one when it is complete: if that
    /// fails, the former one stays. Returns the size of the new one.
    @discardableResult
    func replace(_ name: String, writing body: (_ write: (Data) throws -> Void) throws -> Void) throws -> Int
}

/// Files in memory.
public final class MemoryFiles: ChatFiles {
    private let files = Mutex<[String: Data]>([:])

    /// Creates a storage without files.
    public init() {}

    /// The content of a file; nil if there is none.
    public func read(_ name: String) -> Data? { files.withLock { $0[name] } }

    /// Adds to the end of a file.
    public func append(_ data: Data, to name: String) { files.withLock { $0[name, default: Data()] += data } }

    /// Writes a file anew.
    @discardableResult
    public func replace(_ name: String, writing body: (_ write: (Data) throws -> Void) throws -> Void) throws -> Int {
        var new = Data()
        try body { new += $0 }
        files.withLock { [new] in $0[name] = new }
        return new.count
    }
}

/// Files of mode 600 in a folder of mode 700.
struct FolderFiles: ChatFiles {
    let folder: URL
    /// Held as long as the files are used: two runs of the program would write over each other's unsent messages.
    var claim: FileLock?

    static func make(_ folder: URL) throws {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    func read(_ name: String) throws -> Data? {
        let file = folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try Data(contentsOf: file)
    }

    func append(_ data: Data, to name: String) throws {
        let file = try FileHandle(forWritingTo: folder.appendingPathComponent(name))
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: data)
    }

    func replace(_ name: String, writing body: (_ write: (Data) throws -> Void) throws -> Void) throws -> Int {
        try Self.make(folder)
        let file = try AtomicFile(folder.appendingPathComponent(name), permissions: 0o600)
        try body { try file.write($0) }
        try file.commit()
        return file.size
    }
}
