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
