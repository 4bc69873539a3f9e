import Foundation
import MillraceBase

/// Writes a log behind what was read of it. One thread at a time uses it.
struct LogWriter {
    private let folder: LogFolder
    private var contents: LogContents
    /// The tail to which records are added. Nil before the first one, and after an error: nothing is written behind what
    /// may be torn, and a synchronization that failed says nothing when it is tried again.
    private var tail: (place: LogPlace, records: RecordFile)?
    /// How many bytes are kept because they may not be on the medium.
    private(set) var unsyncedSize = 0

    init(_ folder: LogFolder, _ contents: LogContents) {
        (self.folder, self.contents) = (folder, contents)
        unsyncedSize = contents.unsynced.reduce(0) { $0 + $1.count }
    }

    var written: UInt64 { contents.last }
    var durable: UInt64 { contents.noted }
    var snapshotSize: Int { contents.snapshotSize }
    var generation: UInt64 { tail?.place.generation ?? contents.nextPlace.generation }

    /// How many bytes the tails take on the medium, where a file has 4096 at least.
    var tailSize: Int {
        var size = tail.map { max($0.records.size, 4096) } ?? 0
        for tail in contents.tails { size += max(tail.size, 4096) }
        return size
    }

    // MARK: Records

    mutating func append(_ payload: Data) throws(FileError) -> UInt64 {
        // Twice if the first one is left at once, for its mark.
        while tail == nil { try beginTail() }
        let sequence = contents.last + 1
        try write(RecordHead(kind: .record, sequence: sequence, synced: contents.noted), payload)
        contents.add(payload)
        unsyncedSize += payload.count
        return sequence
    }

    private mutating func write(_ head: RecordHead, _ payload: Data = Data()) throws(FileError) {
        do throws(FileError) {
            try tail?.records.append(head, payload)
        } catch {
            leaveTail()
            throw error
        }
    }

    private mutating func leaveTail() {
        if let tail { contents.tails.append((tail.place, tail.records.size)) }
        tail = nil
    }

    // MARK: Synchronizing

    /// The file to be synchronized, if there is one, and the record up to which that makes all durable.
    var pending: (file: OpenFile?, sequence: UInt64)? {
        contents.last > contents.noted ? (tail?.records.file, contents.last) : nil
    }

    /// Notes that a file was synchronized, so that the records up to one are on the medium.
    mutating func note(_ file: OpenFile, synced sequence: UInt64) {
        note(sequence)
        // If no mark can be written, the next tail says the same.
        if tail?.records.file === file { try? writeMark() }
    }

    /// Notes that a file could not be synchronized: it is left.
    mutating func noteFailure(of file: OpenFile) {
        if tail?.records.file === file { leaveTail() }
    }

    private mutating func note(_ synced: UInt64) {
        contents.note(synced)
        unsyncedSize = contents.unsynced.reduce(0) { $0 + $1.count }
    }

    private mutating func writeMark() throws(FileError) {
        try write(RecordHead(kind: .mark, sequence: contents.last, synced: contents.noted))
    }

    // MARK: Tails

    /// Begins a tail, with all records that may not be on the medium. They are, on return.
    ///
    /// The tail has its name when these are in it: at every moment each record is in the older tails or in this one.
    mutating func beginTail() throws(FileError) {
        let place = contents.takePlace()
        let header = LogHeader(
            kind: .tail,
            place: place,
            salt: .random(in: .min ... .max),
            sequence: contents.noted + 1,
            isBehindDamage: contents.isBehindDamage
        )
        let draft = try folder.draft(header.name)
        var records = try RecordFile(draft.file, header: header)
        for (sequence, payload) in zip((contents.noted + 1)..., contents.unsynced) {
            try records.append(RecordHead(kind: .record, sequence: sequence, synced: contents.noted), payload)
        }
        // If this fails the new tail may have its name, and make void what would be added to the old one.
        leaveTail()
        try folder.commit(draft)
        tail = (place, records)
        if contents.isBehindDamage { (contents.isBehindDamage, contents.lastKept) = (false, place) }
        if contents.last == contents.noted { return }
        note(contents.last)
        try? writeMark()
    }

    // MARK: Generations

    /// Begins a generation. Returns its number, and the last record before it.
    mutating func beginGeneration() throws(FileError) -> (generation: UInt64, sequence: UInt64) {
        contents.beginGeneration()
        try beginTail()
        return (generation, contents.last)
    }

    /// Notes that the snapshot of a generation is on the medium: it stands for the older files. Returns the place before
    /// which these are to be kept nonetheless, if any are.
    mutating func note(snapshot generation: UInt64, size: Int) -> LogPlace? {
        contents.snapshotSize = size
        contents.tails.removeAll { $0.place.generation < generation }
        return contents.lastKept
    }
}
