import Foundation
import MillraceBase
import MillraceStorage

/// A file in which a body is put together before it is sent. It is removed with this object.
final class BodyDraft: Sendable {
    let url: URL
    private let file: OpenFile
    private let written = Locked(0)

    private init() throws(FileError) {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString).body")
        file = try OpenFile(url.path, .new, permissions: 0o600)
    }

    deinit { unlink(url.path) }

    /// How many bytes were written.
    var size: Int { written.withLock { $0 } }

    /// Writes bytes behind those that are there.
    func write(_ data: Data) throws(FileError) {
        let start = written.withLock { size in
            size += data.count
            return size - data.count
        }
        try file.write(data, at: start)
    }

    /// Puts a body together, and returns it as a file, which lives as long as any copy of the result.
    static func content(_ make: @Sendable (BodyDraft) async throws -> Void) async throws -> RequestBody.Content {
        let draft = try BodyDraft()
        try await make(draft)
        try Task.checkCancellation()
        return .file(draft.url, size: draft.size, draft)
    }
}

extension FileHandle {
    /// The size of a file that can be read.
    ///
    /// - Throws: The system's error if there is no such file, or it cannot be read.
    static func size(of url: URL) throws -> Int {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        // A folder can be opened, but not read.
        _ = try file.read(upToCount: 1)
        return Int(clamping: try file.seekToEnd())
    }
}
