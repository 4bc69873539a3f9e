import Foundation
import MillraceSpecs
import MillraceSimulation

@testable import MillraceStorage

/// A log on a simulated disk, and what was written to it.
struct SampleLog {
    let disk = SimulatedDisk(seed: 1)
    private(set) var records: [Data] = []
    private(set) var durable = 0

    /// A snapshot; a tail behind it; another generation whose snapshot could not be committed, with a torn end; a last
    /// tail that is not synchronized to its end.
    static func withTails() throws -> SampleLog {
        for call in 0... {
            let sample = try withTails(failingCall: call)
            let names = sample.disk.log.keys
            if names.contains("3.tail"), !names.contains("3.snapshot") { return sample }
        }
        return SampleLog()
    }

    /// - Parameter failingCall: Which call of committing the second snapshot fails.
    private static func withTails(failingCall: Int) throws -> SampleLog {
        var sample = SampleLog()
        let (log, _) = try LogReading.open(sample.disk.start())
        for _ in 0..<2 { try sample.append(to: log) }
        try sample.commitSnapshot(of: log)
        for _ in 0..<2 { try sample.append(to: log) }
        try log.synchronize()
        try sample.append(to: log)
        sample.disk.behaviour = .init(failingCall: sample.disk.calls + failingCall)
        try? sample.commitSnapshot(of: log)
        sample.disk.behaviour = .init()
        for _ in 0..<2 { try sample.append(to: log) }
        sample.disk.behaviour = .init(room: 20)
        try? sample.append(to: log)
        sample.disk.behaviour = .init()
        for _ in 0..<2 { try sample.append(to: log) }
        try log.synchronize()
        sample.durable = sample.records.count
        try sample.append(to: log)
        sample.disk.stop()
        withExtendedLifetime(log) {}
        return sample
    }

    /// A snapshot whose older files were not removed, because the process was stopped.
    static func withOlderFiles() throws -> SampleLog {
        for calls in 0... {
            var sample = SampleLog()
            let (log, _) = try LogReading.open(sample.disk.start())
            for _ in 0..<3 { try sample.append(to: log) }
            try sample.commitSnapshot(of: log)
            for _ in 0..<2 { try sample.append(to: log) }
            try log.synchronize()
            sample.durable = sample.records.count
            sample.disk.behaviour = .init(callsLeft: calls)
            try? sample.commitSnapshot(of: log)
            withExtendedLifetime(log) {}
            if sample.disk.log.keys.contains("3.snapshot") { return sample }
        }
        return SampleLog()
    }

    private mutating func append(to log: AppendLog) throws {
        let record = Data("record \(records.count + 1)".utf8)
        try log.append(record)
        records.append(record)
    }

    private func commitSnapshot(of log: AppendLog) throws {
        let snapshot = log.beginSnapshot()
        for record in records { try snapshot.write(record) }
        try snapshot.commit()
    }

    /// Opens what is on the disk. Nil if it is refused as damaged.
    func open(_ policy: LogDamagePolicy = .refuse) throws -> (log: AppendLog, found: LogReading)? {
        do {
            return try LogReading.open(onDamage: policy, disk.start())
        } catch AppendLogError.damaged { return nil } catch AppendLogError.newerFormat { return nil }
    }

    /// What is wrong with what is read from files that were damaged. Nil if it is told.
    ///
    /// - Parameter isBetween: Whether a cut falls between two records of the last tail, which nobody can tell.
    func problem(isCut: Bool = false, isBetween: Bool = false) throws -> String? {
        let before = disk.log
        guard let (log, found) = try open() else {
            if disk.log != before { return "what is refused was changed" }
            return try problemOfSoundPart()
        }
        let count = found.records.count
        if found.problem != nil || found.records != Array(records.prefix(count)) { return "wrong: \(found)" }
        if count == records.count { return nil }
        if log.findings.isEmpty, !isBetween { return "silent: \(count) records" }
        return count < durable && !isCut ? "lost: \(count) records, \(log.findings)" : nil
    }

    /// What is wrong with going on with the records before the damage.
    private func problemOfSoundPart() throws -> String? {
        guard let (log, found) = try open(.openSoundPart) else { return nil }
        let sound = found.records
        if found.problem != nil || sound != Array(records.prefix(sound.count)) { return "wrong: \(found)" }
        guard log.findings.contains(where: { $0.kind == .damaged }) else { return "not told" }
        let next = Data("next".utf8)
        guard try log.append(next) == UInt64(sound.count + 1) else { return "a wrong number" }
        guard let (again, foundAgain) = try open() else { return "damaged still" }
        if foundAgain.records != sound + [next] { return "wrong: \(foundAgain) behind \(sound.count)" }
        let snapshot = again.beginSnapshot()
        for record in foundAgain.records { try snapshot.write(record) }
        try snapshot.commit()
        let kept = disk.log.keys.filter { $0.hasSuffix(".damaged") }
        guard let (last, foundAtLast) = try open() else { return "damaged behind the snapshot" }
        if foundAtLast.records != sound + [next] { return "wrong: \(foundAtLast) behind the snapshot" }
        if kept.isEmpty || last.findings.filter({ $0.kind == .leftBehind }).count != kept.count { return "not kept" }
        return nil
    }
}
