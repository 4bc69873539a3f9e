public import Foundation

/// A file that is open, to be read and written at any offset. It is closed with this object.
///
/// Each method does all that is asked for, or throws: it goes on where the system has done a part, or was interrupted.
/// It may be used on any thread; two writes of the same bytes at once leave a mixture of both.
public final class OpenFile: Sendable {
    /// What has to be there before.
    public struct Mode: Sendable {
        let flags: Int32

        /// The file is there.
        public static let existing = Mode(flags: 0)
        /// The file is there, or is made.
        public static let existingOrNew = Mode(flags: O_CREAT)
        /// The file is made. An error is thrown, whose code is `EEXIST`, if it was there.
        public static let new = Mode(flags: O_CREAT | O_EXCL)
    }

    let descriptor: Int32
    /// What errors say.
    private let path: String
    private let calls: FileCalls

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mode: What has to be there before.
    ///   - permissions: Who may use a file that is made here, less what the process's mask takes away.
    public convenience init(_ path: String, _ mode: Mode, permissions: Int = 0o666) throws(FileError) {
        try self.init(path, mode, permissions: permissions, calls: FileCalls())
    }

    /// For specs, with calls that fail as they like; and for a draft, whose errors name the file that it is of.
    package init(
        _ path: String,
        _ mode: Mode,
        permissions: Int = 0o666,
        calls: FileCalls,
        errorPath: String? = nil
    ) throws(FileError) {
        (self.path, self.calls) = (errorPath ?? path, calls)
        descriptor = open(path, O_RDWR | O_CLOEXEC | mode.flags, mode_t(truncatingIfNeeded: permissions))
        if descriptor < 0 { throw FileError("open", self.path) }
    }

    deinit { close(descriptor) }

    /// Reads bytes at an offset. Fewer if the file ends before.
    public func read(at offset: Int, count: Int) throws(FileError) -> Data {
        var (data, done) = (Data(count: count), 0)
        while done < count {
            let more = data.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
                return pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
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

    /// Writes bytes at an offset. If it fails, a part of them may have been written.
    public func write(_ data: Data, at offset: Int) throws(FileError) {
        var done = 0
        while done < data.count {
            let more = data.withUnsafeBytes { bytes in
                calls.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]), off_t(offset + done))
            }
            if more > 0 {
                done += more
            } else if errno != EINTR {
                throw FileError("write", path)
            }
        }
    }

    /// Cuts off what is behind an offset, for which no room is needed.
    public func truncate(to size: Int) throws(FileError) {
        if ftruncate(descriptor, off_t(size)) < 0 { throw FileError("ftruncate", path) }
    }

    /// Waits until everything written is on the medium.
    public func synchronize() throws(FileError) {
        if calls.synchronize(descriptor) < 0 { throw FileError("fsync", path) }
    }

    /// Waits until the names of the files in a folder are on the medium.
    public static func synchronizeFolder(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor < 0 || fsync(descriptor) < 0 { throw FileError("fsync", path) }
    }
}

/// The calls of the system that specs let fail.
package struct FileCalls: Sendable {
    package var write: @Sendable (Int32, UnsafeRawBufferPointer, off_t) -> Int = { descriptor, bytes, offset in
        pwrite(descriptor, bytes.baseAddress, bytes.count, offset)
    }

    package var synchronize: @Sendable (Int32) -> Int32 = { descriptor in
        #if canImport(Darwin)
        fcntl(descriptor, F_FULLFSYNC)
        #else
        fsync(descriptor)
        #endif
    }

    package init() {}
}
