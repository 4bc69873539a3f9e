import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// One file of a folder, which only grows.
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

    private let descriptor: Int32
    private let calls: FileCalls

    /// Opens a file that is there.
    init(number: Int, path: String, salt: UInt64, size: Int, calls: FileCalls) throws {
        descriptor = try calls.opened(path, O_RDWR | O_CLOEXEC)
        (self.number, self.path, self.salt, self.size, self.calls) = (number, path, salt, size, calls)
    }

    /// Creates a new file.
    init(making number: Int, path: String, calls: FileCalls) throws {
        descriptor = try calls.opened(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC)
        let header = ChunkHeader(salt: .random(in: .min ... .max))
        (self.number, self.path, self.calls) = (number, path, calls)
        (salt, size) = (header.salt, 0)
        do {
            try append(header.data)
        } catch {
            unlink(path)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Appends bytes, all or none of them.
    ///
    /// If it fails, what was written of them is cut off again, for which no room is needed.
    func append(_ data: Data) throws {
        do {
            try write(data, at: size)
            size += data.count
        } catch {
            // If even this fails, a part of a record stays at the end: the next one overwrites it, or it counts as
            // torn.
            _ = ftruncate(descriptor, off_t(size))
            throw error
        }
    }

    /// Writes bytes at an offset.
    func write(_ data: Data, at offset: Int) throws {
        try data.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = calls.write(descriptor, rest, off_t(offset + done))
                if count > 0 {
                    done += count
                } else if errno != EINTR {
                    throw calls.problem("write", path)
                }
            }
        }
    }

    /// Reads bytes at an offset. Fewer if the file ends before.
    func read(at offset: Int, count: Int) throws -> Data {
        var data = Data(count: count)
        let done = try data.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            var done = 0
            while done < count {
                let more = pread(descriptor, start + done, count - done, off_t(offset + done))
                if more == 0 { break }
                if more > 0 {
                    done += more
                } else if errno != EINTR {
                    throw calls.problem("read", path)
                }
            }
            return done
        }
        return done < count ? data.prefix(done) : data
    }

    /// Waits until everything written is on the medium.
    func synchronize() throws {
        if calls.synchronize(descriptor) < 0 { throw calls.problem("fsync", path) }
    }

    /// Deletes the file. What reads it meanwhile can go on.
    func delete() throws {
        if unlink(path) < 0, errno != ENOENT { throw calls.problem("unlink", path) }
    }
}

/// The calls of the system that specs let fail.
struct FileCalls: Sendable {
    var write: @Sendable (Int32, UnsafeRawBufferPointer, off_t) -> Int = { descriptor, bytes, offset in
        pwrite(descriptor, bytes.baseAddress, bytes.count, offset)
    }

    var synchronize: @Sendable (Int32) -> Int32 = { descriptor in
        #if canImport(Darwin)
        fcntl(descriptor, F_FULLFSYNC)
        #else
        fsync(descriptor)
        #endif
    }

    func opened(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = open(path, flags, 0o600)
        if descriptor < 0 { throw problem("open", path) }
        return descriptor
    }

    /// What `errno` says.
    func problem(_ operation: String, _ path: String) -> DiskCacheProblem {
        let code = errno
        if code == ENOSPC || code == EDQUOT || code == EFBIG { return .full(file: path) }
        return .failed(operation: operation, file: path, reason: String(cString: strerror(code)))
    }
}
