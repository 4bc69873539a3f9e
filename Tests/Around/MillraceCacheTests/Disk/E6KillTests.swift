#if os(macOS) || os(Linux)
import Foundation
import MillraceBase
import MillraceSignals
import MillraceStorage
import TestSupport
import Testing

@testable import MillraceCache

/// Law E6, with processes that are killed while they write.
///
/// A process writes, replaces and removes records for as long as it lives, and notes each operation that was
/// acknowledged. It is killed at a random moment: between two operations, within a call of the system that has written
/// a part of a record. The next process goes on in the same folder. After each,
/// every record must be whole, and what was acknowledged last, or what was begun after it.
///
/// 200 processes in the gate; `MILLRACE_KILLS=2000` kills more of them.
@Suite(.serialized) struct E6KillTests {
    @Test func nothingIsReadThatWasNotWrittenWholeAndWhatWasAcknowledgedIsThere() async throws {
        let folder = TemporaryFolder()
        let path = folder.url.path
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let kills = Programs.kills(200)
        let firstSeed = UInt64.random(in: .min ... .max)
        var state = KillState()
        for kill in 0..<kills {
            let seed = firstSeed &+ UInt64(kill)
            let writer = KilledWriter(path: path, seed: seed, first: state.nextNumber)
            await #expect(processExitsWith: .signal(SIGKILL)) { [writer = writer as KilledWriter] in
                await writer.write()
            }
            try state.read(notesIn: path)
            let problems = Notes()
            let cache = await folder.open(problems)
            for key in 0..<KilledWriter.keyCount {
                let found = await cache.data(for: "\(key)")
                let problem = state.problem(with: found, for: key)
                #expect(problem == nil, "kill \(kill) of seed \(seed): \(problem ?? "")")
            }
            await cache.close()
            #expect(problems.all.isEmpty, "kill \(kill) of seed \(seed): \(problems.all)")
        }
        // Enough has happened between the kills, and no draft is left.
        #expect(state.nextNumber > kills)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count <= KilledWriter.keyCount + 2)
    }
}

/// What a process does until it is killed.
struct KilledWriter: Codable, Sendable {
    static let keyCount = 12
    static let notes = "/notes"

    let path: String
    let seed: UInt64
    let first: Int

    func write() async {
        var random = KillRandom(state: seed)
        let notes = open(path + Self.notes, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var settings = RecordFolder.Settings(path: path)
        settings.fileSystem = killing(&random)
        let cache = DiskCache(settings) { _ in }
        var number = first
        while true {
            let key = Int(random.next() % UInt64(Self.keyCount))
            note(0, number, key, to: notes)
            do {
                if Self.isRemoval(number) {
                    try await cache.remove("\(key)")
                } else {
                    try await cache.insert(Self.data(number, key), for: "\(key)")
                }
            } catch { return }
            note(1, number, key, to: notes)
            number += 1
        }
    }

    /// Notes that an operation is begun, or that it was acknowledged.
    private func note(_ kind: Int64, _ number: Int, _ key: Int, to notes: Int32) {
        _ = [kind, Int64(number), Int64(key)].withUnsafeBytes { Foundation.write(notes, $0.baseAddress, $0.count) }
    }

    /// A system that kills the process within one of its next writes, after some of the bytes, or at a random time.
    private func killing(_ random: inout KillRandom) -> FileSystem {
        var calls = FileSystem.system
        let write = calls.write
        let isTimed = random.next() % 4 == 0
        let left = Locked(isTimed ? Int.max : Int(random.next() % 60))
        let share = random.next()
        if isTimed {
            let delay = random.next() % 5000
            Thread.detachNewThread {
                usleep(UInt32(delay))
                kill(getpid(), SIGKILL)
            }
        }
        calls.write = { descriptor, bytes, offset in
            let isLast = left.withLock { left in
                left -= 1
                return left < 0
            }
            if !isLast { return write(descriptor, bytes, offset) }
            let part = UnsafeRawBufferPointer(rebasing: bytes[..<Int(share % UInt64(bytes.count + 1))])
            _ = part.isEmpty ? 0 : write(descriptor, part, offset)
            kill(getpid(), SIGKILL)
            return bytes.count
        }
        return calls
    }

    /// The value of an operation: its number, over and over, as long as the number says.
    static func data(_ number: Int, _ key: Int) -> Data {
        let text = "\(number) \(key);"
        return Data(String(repeating: text, count: 1 + number * 7 % 40).utf8)
    }

    static func isRemoval(_ number: Int) -> Bool { number % 9 == 4 }
}

/// What may be found after a kill.
struct KillState {
    /// The number of the last operation of each key that is known to have happened.
    private var last: [Int: Int] = [:]
    /// The operation that was begun and not acknowledged: it may have happened or not.
    private var open: (number: Int, key: Int)?
    private(set) var nextNumber = 0

    /// Reads what the process has noted that was killed.
    mutating func read(notesIn path: String) throws {
        let notes = URL(fileURLWithPath: path + KilledWriter.notes)
        let data = (try? Data(contentsOf: notes)) ?? Data()
        open = nil
        data.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count / 24 * 24, by: 24) {
                let note = (0..<3).map { Int(bytes.loadUnaligned(fromByteOffset: offset + 8 * $0, as: Int64.self)) }
                nextNumber = note[1] + 1
                if note[0] == 0 { open = (note[1], note[2]) } else { (last[note[2]], open) = (note[1], nil) }
            }
        }
        try Data().write(to: notes)
    }

    /// What is wrong with what was found of a key. If it is the operation that was open, that has happened.
    mutating func problem(with data: Data?, for key: Int) -> String? {
        if let open, open.key == key, data == result(of: open.number, key) {
            last[key] = open.number
            return nil
        }
        if data == last[key].flatMap({ result(of: $0, key) }) { return nil }
        let found = data.map { String(decoding: $0.prefix(40), as: UTF8.self) } ?? "nothing"
        return "\(key) has \(found), and should have operation \(last[key] ?? -1)"
    }

    private func result(of number: Int, _ key: Int) -> Data? {
        KilledWriter.isRemoval(number) ? nil : KilledWriter.data(number, key)
    }
}

/// SplitMix64, for a process that has no more than this.
struct KillRandom {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
#endif
