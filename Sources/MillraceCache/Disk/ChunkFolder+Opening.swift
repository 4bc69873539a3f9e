import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension ChunkFolder {
    /// Opens the folder, unless it is open. If somebody has deleted it meanwhile, it is made anew.
    mutating func open() throws {
        if let lock, lock.isThere { return }
        close()
        do {
            try FileManager.default.createDirectory(atPath: settings.path, withIntermediateDirectories: true)
        } catch {
            throw DiskCacheProblem.notOpened(folder: settings.path, reason: "\(error)")
        }
        let lock = try FolderLock(settings.path)
        lastNumber = 0
        for number in chunkNumbers() {
            lastNumber = number
            do {
                try openChunk(number)
            } catch {
                forgetAll()
                if let problem = error as? DiskCacheProblem { report(problem) }
            }
        }
        if current?.number != lastNumber { current = nil }
        self.lock = lock
    }

    /// Closes all files, and gives the folder free.
    mutating func close() {
        (places, chunks, current, lastNumber) = ([:], [], nil, 0)
        lock = nil
    }

    /// Whether a problem of opening the folder was reported already. It comes with each use.
    mutating func isTold(_ problem: DiskCacheProblem) -> Bool {
        if lock != nil { return false }
        defer { toldProblem = problem }
        return toldProblem == problem
    }

    /// The numbers of all chunks in the folder, those of another version too. Other files are not ours.
    private func chunkNumbers() -> [Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: settings.path)) ?? []
        return names.filter { $0.hasSuffix(".chunk") }.compactMap(number(ofChunk:)).sorted()
    }

    /// The number of a chunk; nil for a file that none of ours has made, which is reported and left alone.
    private func number(ofChunk name: String) -> Int? {
        let path = "\(settings.path)/\(name)"
        if let number = Int(name.dropLast(6)), 0..<(Int.max / 2) ~= number, self.path(ofChunk: number) == path {
            return number
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
        report(.damaged(file: path, offset: 0, byteCount: size ?? 0))
        return nil
    }

    private mutating func openChunk(_ number: Int) throws {
        let path = path(ofChunk: number)
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        } catch {
            throw DiskCacheProblem.failed(operation: "read", file: path, reason: "\(error)")
        }
        try data.withUnsafeBytes { bytes in
            switch ChunkHeader.read(bytes) {
            case .header(let header):
                let (size, calls) = (bytes.count, settings.calls)
                let chunk = try ChunkFile(number: number, path: path, salt: header.salt, size: size, calls: calls)
                chunks.append(chunk)
                scan(bytes, of: chunk)
            case .otherVersion(let version):
                forgetAll()
                report(.otherVersion(file: path, version: version))
            case .damaged:
                if bytes.count >= ChunkHeader.byteCount {
                    forgetAll()
                    report(.damaged(file: path, offset: 0, byteCount: bytes.count))
                }
                unlink(path)
            case .foreign: report(.damaged(file: path, offset: 0, byteCount: bytes.count))
            }
        }
    }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer, of chunk: ChunkFile) {
        current = chunk
        ChunkScan(bytes, salt: chunk.salt).forEach { finding in
            switch finding {
            case .record(let head, let key, let offset): note(head, key: key, offset: offset, in: chunk)
            case .damage(let range, let lostKey):
                report(.damaged(file: chunk.path, offset: range.lowerBound, byteCount: range.count))
                if let lostKey { forget(hash: lostKey) } else { forgetAll() }
            case .torn(let range):
                report(.torn(file: chunk.path, offset: range.lowerBound, byteCount: range.count))
                current = nil
            }
        }
        if chunk.size >= settings.chunkSize { current = nil }
    }

    /// One record is lost that may have replaced an older one.
    private mutating func forget(hash: UInt64) {
        for key in places.keys where RecordHead.hash(of: key) == hash { forget(key) }
    }

    /// Records are lost, and it is not known which: whatever is older may have been replaced by them.
    private mutating func forgetAll() {
        for key in Array(places.keys) { forget(key) }
    }
}

/// The claim of one writer on a folder. The system takes it back when the process ends, however that comes about.
final class FolderLock {
    private let descriptor: Int32
    private let folder: String

    init(_ folder: String) throws {
        self.folder = folder
        let descriptor = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            throw DiskCacheProblem.notOpened(folder: folder, reason: String(cString: strerror(errno)))
        }
        if flock(descriptor, LOCK_EX | LOCK_NB) < 0 {
            let isTaken = errno == EWOULDBLOCK
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw isTaken ? DiskCacheProblem.inUse(folder: folder) : .notOpened(folder: folder, reason: reason)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Whether the folder still has the file, and not that of another one who has made it anew.
    var isThere: Bool {
        var (held, found) = (stat(), stat())
        guard fstat(descriptor, &held) == 0, stat(folder + "/lock", &found) == 0 else { return false }
        return held.st_ino == found.st_ino && held.st_dev == found.st_dev
    }

    /// Waits until the names of the files are on the medium.
    func synchronizeFolder() throws {
        let directory = open(folder, O_RDONLY | O_CLOEXEC)
        if directory < 0 { return }
        defer { close(directory) }
        if fsync(directory) < 0 {
            throw DiskCacheProblem.failed(operation: "fsync", file: folder, reason: String(cString: strerror(errno)))
        }
    }
}
