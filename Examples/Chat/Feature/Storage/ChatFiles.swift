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

    /// Removes a file, if it is there.
    func remove(_ name: String) throws

    /// The names of the files in a folder, in order.
    func names(in folder: String) throws -> [String]
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

    /// Removes a file, if it is there.
    public func remove(_ name: String) { files.withLock { $0[name] = nil } }

    /// The names of the files in a folder, in order.
    public func names(in folder: String) -> [String] {
        files.withLock { $0.keys }.filter { $0.hasPrefix("\(folder)/") }
            .map { String($0.dropFirst(folder.count + 1)) }
            .sorted()
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
        let url = folder.appendingPathComponent(name)
        try Self.make(url.deletingLastPathComponent())
        let file = try AtomicFile(url, permissions: 0o600)
        try body { try file.write($0) }
        try file.commit()
        return file.size
    }

    func remove(_ name: String) throws {
        let file = folder.appendingPathComponent(name)
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }

    func names(in subfolder: String) throws -> [String] {
        let path = folder.appendingPathComponent(subfolder).path
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
