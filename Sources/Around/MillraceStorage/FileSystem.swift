import Foundation

/// What tells a file apart from all others, whatever their names.
package struct FileIdentity: Equatable, Sendable {
    package let device: UInt64
    package let number: UInt64

    package init(device: UInt64 = 0, number: UInt64) { (self.device, self.number) = (device, number) }

    init(_ found: stat) {
        self.init(device: UInt64(truncatingIfNeeded: found.st_dev), number: UInt64(truncatingIfNeeded: found.st_ino))
    }
}

/// Where files are: on the machine's disk, or on one that a spec simulates.
///
/// Whatever here keeps something in files takes one, and uses the machine's where none is given. `SimulatedDisk`, in
/// the module `MillraceSimulation`, makes those on which a disk is full, the power fails, or the program ends in the
/// middle of a write:
///
/// ```swift
/// let disk = SimulatedDisk(seed: 1)
/// let log = try AppendLog(folder, syncing: .eachRecord, fileSystem: disk.start()) { _ in }
/// ```
///
/// A value, whose copies are the same file system. It may be used on any thread.
public struct FileSystem: Sendable {
    /// The file system of the machine.
    public static let system = FileSystem()

    // As the system's own, the calls return a negative number, or nil, and leave the reason in `errno`.

    package var open: @Sendable (_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 = {
        Foundation.open($0, $1, $2)
    }

    package var close: @Sendable (Int32) -> Void = { _ = Foundation.close($0) }

    /// Claims an open file, or fails at once with `EWOULDBLOCK`.
    package var claim: @Sendable (Int32) -> Int32 = { flock($0, LOCK_EX | LOCK_NB) }

    package var size: @Sendable (Int32) -> Int = { descriptor in
        var found = stat()
        return fstat(descriptor, &found) < 0 ? -1 : Int(found.st_size)
    }

    /// Which file an open one is; nil if the system does not say.
    package var identity: @Sendable (Int32) -> FileIdentity? = { descriptor in
        var found = stat()
        return fstat(descriptor, &found) < 0 ? nil : FileIdentity(found)
    }

    /// Which file is at a path; nil if there is none, or if the system does not say.
    package var identityAtPath: @Sendable (_ path: String) -> FileIdentity? = { path in
        var found = stat()
        return stat(path, &found) < 0 ? nil : FileIdentity(found)
    }

    /// When the file at a path, or what is noted of it, was changed last, in nanoseconds; nil if the system does not
    /// say. Nobody can set it, and no copy of a file has that of the original.
    package var changeTime: @Sendable (_ path: String) -> UInt64? = { path in
        var found = stat()
        if stat(path, &found) < 0 { return nil }
        #if canImport(Darwin)
        let time = found.st_ctimespec
        #else
        let time = found.st_ctim
        #endif
        return UInt64(truncatingIfNeeded: Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec))
    }

    package var read: @Sendable (Int32, UnsafeMutableRawBufferPointer, off_t) -> Int = { descriptor, bytes, offset in
        pread(descriptor, bytes.baseAddress, bytes.count, offset)
    }

    package var write: @Sendable (Int32, UnsafeRawBufferPointer, off_t) -> Int = { descriptor, bytes, offset in
        pwrite(descriptor, bytes.baseAddress, bytes.count, offset)
    }

    package var truncate: @Sendable (Int32, off_t) -> Int32 = { ftruncate($0, $1) }

    package var synchronize: @Sendable (Int32) -> Int32 = { descriptor in
        #if canImport(Darwin)
        fcntl(descriptor, F_FULLFSYNC)
        #else
        fsync(descriptor)
        #endif
    }

    package var synchronizeFolder: @Sendable (_ path: String) -> Int32 = { path in
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return -1 }
        defer { _ = Foundation.close(descriptor) }
        return fsync(descriptor)
    }

    package var rename: @Sendable (_ old: String, _ new: String) -> Int32 = { Foundation.rename($0, $1) }

    package var unlink: @Sendable (_ path: String) -> Int32 = { Foundation.unlink($0) }

    package var makeFolder: @Sendable (_ path: String, _ mode: mode_t) -> Int32 = { mkdir($0, $1) }

    /// The names of the files in a folder, in any order.
    package var names: @Sendable (_ folder: String) -> [String]? = { folder in
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            errno = reason.map { Int32(truncatingIfNeeded: $0.code) } ?? EIO
            return nil
        }
    }

    /// When the bytes of the file at a path were written last, in nanoseconds, and how many there are; nil if there is
    /// no file.
    package var writeTimeAndSize: @Sendable (_ path: String) -> (time: Int, size: Int)? = { path in
        var found = stat()
        if lstat(path, &found) < 0 { return nil }
        #if canImport(Darwin)
        let time = found.st_mtimespec
        #else
        let time = found.st_mtim
        #endif
        return (Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec), Int(found.st_size))
    }

    /// A name that no other draft has.
    package var draftName: @Sendable () -> String = { UUID().uuidString }

    /// A number that nothing else in a folder has: of a log's file, or of its epoch.
    package var randomNumber: @Sendable () -> UInt64 = { .random(in: .min ... .max) }

    private init() {}

    /// Makes a folder, with those above it, and hands the folder over to which a name was added by that. Returns
    /// whether it was missing.
    @discardableResult
    package func makeFolders(
        _ path: String,
        _ mode: mode_t,
        onMade: (_ parent: String) throws(FileError) -> Void = { _ in }
    ) throws(FileError) -> Bool {
        if makeFolder(path, mode) < 0 {
            if errno == EEXIST { return false }
            let parent = Self.parent(of: path)
            guard errno == ENOENT, parent != ".", parent != path else { throw FileError("mkdir", path) }
            try makeFolders(parent, mode, onMade: onMade)
            if makeFolder(path, mode) < 0, errno != EEXIST { throw FileError("mkdir", path) }
        }
        try onMade(Self.parent(of: path))
        return true
    }

    /// The folder in which a file is.
    static func parent(of path: String) -> String {
        let parent = (path as NSString).deletingLastPathComponent
        return parent.isEmpty ? "." : parent
    }
}
