public import Foundation

/// A file that is open, to be read and written at any offset. It is closed with this object.
///
/// Each method does all that is asked for, or throws: it goes on where the system has done a part, or was interrupted.
/// It may be used on any thread; two writes of the same bytes at once leave a mixture of both.
public final class OpenFile: Sendable {
    /// Whether the file has to be there before.
    public struct Mode: Sendable {
        let flags: Int32

        /// The file is there.
        public static let existing = Mode(flags: O_RDWR)
        /// The file is there, or is made.
        public static let existingOrNew = Mode(flags: O_RDWR | O_CREAT)
        /// The file is made. An error is thrown, whose code is `EEXIST`, if it was there.
        public static let new = Mode(flags: O_RDWR | O_CREAT | O_EXCL)
        /// The file is there, and is not written, so one may not need to be allowed to.
        static let reading = Mode(flags: O_RDONLY)
    }

    let descriptor: Int32
    /// The path in errors.
    private let path: String
    private let fileSystem: FileSystem

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mode: Whether the file has to be there before.
    ///   - permissions: Who may use a file that is made here, less the process's mask.
    ///   - fileSystem: Where the file is.
    public convenience init(
        _ path: String,
        _ mode: Mode,
        permissions: Int = 0o666,
        fileSystem: FileSystem = .system
    ) throws(FileError) {
        try self.init(path, mode, permissions: permissions, fileSystem: fileSystem, errorPath: path)
    }

    /// For a draft, whose errors name the file that it is of.
    init(
        _ path: String,
        _ mode: Mode,
        permissions: Int,
        fileSystem: FileSystem,
        errorPath: String
    ) throws(FileError) {
        (self.path, self.fileSystem) = (errorPath, fileSystem)
        descriptor = fileSystem.open(path, O_CLOEXEC | mode.flags, mode_t(truncatingIfNeeded: permissions))
        if descriptor < 0 { throw FileError("open", self.path) }
    }

    deinit { fileSystem.close(descriptor) }

    /// How many bytes are in the file.
    package var size: Int {
        get throws(FileError) {
            let size = fileSystem.size(descriptor)
            if size < 0 { throw FileError("fstat", path) }
            return size
        }
    }

    /// Which file it is; nil if the system does not say.
    var identity: FileIdentity? { fileSystem.identity(descriptor) }

    /// Reads bytes at an offset. Fewer if the file ends before.
    public func read(at offset: Int, count: Int) throws(FileError) -> Data {
        var (data, done) = (Data(count: count), 0)
        while done < count {
            let more = data.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
                return fileSystem.read(descriptor, rest, off_t(offset + done))
            }
            if more == 0 { return data.prefix(done) }
            if more > 0 {
                done += more
            } else if errno != EINTR {
                throw FileError("read", path)
            }
        }
        return data
    }

    /// All bytes of a file; nil if there is none.
    package static func contents(of path: String, fileSystem: FileSystem) throws(FileError) -> Data? {
        do throws(FileError) {
            let file = try OpenFile(path, .reading, fileSystem: fileSystem)
            return try file.read(at: 0, count: file.size)
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw error
        }
    }

    /// Writes bytes at an offset. If it fails, a part of them may have been written.
    public func write(_ data: Data, at offset: Int) throws(FileError) {
        if let failure = data.withUnsafeBytes({ write($0, at: offset) }) { throw failure }
    }

    /// The same, for closures with an untyped error.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> FileError? {
        var done = 0
        while done < bytes.count {
            let more = fileSystem.write(
                descriptor,
                UnsafeRawBufferPointer(rebasing: bytes[done...]),
                off_t(offset + done)
            )
            if more > 0 {
                done += more
            } else if errno != EINTR {
                return FileError("write", path)
            }
        }
        return nil
    }

    /// Cuts off the bytes behind an offset, for which no room is needed.
    public func truncate(to size: Int) throws(FileError) {
        if fileSystem.truncate(descriptor, off_t(size)) < 0 { throw FileError("ftruncate", path) }
    }

    /// Waits until everything written is on the medium.
    public func synchronize() throws(FileError) {
        if fileSystem.synchronize(descriptor) < 0 { throw FileError("fsync", path) }
    }

    /// Waits until the names of the files in a folder are on the medium.
    public static func synchronizeFolder(_ path: String, fileSystem: FileSystem = .system) throws(FileError) {
        if fileSystem.synchronizeFolder(path) < 0 { throw FileError("fsync", path) }
    }
}
