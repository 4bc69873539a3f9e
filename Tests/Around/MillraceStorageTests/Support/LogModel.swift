import Foundation
import MillraceSpecs
import MillraceSimulation

@testable import MillraceStorage

/// What is known of a log: what was written, and what was told about it.
struct LogModel {
    /// The records that were appended.
    private(set) var records: [Data] = []
    /// Those of which an error was told: one of them may be there as the next one.
    private var failed: [Data] = []
    /// How many were told to be durable.
    private(set) var durable: UInt64 = 0

    mutating func append(_ data: Data, to log: AppendLog) -> String? {
        guard let sequence = try? log.append(data) else {
            failed.append(data)
            return nil
        }
        records.append(data)
        failed = []
        if sequence != UInt64(records.count) { return "record \(records.count) has the number \(sequence)" }
        if log.writtenSequence != sequence { return "\(log.writtenSequence) instead of \(sequence) were written" }
        return nil
    }

    mutating func note(_ log: AppendLog) { durable = max(durable, log.durableSequence) }

    /// Writes all records into a snapshot.
    func write(_ snapshot: AppendLog.SnapshotWriter) throws {
        for record in records.prefix(Int(snapshot.sequence)) { try snapshot.write(record) }
    }

    /// Compares what was read after a process has ended, and goes on from that.
    mutating func problem(with found: [Data], afterPowerLoss: Bool) -> String? {
        let least = afterPowerLoss ? Int(durable) : records.count
        if found.count < least { return "lost: \(found.count) records of \(least), \(records.count) were written" }
        if found.count > records.count + 1 { return "wrong: \(found.count) records instead of \(records.count)" }
        for (index, data) in found.enumerated() {
            let isRight = index < records.count ? data == records[index] : failed.contains(data)
            if !isRight { return "wrong: record \(index + 1) of \(found.count)" }
        }
        (records, failed) = (found, [])
        return nil
    }
}

/// What is in a log, with the pieces of the snapshot in place of the records before it.
struct LogReading {
    private(set) var records: [Data] = []
    private(set) var problem: String?

    mutating func add(_ entry: LogEntry) {
        switch entry {
        case .snapshot(let piece): records.append(piece)
        case .record(let sequence, let data):
            records.append(data)
            if sequence != UInt64(records.count) { problem = "record \(records.count) has the number \(sequence)" }
        }
    }

    static func open(
        syncing: AppendLog.Syncing = .never,
        onDamage: LogDamagePolicy = .refuse,
        _ calls: FileSystem
    ) throws -> (log: AppendLog, found: LogReading) {
        var found = LogReading()
        let log = try AppendLog("/log", syncing: syncing, onDamage: onDamage, fileSystem: calls) {
            found.add($0)
        }
        return (log, found)
    }
}

extension SimulatedDisk {
    /// The files of the log by their names.
    var log: [String: [UInt8]] {
        get { Dictionary(uniqueKeysWithValues: files.map { (String($0.key.dropFirst(5)), $0.value) }) }
        set { files = Dictionary(uniqueKeysWithValues: newValue.map { ("/log/\($0.key)", $0.value) }) }
    }
}
