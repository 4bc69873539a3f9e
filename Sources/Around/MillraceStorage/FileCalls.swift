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

/// The calls of the system that specs let fail, or answer from a disk that they simulate.
///
/// As the system's own, they return a negative number, or nil, and leave the reason in `errno`.
package struct FileCalls: Sendable {
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

    /// When the file at a path, or what is noted of it, was changed last, in nanoseconds; nil if the system does not say.
    /// Nobody can set it, and no copy of a file has that of the original.
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

    package init() {}
}
