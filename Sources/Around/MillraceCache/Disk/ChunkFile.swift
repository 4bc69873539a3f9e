import Foundation
import MillraceStorage

/// One file of a folder, which only grows. It is opened when it is used: see ``OpenFiles``.
final class ChunkFile {
    let number: Int
    let path: String
    let salt: UInt64

    /// Where the next record begins.
    private(set) var size: Int
    /// The bytes of records that are still what their key has.
    var liveBytes = 0
    var recordCount = 0
    var lastKey: UInt64 = 0

    private let files: OpenFiles

    /// Whether it may have been written to since it was last waited for.
    private var isAhead = true

    /// A file that is there.
    init(number: Int, path: String, salt: UInt64, size: Int, files: OpenFiles) {
        (self.number, self.path, self.salt, self.size, self.files) = (number, path, salt, size, files)
    }

    /// Creates a new file. It gets its name when its header is written: one that is shorter was damaged.
    convenience init(making number: Int, path: String, files: OpenFiles) throws(FileError) {
        let header = ChunkHeader(salt: .random(in: .min ... .max))
        let file = try AtomicFile(path, permissions: 0o600, calls: files.calls)
        try file.write(header.data)
        try file.commitUnsynchronized()
        self.init(number: number, path: path, salt: header.salt, size: ChunkHeader.byteCount, files: files)
    }

    private var file: OpenFile { get throws(FileError) { try files.file(number, path) } }

    /// Appends bytes, all or none of them.
    ///
    /// If it fails, what was written of them is cut off again, for which no room is needed.
    func append(_ data: Data) throws(FileError) {
        let file = try file
        do {
            isAhead = true
            try file.write(data, at: size)
            size += data.count
        } catch {
            // If even this fails, a part of a record stays at the end: the next one overwrites it, or it counts as
            // torn.
            try? file.truncate(to: size)
            throw error
        }
    }

    /// Writes bytes at an offset.
    func write(_ data: Data, at offset: Int) throws(FileError) {
        isAhead = true
        try file.write(data, at: offset)
    }

    /// Reads bytes at an offset. Fewer if the file ends before.
    func read(at offset: Int, count: Int) throws(FileError) -> Data { try file.read(at: offset, count: count) }

    /// Waits until everything written is on the medium.
    func synchronize() throws(FileError) {
        if !isAhead { return }
        try file.synchronize()
        isAhead = false
    }

    /// Deletes the file.
    func delete() throws(FileError) {
        files.close(number)
        if unlink(path) < 0, errno != ENOENT { throw FileError("unlink", path) }
    }
}
