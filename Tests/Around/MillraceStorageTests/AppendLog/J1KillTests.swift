#if os(macOS) || os(Linux)
import Foundation
import MillraceBase
import MillraceSpecs
import TestSupport
import Testing

@testable import MillraceStorage

/// Laws J1 and J7, with processes that are killed while they write.
///
/// A process appends records and makes snapshots for as long as it lives, and notes each record that was written. It is
/// killed at a random moment: between two calls of the system, or within one, of which a half is done. After each, the
/// log must have all records that were noted, one more at most, and each as it was appended.
///
/// 100 processes in the gate; `MILLRACE_KILLS=1000` kills more of them.
@Suite(.serialized) struct J1KillTests {
    @Test func whatWasWrittenIsThere() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let kills = Programs.kills(100)
        let firstSeed = UInt64.random(in: .min ... .max)
        var (torn, snapshots, records): (Int, Int, UInt64) = (0, 0, 0)
        for kill in 0..<kills {
            let seed = firstSeed &+ UInt64(kill)
            let writer = KilledLogWriter(path: folder.path, seed: seed)
            await #expect(processExitsWith: .signal(SIGKILL)) { [writer = writer as KilledLogWriter] in
                try writer.write()
            }
            var found = NumberedRecords()
            let log = try AppendLog(URL(fileURLWithPath: writer.log), syncing: .never) { found.add($0) }
            let noted = writer.noted()
            #expect(found.problem == nil, "kill \(kill) of seed \(seed): \(found.problem ?? "")")
            #expect(found.count >= noted, "kill \(kill) of seed \(seed): \(found.count) records of \(noted)")
            #expect(found.count <= max(noted, records) + 1, "kill \(kill) of seed \(seed): \(found.count) of \(noted)")
            #expect(log.findings.allSatisfy { $0.kind == .torn }, "kill \(kill) of seed \(seed): \(log.findings)")
            torn += log.findings.count
            snapshots += found.hasSnapshot ? 1 : 0
            records = found.count
        }
        // Enough has happened between the kills.
        #expect(kills < 100 || records > UInt64(kills) && snapshots > kills / 4 && torn > 0)
    }

    @Test func aSecondProcessIsRefused() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = try AppendLog(folder, syncing: .never) { _ in }
        try log.append(Data("a".utf8))
        let path = folder.path
        await #expect(processExitsWith: .exitCode(75)) { [path = path as String] in
            do {
                _ = try AppendLog(URL(fileURLWithPath: path), syncing: .never) { _ in }
            } catch AppendLogError.inUse(folder: path) { exit(75) }
        }
        #expect(try log.append(Data("b".utf8)) == 2)
    }
}

/// What is in a log whose records tell their numbers, and whose snapshots tell how many they stand for.
struct NumberedRecords {
    private(set) var count: UInt64 = 0
    private(set) var problem: String?
    private(set) var hasSnapshot = false

    mutating func add(_ entry: LogEntry) {
        switch entry {
        case .snapshot(let piece):
            (count, hasSnapshot) = (UInt64(String(decoding: piece, as: UTF8.self)) ?? 0, true)
        case .record(let sequence, let data):
            if sequence != count + 1 { problem = "\(sequence) behind \(count)" }
            if data != Self.data(sequence) { problem = "\(sequence) is another one" }
            count = sequence
        }
    }

    static func data(_ sequence: UInt64) -> Data {
        Data(String(repeating: "\(sequence);", count: 1 + Int(sequence % 60)).utf8)
    }
}

/// What a process does until it is killed.
struct KilledLogWriter: Codable, Sendable {
    let path: String
    let seed: UInt64

    var log: String { path + "/log" }

    /// The last record that was noted.
    func noted() -> UInt64 {
        let data = (try? Data(contentsOf: URL(fileURLWithPath: path + "/notes"))) ?? Data()
        return data.withUnsafeBytes { bytes in
            bytes.count < 8 ? 0 : bytes.loadUnaligned(fromByteOffset: bytes.count / 8 * 8 - 8, as: UInt64.self)
        }
    }

    func write() throws {
        var random = SeededGenerator(seed: seed)
        let notes = open(path + "/notes", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let policies: [AppendLog.Syncing] = [.eachRecord, .within(.milliseconds(1)), .never]
        let syncing = policies[Int.random(in: 0..<policies.count, using: &random)]
        let calls = killing(&random)
        var found = NumberedRecords()
        let log = try AppendLog(self.log, syncing: syncing, fileSystem: calls) { found.add($0) }
        while true {
            let sequence = try log.append(NumberedRecords.data(log.writtenSequence + 1))
            _ = withUnsafeBytes(of: sequence) { Foundation.write(notes, $0.baseAddress, $0.count) }
            if log.tailSize > max(20_000, log.snapshotSize) {
                let snapshot = log.beginSnapshot()
                Thread.detachNewThread {
                    try? snapshot.write(Data("\(snapshot.sequence)".utf8))
                    try? snapshot.commit()
                }
            }
        }
    }

    /// A system that kills the process within one of its next calls, or at a random time.
    private func killing(_ random: inout SeededGenerator) -> FileSystem {
        let isTimed = Int.random(in: 0..<4, using: &random) == 0
        let left = Locked(isTimed ? Int.max : Int.random(in: 0..<300, using: &random))
        if isTimed {
            let delay = UInt32.random(in: 0..<20_000, using: &random)
            Thread.detachNewThread {
                usleep(delay)
                kill(getpid(), SIGKILL)
            }
        }
        @Sendable func count(orHalf half: () -> Void = {}) {
            let isLast = left.withLock { left in
                left -= 1
                return left < 0
            }
            if !isLast { return }
            half()
            kill(getpid(), SIGKILL)
        }
        let system = FileSystem.system
        var calls = system
        calls.write = { descriptor, bytes, offset in
            count(orHalf: {
                _ = system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), offset)
            })
            return system.write(descriptor, bytes, offset)
        }
        calls.synchronize = { descriptor in
            count()
            return system.synchronize(descriptor)
        }
        calls.synchronizeFolder = { path in
            count()
            return system.synchronizeFolder(path)
        }
        calls.rename = { old, new in
            count()
            return system.rename(old, new)
        }
        calls.unlink = { path in
            count()
            return system.unlink(path)
        }
        return calls
    }
}
#endif
