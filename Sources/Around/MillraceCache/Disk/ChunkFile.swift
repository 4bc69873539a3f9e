import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

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
    private var calls: FileCalls { files.calls }

    /// Whether it may have been written to since it was last waited for.
    private var isAhead = true

    /// A file that is there.
    init(number: Int, path: String, salt: UInt64, size: Int, files: OpenFiles) {
        (self.number, self.path, self.salt, self.size, self.files) = (number, path, salt, size, files)
    }

    /// Creates a new file. It gets its name when its header is written: one that is shorter was damaged.
    convenience init(making number: Int, path: String, files: OpenFiles) throws {
        let (header, calls) = (ChunkHeader(salt: .random(in: .min ... .max)), files.calls)
        let unfinished = path + Self.unfinished
        let descriptor = try calls.opened(unfinished, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC)
        do {
            try calls.write(header.data, at: 0, of: descriptor, unfinished)
            if rename(unfinished, path) < 0 { throw calls.problem("rename", unfinished) }
        } catch {
            close(descriptor)
            unlink(unfinished)
            throw error
        }
        files.add(descriptor, of: number)
        self.init(number: number, path: path, salt: header.salt, size: ChunkHeader.byteCount, files: files)
    }

    /// What the name of a file ends with until its header is written.
    static let unfinished = ".new"

    private var descriptor: Int32 { get throws { try files.descriptor(of: number, path) } }

    /// Appends bytes, all or none of them.
    ///
    /// If it fails, what was written of them is cut off again, for which no room is needed.
    func append(_ data: Data) throws {
        let descriptor = try descriptor
        do {
            isAhead = true
            try calls.write(data, at: size, of: descriptor, path)
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
        isAhead = true
        try calls.write(data, at: offset, of: descriptor, path)
    }

    /// Reads bytes at an offset. Fewer if the file ends before.
    func read(at offset: Int, count: Int) throws -> Data {
        var data = Data(count: count)
        let descriptor = try descriptor
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
        if !isAhead { return }
        if calls.synchronize(try descriptor) < 0 { throw calls.problem("fsync", path) }
        isAhead = false
    }

    /// Deletes the file.
    func delete() throws {
        files.close(number)
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

    /// Writes bytes at an offset of a file.
    func write(_ data: Data, at offset: Int, of descriptor: Int32, _ path: String) throws {
        try data.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = write(descriptor, rest, off_t(offset + done))
                if count > 0 {
                    done += count
                } else if errno != EINTR {
                    throw problem("write", path)
                }
            }
        }
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
