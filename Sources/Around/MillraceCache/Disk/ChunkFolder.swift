import Foundation
import MillraceStorage

/// The chunks of a folder, and where the record of each key is. One queue uses it.
struct ChunkFolder {
    struct Settings: Sendable {
        var path: String
        var byteLimit: Int?
        var ageLimit: Duration?
        var date: @Sendable () -> Date = { Date() }
        var calls = FileCalls()
        var chunkSize: Int

        init(path: String, byteLimit: Int? = nil) {
            (self.path, self.byteLimit) = (path, byteLimit)
            chunkSize = min(8 << 20, max(1024, (byteLimit ?? .max) / 16))
        }
    }

    /// Where the record of a key is.
    struct RecordLocation {
        let chunk: ChunkFile
        let offset: Int
        let head: RecordHead
        var wasRead = false
    }

    /// What a look-up finds.
    struct Found: Sendable {
        let data: Data
        /// How long it can be used still. Nil if it has no limit.
        let remaining: Duration?
    }

    let settings: Settings
    let report: @Sendable (DiskCacheProblem) -> Void

    // The rest is written by the extensions in the other files of this type alone.
    var locations: [String: RecordLocation] = [:]
    /// The oldest first. Files of another version are not among them.
    var chunks: [ChunkFile] = []
    /// Those that are open.
    let files: OpenFiles
    /// The one that is written to: the last, or none.
    var current: ChunkFile?
    var lastNumber = 0
    var lock: FolderLock?
    /// Records that are out of date, and that could not be taken back yet.
    private var stale: [(chunk: ChunkFile, offset: Int)] = []
    var lastProblem: DiskCacheProblem?

    init(_ settings: Settings, report: @escaping @Sendable (DiskCacheProblem) -> Void) {
        (self.settings, self.report) = (settings, report)
        files = OpenFiles(settings.calls)
    }

    var count: Int { locations.count }
    var byteCount: Int { chunks.reduce(0) { $0 + $1.size } }
    private var liveBytes: Int { chunks.reduce(0) { $0 + $1.liveBytes } }

    func report(_ error: any Error) {
        if let problem = DiskCacheProblem(error) { report(problem) }
    }

    // MARK: Reading

    /// Reads the record of a key. One that is damaged is reported, and forgotten.
    mutating func read(_ key: String) throws -> Found? {
        guard let location = locations[key] else { return nil }
        let (now, due) = (milliseconds(settings.date()), due(of: location.head))
        if isTooOld(location.head, at: now) { return nil }
        guard let value = try value(of: key, at: location) else { return nil }
        locations[key]?.wasRead = true
        return Found(data: value, remaining: due == .max ? nil : .milliseconds(due - now))
    }

    /// Reads a value, and compares it with its checksum.
    mutating func value(of key: String, at location: RecordLocation) throws -> Data? {
        let start = location.offset + RecordHead.byteCount + location.head.keyLength
        let value = try location.chunk.read(at: start, count: location.head.valueLength)
        if value.count == location.head.valueLength, RecordHead.sum(of: value) == location.head.valueSum {
            return value
        }
        report(.damagedRecord(key: key, file: location.chunk.path))
        forget(key)
        return nil
    }

    /// When a record expires, by its own limit or by that of the folder, whichever is earlier.
    func due(of head: RecordHead) -> Int64 {
        guard let ageLimit = settings.ageLimit else { return head.due }
        return min(head.due, saturating(head.written, plus: ageLimit))
    }

    /// Whether a record has expired. One from the future may be of any age, since the clock was set back.
    func isTooOld(_ head: RecordHead, at now: Int64) -> Bool {
        let due = due(of: head)
        return due <= now || (due < .max && head.written > now)
    }

    // MARK: Writing

    /// Writes the record of a key. If that fails, the former one is taken back, at the latest with the next change.
    mutating func put(_ value: Data, for key: String, ageLimit: Duration?) throws {
        strikeStale()
        let now = milliseconds(settings.date())
        var head = RecordHead(kind: .value, keyLength: key.utf8.count, valueLength: value.count, written: now)
        head.valueSum = RecordHead.sum(of: value)
        if let ageLimit { head.due = saturating(now, plus: ageLimit) }
        do {
            try checkSize(of: head, key: key)
            try makeRoom(for: head.length)
            try append(head, key: key, value: value)
        } catch {
            if let location = locations[key] {
                stale.append((location.chunk, location.offset))
                forget(key)
                strikeStale()
            }
            throw error
        }
        tidy()
    }

