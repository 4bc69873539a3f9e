import Foundation

/// What is known of a log once it was read: where to go on.
struct LogContents: Sendable {
    /// The last record.
    var last: UInt64 = 0
    /// The last record that is known to be on the medium.
    private(set) var noted: UInt64 = 0
    /// The records behind that one.
    private(set) var unsynced: [Data] = []
    var snapshotSize = 0
    /// The tails behind the snapshot, with their sizes.
    var tails: [(place: LogPlace, size: Int)] = []
    /// Where the next tail will be.
    private(set) var nextPlace = LogPlace(generation: 1)
    /// The files up to this place stay when a snapshot replaces them: something in them could not be read.
    var lastKept: LogPlace?
    var isBehindDamage = false
    var findings: [AppendLog.Finding] = []

    /// Goes behind all places that were ever used.
    mutating func place(behind places: [LogPlace]) {
        if let last = places.max() { nextPlace = LogPlace(generation: last.generation, part: last.part + 1) }
    }

    mutating func begin(with snapshot: LogHeader, size: Int) {
        (last, noted, snapshotSize) = (snapshot.sequence, snapshot.sequence, size)
    }

    mutating func add(_ record: Data) {
        last += 1
        if last > noted { unsynced.append(record) }
    }

    /// Notes that the records up to this one are on the medium.
    mutating func note(_ synced: UInt64) {
        if synced <= noted { return }
        // The records may be still to come.
        unsynced.removeFirst(Int(min(UInt64(unsynced.count), synced - noted)))
        noted = synced
    }

    /// The place of the next tail, which no other has.
    mutating func takePlace() -> LogPlace {
        defer { nextPlace.part += 1 }
        return nextPlace
    }

    mutating func beginGeneration() { nextPlace = LogPlace(generation: nextPlace.generation + 1) }

    /// Goes on behind the last record that was read: the rest is not.
    mutating func forgetBehindDamage() {
        (noted, unsynced, isBehindDamage) = (last, [], true)
        beginGeneration()
    }
}
