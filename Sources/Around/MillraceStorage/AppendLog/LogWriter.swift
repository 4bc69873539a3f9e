import Foundation
import MillraceBase

/// Writes a log behind the records that were read. One thread at a time uses it.
struct LogWriter {
    private let folder: LogFolder
    private let claim: LogClaim
    private var contents: LogContents
    /// The tail to which records are added. Nil before the first one, and after an error: nothing is written behind a
    /// record that may be torn, and a synchronization that failed says nothing when it is tried again.
    private var tail: (place: LogPlace, records: RecordFile)?
    /// How many bytes are kept because they may not be on the medium.
    private(set) var unsyncedSize = 0

    init(_ folder: LogFolder, _ claim: LogClaim, _ contents: LogContents) {
        (self.folder, self.claim, self.contents) = (folder, claim, contents)
        unsyncedSize = contents.unsynced.reduce(0) { $0 + $1.count }
    }

    var written: UInt64 { contents.last }
    var durable: UInt64 { contents.noted }
    var snapshotSize: Int { contents.snapshotSize }

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
    var pending: (tail: (file: OpenFile, name: LogFileName)?, sequence: UInt64)? {
        guard contents.last > contents.noted else { return nil }
        return (tail.map { ($0.records.file, LogFileName(.tail, $0.place)) }, contents.last)
    }

    /// Ends the writing.
    mutating func close() { leaveTail() }

    /// Notes that a file was synchronized, so that the records up to one are on the medium.
    mutating func note(_ file: OpenFile, synced sequence: UInt64) {
        note(sequence)
        // If no mark can be written, the next tail says the same.
        if tail?.records.file === file { try? writeMark() }
    }

    /// Whether records are added to this file.
    func isWriting(to file: OpenFile) -> Bool { tail?.records.file === file }

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

    /// Begins a tail. All records are on the medium on return.
    mutating func beginTail() throws(FileError) {
        try claim.check()
        var draft = try TailDraft(takeHeader(), in: folder)
        try draft.add(contents)
        try draft.file.synchronize()
        try putInPlace(draft)
        do throws(FileError) {
            try folder.synchronize()
        } catch {
            leaveTail()
            throw error
        }
        claim.note(draft.header.place)
        if contents.last > contents.noted { note(draft.file, synced: contents.last) }
    }

    private mutating func takeHeader() -> LogHeader {
        LogHeader(
            kind: .tail,
            place: contents.takePlace(),
            salt: folder.fileSystem.randomNumber(),
            sequence: contents.firstRecent,
            isBehindDamage: contents.isBehindDamage
        )
    }

    /// Goes on in another tail, which has all records that are not in the older ones for sure.
    ///
    /// Those that are on the medium in an older one are on the medium in it: the tail makes them void there, and after a
    /// power failure it may have its name or not.
    private mutating func putInPlace(_ draft: TailDraft) throws(FileError) {
        // If this fails it may have its name, and make records void that would be added to the old one.
        leaveTail()
        try draft.commit()
        tail = (draft.header.place, draft.records)
        if contents.isBehindDamage { (contents.isBehindDamage, contents.lastKept) = (false, draft.header.place) }
    }

    // MARK: Generations

    /// Keeps the records from now on for the tail of a snapshot's generation. Returns that, and the last record before.
    mutating func hold() -> (generation: UInt64, sequence: UInt64) { (contents.hold(), contents.last) }

    /// Ends that.
    mutating func letGo(_ generation: UInt64) { contents.letGo(generation) }

    /// Begins a generation. Returns the beginning of its tail, which is written while records are appended to the
    /// former one; nil if there is a newer generation.
    mutating func begin(_ generation: UInt64) -> (header: LogHeader, contents: LogContents)? {
        if contents.nextPlace.generation >= generation { return nil }
        contents.begin(generation)
        return (takeHeader(), contents)
    }

    /// Goes on in the tail of a new generation, once its beginning is on the medium.
    mutating func goOn(in draft: TailDraft) throws(FileError) {
        var draft = draft
        if contents.hasGone(behind: draft.header.place) {
            // An error has led to another tail, which has the same records.
            if tail == nil { try beginTail() }
            return
        }
        try draft.add(contents)
        try putInPlace(draft)
    }

    /// Notes that the snapshot of a generation is on the medium: it stands for the older files. Returns the place before
    /// which these are to be kept nonetheless, if any are.
    mutating func note(snapshot generation: UInt64, size: Int) -> LogPlace? {
        contents.snapshotSize = size
        contents.tails.removeAll { $0.place.generation < generation }
        return contents.lastKept
    }
}
