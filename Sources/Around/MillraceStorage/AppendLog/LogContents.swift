import Foundation

/// The state of a log once it was read: where to go on.
struct LogContents: Sendable {
    /// The last record.
    var last: UInt64 = 0
    /// The last record that is known to be on the medium.
    private(set) var noted: UInt64 = 0
    /// The records behind that one, and before these those that a snapshot which is being made does not stand for.
    private(set) var recent: [Data] = []
    /// The snapshots that are being made: the last record of each, by its generation.
    private var held: [UInt64: UInt64] = [:]
    var snapshotSize = 0
    /// The tails behind the snapshot, with their sizes.
    var tails: [(place: LogPlace, size: Int)] = []
    /// Where the next tail will be.
    private(set) var nextPlace = LogPlace(generation: 1)
    /// The files up to this place stay when a snapshot replaces them: something in them could not be read.
    var lastKept: LogPlace?
    var isBehindDamage = false
    var findings: [LogFinding] = []

    /// Goes behind all places that were ever used.
    mutating func place(behind places: [LogPlace]) {
        if let last = places.max() { nextPlace = LogPlace(generation: last.generation, part: last.part + 1) }
    }

    mutating func begin(with snapshot: LogHeader, size: Int) {
        (last, noted, snapshotSize) = (snapshot.sequence, snapshot.sequence, size)
    }

    /// The records that may not be on the medium.
    var unsynced: ArraySlice<Data> { recent.suffix(Int(last - min(noted, last))) }

    /// The first record that the next tail has to have: those before are on the medium, or a snapshot stands for them.
    var firstRecent: UInt64 { min(noted, held.values.min() ?? noted) + 1 }

    mutating func add(_ record: Data) {
        last += 1
        if last >= firstRecent { recent.append(record) }
    }

    /// Notes that the records up to this one are on the medium.
    mutating func note(_ synced: UInt64) {
        if synced <= noted { return }
        noted = synced
        forgetOld()
    }

    /// Keeps the records behind the last one for a snapshot, whose generation it returns.
    mutating func hold() -> UInt64 {
        let generation = max(nextPlace.generation, held.keys.max() ?? 0) + 1
        held[generation] = last
        return generation
    }

    mutating func letGo(_ generation: UInt64) {
        held[generation] = nil
        forgetOld()
    }

    private mutating func forgetOld() {
        // Records that are noted may be still to come.
        let count = last + 1 - min(firstRecent, last + 1)
        recent.removeFirst(recent.count - min(Int(count), recent.count))
    }

    /// The place of the next tail, which no other has.
    mutating func takePlace() -> LogPlace {
        defer { nextPlace.part += 1 }
        return nextPlace
    }

    /// Whether a tail was begun behind this place.
    func hasGone(behind place: LogPlace) -> Bool {
        nextPlace != LogPlace(generation: place.generation, part: place.part + 1)
    }

    mutating func begin(_ generation: UInt64) { nextPlace = LogPlace(generation: generation) }

    /// Goes on behind the last record that was read: the rest is not.
    mutating func forgetBehindDamage() {
        (noted, recent, isBehindDamage) = (last, [], true)
        begin(nextPlace.generation + 1)
    }
}
