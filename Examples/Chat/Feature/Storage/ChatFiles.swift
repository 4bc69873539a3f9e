import Foundation
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
    var claim: FolderClaim?

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
        let manager = FileManager.default
        try Self.make(folder)
        let (file, draft) = (folder.appendingPathComponent(name), folder.appendingPathComponent(".\(name).new"))
        // The file is made with its mode, so that there is no moment at which others can read it.
        if manager.fileExists(atPath: draft.path) { try manager.removeItem(at: draft) }
        guard manager.createFile(atPath: draft.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: draft.path])
        }
        let handle = try FileHandle(forWritingTo: draft)
        var size = 0
        do {
            try body { data in
                try handle.write(contentsOf: data)
                size += data.count
            }
            try handle.synchronize()
            try handle.close()
        } catch {
            try? handle.close()
            throw error
        }
        guard rename(draft.path, file.path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
        }
        return size
    }
}
