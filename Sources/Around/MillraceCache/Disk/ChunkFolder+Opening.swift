import Foundation
import MillraceStorage

extension ChunkFolder {
    /// Opens the folder, unless it is open. If somebody has deleted it meanwhile, it is made anew.
    ///
    /// What the system refuses is no damage: then the folder stays closed, since what is in it is not known.
    mutating func open() throws {
        if let lock, lock.isThere { return }
        close()
        do {
            try FileManager.default.createDirectory(atPath: settings.path, withIntermediateDirectories: true)
        } catch {
            throw DiskCacheProblem.notOpened(folder: settings.path, reason: reason(of: error))
        }
        let lock = try FolderLock(settings.path, settings.calls)
        do {
            for number in try chunkNumbers() {
                if number > lastNumber + 1 { miss(lastNumber + 1) }
                lastNumber = number
                try openChunk(number)
            }
        } catch {
            close()
            throw error
        }
        if lock.lastNumber > lastNumber {
            miss(lastNumber + 1)
            lastNumber = lock.lastNumber
        } else if lock.lastNumber < lastNumber {
            try? lock.note(lastNumber)
        }
        if current?.number != lastNumber { current = nil }
        self.lock = lock
    }

    /// Closes all files, and gives the folder free.
    mutating func close() {
        (locations, chunks, current, lastNumber) = ([:], [], nil, 0)
        files.closeAll()
        lock = nil
    }

    /// Notes a problem. Returns whether it is new: that of opening the folder comes with each use.
    mutating func noteIsNew(_ problem: DiskCacheProblem) -> Bool {
        if lock != nil { return true }
        defer { lastProblem = problem }
        return lastProblem != problem
    }

    /// The numbers of all chunks in the folder, those of another version too. Other files are not ours.
    private func chunkNumbers() throws -> [Int] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: settings.path)
        } catch {
            throw DiskCacheProblem.notOpened(folder: settings.path, reason: reason(of: error))
        }
        AtomicFile.removeDrafts(in: settings.path)
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

    /// A chunk is not there, of which there were older and newer ones, or which is known to have been made: what is older
    /// may have been replaced in it. Chunks are deleted the oldest first.
    private mutating func miss(_ number: Int) {
        if chunks.isEmpty { return }
        report(.missing(file: path(ofChunk: number)))
        deleteOlder()
    }

    /// Deletes all chunks that were opened, since a later one is lost. Otherwise what they hold would be back when that
    /// one is forgotten.
    private mutating func deleteOlder() {
        do {
            try removeAll()
        } catch {
            report(error)
        }
    }

    private mutating func openChunk(_ number: Int) throws {
        let path = path(ofChunk: number)
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        } catch {
            throw DiskCacheProblem.failed(operation: "read", file: path, reason: reason(of: error))
        }
        data.withUnsafeBytes { bytes in
            switch ChunkHeader.read(bytes) {
            case .header(let header):
                let size = bytes.count
                let chunk = ChunkFile(number: number, path: path, salt: header.salt, size: size, files: files)
                chunks.append(chunk)
                scan(bytes, of: chunk)
            case .otherVersion(let version):
                forgetAll()
                report(.otherVersion(file: path, version: version))
            case .damaged:
                report(.damaged(file: path, offset: 0, byteCount: bytes.count))
                deleteOlder()
                if chunks.isEmpty { unlink(path) }
            case .foreign:
                // It has the name of a chunk, and may be one.
                forgetAll()
                report(.damaged(file: path, offset: 0, byteCount: bytes.count))
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
        for key in locations.keys where RecordHead.hash(of: key) == hash { forget(key) }
    }
}

/// Why the system refuses something, in the same words each time, so that it is reported once.
private func reason(of error: any Error) -> String {
    let error = error as NSError
    guard let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain else {
        return error.localizedDescription
    }
    return String(cString: strerror(Int32(cause.code)))
}

/// The claim of one writer on a folder, and the number of the last chunk that is known to have been made.
final class FolderLock {
    private let lock: FileLock

    /// 0 if it is not known.
    private(set) var lastNumber: Int

    init(_ folder: String, _ calls: FileCalls) throws(DiskCacheProblem) {
        let lock: FileLock?
        do {
            lock = try FileLock(folder + "/lock", calls: calls)
        } catch {
            throw .notOpened(folder: folder, reason: error.reason)
        }
        guard let lock else { throw .inUse(folder: folder) }
        self.lock = lock
        lastNumber = (try? lock.file.read(at: 0, count: Self.byteCount)).map(Self.number) ?? 0
    }

    /// Notes that a chunk was made, so that it is missed if it is not there.
    func note(_ number: Int) throws(FileError) {
        try lock.file.write(Self.data(of: number), at: 0)
        lastNumber = number
    }

    /// Whether the folder still has the file, and not that of another one who has made it anew.
    var isThere: Bool { lock.isThere }

    private static let byteCount = 12

    private static func data(of number: Int) -> Data {
        var (data, sum) = (Data(), Checksum())
        sum.add(UInt64(number))
        data.append(number: Int64(number))
        data.append(number: sum.value)
        return data
    }

    private static func number(in data: Data) -> Int {
        guard data.count == byteCount else { return 0 }
        let number = data.withUnsafeBytes { $0.number(at: 0, as: Int64.self) }
        return 0..<(Int64.max / 2) ~= number && data == Self.data(of: Int(number)) ? Int(number) : 0
    }
}