    /// Removes the record of a key. Where there is no room to write that, it is taken back where it stands. If that
    /// fails as well, the record is still there.
    mutating func remove(_ key: String) throws {
        strikeStale()
        guard locations[key] != nil else { return }
        let now = milliseconds(settings.date())
        let head = RecordHead(kind: .removal, keyLength: key.utf8.count, valueLength: 0, written: now)
        do {
            try makeRoom(for: head.length)
            // It may have gone with its chunk.
            if locations[key] != nil { try append(head, key: key, value: Data()) }
        } catch { try strike(key) }
        tidy()
    }

    /// Deletes the chunks, the oldest first, so that nothing that was replaced comes back if this is interrupted.
    mutating func removeAll() throws {
        forgetAll()
        current = nil
        while let chunk = chunks.first {
            try chunk.delete()
            chunks.removeFirst()
        }
    }

    mutating func removeExpired() throws {
        let now = milliseconds(settings.date())
        for (key, location) in locations where isTooOld(location.head, at: now) { forget(key) }
        tidy()
    }

    func flush() throws {
        for chunk in chunks { try chunk.synchronize() }
        if lock != nil { try OpenFile.synchronizeFolder(settings.path) }
    }

    private func checkSize(of head: RecordHead, key: String) throws {
        let length = head.length + ChunkHeader.byteCount
        if head.keyLength > UInt16.max || head.valueLength > UInt32.max || length > settings.byteLimit ?? .max {
            throw DiskCacheProblem.tooLarge(key: key, byteCount: length)
        }
    }

    /// Appends a record to the current chunk, or to a new one, and notes where it is.
    mutating func append(_ head: RecordHead, key: String, value: Data) throws {
        let chunk = try chunk(for: head.length)
        var head = head
        (head.number, head.previousKey) = (chunk.recordCount, chunk.lastKey)
        let offset = chunk.size
        try chunk.append(head.data(key: key, value: value, at: offset, salt: chunk.salt))
        note(head, key: key, offset: offset, in: chunk)
    }

    private mutating func chunk(for length: Int) throws -> ChunkFile {
        if let current, current.recordCount == 0 || current.size + length <= settings.chunkSize { return current }
        let number = lastNumber + 1
        let chunk = try ChunkFile(making: number, path: path(ofChunk: number), files: files)
        lastNumber = number
        chunks.append(chunk)
        // Until this is known, nothing is written that would be missed with the chunk.
        try lock?.note(number)
        current = chunk
        return chunk
    }

    func path(ofChunk number: Int) -> String {
        let digits = String(number)
        return "\(settings.path)/\(String(repeating: "0", count: max(0, 12 - digits.count)))\(digits).chunk"
    }

    // MARK: The index

    /// Notes a record that has been written or found: it is what its key has now.
    mutating func note(_ head: RecordHead, key: String, offset: Int, in chunk: ChunkFile) {
        chunk.recordCount = head.number + 1
        chunk.lastKey = RecordHead.hash(of: key)
        forget(key)
        if head.isStruck || head.kind == .removal { return }
        chunk.liveBytes += head.length
        locations[key] = RecordLocation(chunk: chunk, offset: offset, head: head)
    }

    /// The record of a key is not what it has any more.
    mutating func forget(_ key: String) {
        guard let location = locations.removeValue(forKey: key) else { return }
        location.chunk.liveBytes -= location.head.length
    }

    /// All records are lost, or those that are not known: whatever is older may have been replaced by them.
    mutating func forgetAll() {
        for key in Array(locations.keys) { forget(key) }
    }

    /// Takes a record back where it stands, for which no room is needed.
    private mutating func strike(_ key: String) throws {
        guard let location = locations[key] else { return }
        try location.chunk.write(RecordHead.strike, at: location.offset)
        forget(key)
    }

    /// Takes back what is out of date, as far as that succeeds.
    private mutating func strikeStale() {
        if stale.isEmpty { return }
        stale.removeAll { record in
            let isThere = chunks.contains { $0 === record.chunk }
            return !isThere || (try? record.chunk.write(RecordHead.strike, at: record.offset)) != nil
        }
    }

    // MARK: Room

    /// Has old chunks go until there is room for a record.
    private mutating func makeRoom(for length: Int) throws {
        guard let byteLimit = settings.byteLimit else { return }
        while !chunks.isEmpty, byteCount + length + ChunkHeader.byteCount > byteLimit {
            try reclaimOldest(keepingAll: false)
        }
    }

    /// Writes the oldest chunk anew if more than half of all is out of date. What fails is reported and tried again at
    /// the next change.
    private mutating func tidy() {
        let dead = byteCount - liveBytes
        if dead <= liveBytes || dead <= settings.chunkSize { return }
        do {
            try reclaimOldest(keepingAll: true)
        } catch {
            report(error)
        }
    }
}

/// Milliseconds since 1970.
func milliseconds(_ date: Date) -> Int64 {
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
