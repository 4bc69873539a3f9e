import Foundation
import MillraceStorage

/// The records of a folder, each in a file of its own. One queue uses it.
///
/// A file is replaced as a whole (``AtomicFile``), so a value is the former or the new one, whenever the process ends.
struct RecordFolder {
    struct Settings: Sendable {
        var path: String
        var byteLimit: Int?
        var ageLimit: Duration?
        var date: @Sendable () -> Date = { Date() }
        var fileSystem = FileSystem.system
    }

    /// The result of a look-up.
    struct Found: Sendable {
        let data: Data
        /// How long it can be used still. Nil if it has no limit.
        let remaining: Duration?
    }

    private let settings: Settings
    private let onFailure: @Sendable (DiskCacheError) -> Void

    /// The sizes of the files by their names, and the order in which they leave.
    private var files: MemoryStore<String, Int>
    /// Those that may not be on the medium.
    private var unsynchronized: Set<String> = []
    /// The claim of one writer on the folder; nil while it is not open.
    private var lock: FileLock?
    private var lastFailure: DiskCacheError?

    init(_ settings: Settings, onFailure: @escaping @Sendable (DiskCacheError) -> Void) {
        (self.settings, self.onFailure) = (settings, onFailure)
        files = MemoryStore(countLimit: nil, costLimit: settings.byteLimit)
    }

    var count: Int { files.count }
    var byteCount: Int { files.cost }

    // MARK: Opening

    /// Opens the folder, unless it is open. If somebody has deleted it meanwhile, it is made anew.
    mutating func open() throws {
        if let lock, lock.isThere { return }
        close()
        do {
            try settings.fileSystem.makeFolders(settings.path, 0o777)
            guard let lock = try FileLock(settings.path + "/lock", fileSystem: settings.fileSystem) else {
                throw DiskCacheError.inUse(folder: settings.path)
            }
            AtomicFile.removeDrafts(in: settings.path, fileSystem: settings.fileSystem)
            for file in try recordFiles() { files.insert(file.size, for: file.name, cost: file.size) }
            try deleteDeparted()
            self.lock = lock
        } catch {
            close()
            throw error as? DiskCacheError
                ?? .notOpened(folder: settings.path, reason: (error as? FileError)?.reason ?? "\(error)")
        }
    }

    /// Gives the folder free.
    mutating func close() {
        files = MemoryStore(countLimit: nil, costLimit: settings.byteLimit)
        (unsynchronized, lock) = ([], nil)
    }

    /// Notes a failure. Returns whether it is new: that of opening the folder comes with each use.
    mutating func noteIsNew(_ failure: DiskCacheError) -> Bool {
        if lock != nil { return true }
        defer { lastFailure = failure }
        return lastFailure != failure
    }

    /// The files of records, the one that was written last at the end. Other files are not ours.
    private func recordFiles() throws -> [(name: String, size: Int)] {
        guard let names = settings.fileSystem.names(settings.path) else { throw FileError("open", settings.path) }
        let files = names.filter(Record.isFileName).compactMap { name -> (name: String, size: Int, written: Int)? in
            settings.fileSystem.writeTimeAndSize(path(of: name)).map { (name, $0.size, $0.time) }
        }
        return files.sorted { $0.written < $1.written }.map { ($0.name, $0.size) }
    }

    private func path(of name: String) -> String { "\(settings.path)/\(name)" }

    // MARK: Reading

    /// Reads the record of a key. One that is damaged is reported and removed, and so is one that has expired.
    mutating func read(_ key: String) throws -> Found? {
        let name = Record.fileName(of: key)
        guard let size = files.value(for: name) else { return nil }
        guard let data = try data(of: name, size: size) else {
            files.remove(name)
            return nil
        }
        guard let record = Record(data) else {
            onFailure(.damaged(key: key, file: path(of: name)))
            try? delete(name)
            return nil
        }
        // The hash of another key may be the same.
        guard record.key == key else { return nil }
        let (now, due) = (milliseconds(settings.date()), due(of: record))
        // One from the future may be of any age, since the clock was set back.
        if due <= now || (due < .max && record.written > now) {
            try? delete(name)
            return nil
        }
        return Found(data: record.value, remaining: due == .max ? nil : .milliseconds(due - now))
    }

    /// Reads a file. Nil if somebody has deleted it.
    private func data(of name: String, size: Int) throws(FileError) -> Data? {
        do {
            return try OpenFile(path(of: name), .existing, fileSystem: settings.fileSystem).read(at: 0, count: size)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// When a record expires, by its own limit or by that of the folder, whichever is earlier.
    private func due(of record: Record) -> Int64 {
        guard let ageLimit = settings.ageLimit else { return record.due }
        return min(record.due, saturating(record.written, plus: ageLimit))
    }

    // MARK: Writing

    /// Writes the record of a key. If that fails, the former one is removed, since it is out of date.
    mutating func put(_ value: Data, for key: String, ageLimit: Duration?) throws {
        let name = Record.fileName(of: key)
        let now = milliseconds(settings.date())
        let due = ageLimit.map { saturating(now, plus: $0) } ?? .max
        let data = Record(key: key, value: value, written: now, due: due).data
        do {
            if data.count > settings.byteLimit ?? .max {
                throw DiskCacheError.tooLarge(key: key, byteCount: data.count)
            }
            files.insert(data.count, for: name, cost: data.count)
            try deleteDeparted()
            let file = try AtomicFile(path(of: name), permissions: 0o600, fileSystem: settings.fileSystem)
            try file.write(data)
            try file.commitUnsynchronized()
            unsynchronized.insert(name)
        } catch {
            try? delete(name)
            throw error
        }
    }

    /// Removes the record of a key. If that fails, it is still there.
    mutating func remove(_ key: String) throws { try delete(Record.fileName(of: key)) }

    /// Removes all records.
    mutating func removeAll() throws {
        for file in try recordFiles() { try delete(file.name) }
    }

    /// Waits until all that was done is on the medium.
    mutating func flush() throws {
        for name in unsynchronized {
            try OpenFile(path(of: name), .existing, fileSystem: settings.fileSystem).synchronize()
            unsynchronized.remove(name)
        }
        try OpenFile.synchronizeFolder(settings.path, fileSystem: settings.fileSystem)
    }

    private mutating func delete(_ name: String) throws(FileError) {
        if settings.fileSystem.unlink(path(of: name)) < 0, errno != ENOENT { throw FileError("unlink", path(of: name)) }
        files.remove(name)
        unsynchronized.remove(name)
    }

    /// Deletes the files for which there is no room.
    private mutating func deleteDeparted() throws {
        for file in files.takeDeparted() where file.reason == .costLimit { try delete(file.key) }
    }
}

/// Milliseconds since 1970.
private func milliseconds(_ date: Date) -> Int64 {
    let exact = (date.timeIntervalSince1970 * 1000).rounded(.down)
    return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
}

/// An instant that never overflows.
private func saturating(_ instant: Int64, plus duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isTooLate) = instant.addingReportingOverflow(product &+ attoseconds / 1_000_000_000_000_000)
    return overflows || isTooLate ? (seconds < 0 ? .min : .max) : sum
}
