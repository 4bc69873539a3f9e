import Foundation
import MillraceBase
import MillraceSpecs
import MillraceSimulation

@testable import MillraceStorage

final class AppendLogSpec: Spec {
    func testSpec() {
        var folder = URL(fileURLWithPath: "/")

        beforeEach {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)/log")
        }

        afterEach { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

        func names() -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        }

        /// Opens the log, and notes what is in it.
        func open(_ found: inout [String], syncing: AppendLog.Syncing = .never) throws -> AppendLog {
            found = []
            return try AppendLog(folder, syncing: syncing) { entry in
                switch entry {
                case .snapshot(let piece): found.append("(\(String(decoding: piece, as: UTF8.self)))")
                case .record(let sequence, let data):
                    found.append("\(sequence)\(String(decoding: data, as: UTF8.self))")
                }
            }
        }

        func contents() throws -> [String] {
            var found: [String] = []
            _ = try open(&found)
            return found
        }

        describe("a new log") {
            it("is empty, and makes no file before the first record") {
                var found: [String] = []
                let log = try open(&found)
                expect(found).to(beEmpty())
                expect(names()) == ["lock", "origin"]
                expect(log.writtenSequence) == 0
                expect(log.tailSize) == 0
                expect(log.findings).to(beEmpty())
            }

            it("is for its owner alone") {
                var found: [String] = []
                let log = try open(&found)
                try log.append(Data("a".utf8))
                for (path, mode) in [("", 0o700), ("/1.tail", 0o600), ("/lock", 0o600)] {
                    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + path)
                    expect(attributes[.posixPermissions] as? Int) == mode
                }
            }
        }

        describe("what is appended") {
            it("is there when the log is opened again, numbered and in order") {
                var found: [String] = []
                var log: AppendLog? = try open(&found)
                for text in ["a", "", "ccc"] { try log?.append(Data(text.utf8)) }
                expect(log?.writtenSequence) == 3
                log = nil
                log = try open(&found)
                expect(found) == ["1a", "2", "3ccc"]
                expect(try log?.append(Data("d".utf8))) == 4
                log = nil
                expect(try contents()) == ["1a", "2", "3ccc", "4d"]
            }

            it("is durable when it is synchronized") {
                var found: [String] = []
                let log = try open(&found)
                try log.append(Data("a".utf8))
                expect(log.durableSequence) == 0
                try log.synchronize()
                expect(log.durableSequence) == 1
            }

            it("is durable at once under the policy for it") {
                var found: [String] = []
                let log = try open(&found, syncing: .eachRecord)
                try log.append(Data("a".utf8))
                expect(log.durableSequence) == 1
            }

            it("is durable a little later under the policy for that, and those who observe are told in order") {
                var found: [String] = []
                let log = try open(&found, syncing: .within(.milliseconds(2)))
                let (progress, isDone) = (Locked<[LogProgress]>([]), DispatchSemaphore(value: 0))
                log.observeProgress { step in
                    progress.withLock { $0.append(step) }
                    if step == .durable(3) { isDone.signal() }
                }
                for text in ["a", "b", "c"] { try log.append(Data(text.utf8)) }
                expect(isDone.wait(timeout: .now() + 60)) == .success
                expect(log.durableSequence) == 3
                expect(progress.withLock { $0 }.last) == .durable(3)
            }
        }

        describe("a snapshot") {
            it("stands for the records before it, and the older files are removed") {
                var found: [String] = []
                var log: AppendLog? = try open(&found)
                for text in ["a", "b"] { try log?.append(Data(text.utf8)) }
                let snapshot = log?.beginSnapshot()
                expect(snapshot?.sequence) == 2
                try log?.append(Data("c".utf8))
                for piece in ["a", "and b"] { try snapshot?.write(Data(piece.utf8)) }
                try snapshot?.commit()
                try log?.append(Data("d".utf8))
                expect(names()) == ["2.snapshot", "2.tail", "lock", "origin"]
                expect(log?.snapshotSize) == 64 + 33 + 37 + 32
                expect(log?.tailSize) == 4096
                log = nil
                // The writer does not keep the log any more.
                expect(try contents()) == ["(a)", "(and b)", "3c", "4d"]
                withExtendedLifetime(snapshot) {}
            }

            it("is read with what is behind it") {
                var found: [String] = []
                do {
                    let log = try open(&found)
                    for text in ["a", "b"] { try log.append(Data(text.utf8)) }
                    let snapshot = log.beginSnapshot()
                    try log.append(Data("c".utf8))
                    try snapshot.write(Data("ab".utf8))
                    try snapshot.commit()
                }
                expect(try contents()) == ["(ab)", "3c"]
            }

            it("is as if never begun if it is not committed") {
                var found: [String] = []
                do {
                    let log = try open(&found)
                    for text in ["a", "b"] { try log.append(Data(text.utf8)) }
                    let snapshot = log.beginSnapshot()
                    try log.append(Data("c".utf8))
                    try snapshot.write(Data("ab".utf8))
                }
                expect(names()) == ["1.tail", "lock", "origin"]
                expect(try contents()) == ["1a", "2b", "3c"]
            }

            it("does nothing if one that was begun later is committed") {
                var found: [String] = []
                do {
                    let log = try open(&found)
                    try log.append(Data("a".utf8))
                    let earlier = log.beginSnapshot()
                    try log.append(Data("b".utf8))
                    let later = log.beginSnapshot()
                    try later.write(Data("ab".utf8))
                    try later.commit()
                    try log.append(Data("c".utf8))
                    try earlier.write(Data("a".utf8))
                    try earlier.commit()
                }
                expect(names()) == ["3.snapshot", "3.tail", "lock", "origin"]
                expect(try contents()) == ["(ab)", "3c"]
            }
        }

        describe("a second writer") {
            it("is refused as long as there is the first") {
                var found: [String] = []
                var log: AppendLog? = try open(&found)
                expect { _ = try open(&found) }.to(throwError(AppendLogError.inUse(folder: folder.path)))
                withExtendedLifetime(log) {}
                log = nil
                _ = try open(&found)
            }
        }

        describe("what is damaged") {
            /// A log with three records, of which the second is damaged.
            func damage() throws {
                var found: [String] = []
                do {
                    let log = try open(&found)
                    for text in ["a", "b", "c"] { try log.append(Data(text.utf8)) }
                    try log.synchronize()
                }
                let file = try OpenFile(folder.path + "/1.tail", .existing)
                try file.write(Data("x".utf8), at: 64 + 33 + 32)
            }

            it("is refused, with its place") {
                try damage()
                let finding = LogFinding(kind: .damaged, file: folder.path + "/1.tail", offset: 97, sequence: 2)
                expect { try contents() }.to(throwError(AppendLogError.damaged(finding)))
                expect("\(AppendLogError.damaged(finding))")
                    == "AppendLog: record 2 is damaged or missing, at byte 97 of \(folder.path)/1.tail. "
                    + "To fix: restore the folder, or open with `onDamage: .openSoundPart`."
            }

            it("is left behind where the part before it is asked for, and stays until somebody looks into it") {
                try damage()
                var found: [String] = []
                func read(_ entry: LogEntry) {
                    if case .record(_, let data) = entry { found.append(String(decoding: data, as: UTF8.self)) }
                }
                do {
                    let log = try AppendLog(folder, syncing: .never, onDamage: .openSoundPart, reading: read)
                    expect(found) == ["a"]
                    expect(log.findings.map(\.kind)) == [.damaged]
                    expect(try log.append(Data("d".utf8))) == 2
                }
                expect(try contents()) == ["1a", "2d"]
                do {
                    let log = try open(&found)
                    try log.beginSnapshot().commit()
                }
                expect(names()) == ["1.tail.damaged", "3.snapshot", "3.tail", "lock", "origin"]
                let log = try open(&found)
                expect(log.findings.map { "\($0)" }) == ["a damaged log has left \(folder.path)/1.tail.damaged"]
            }

            it("is told of a snapshot, too, whose older files are there still") {
                let sample = try SampleLog.withOlderFiles()
                sample.disk.log["3.snapshot"]?[100] ^= 1
                let opened = try sample.open()
                expect(opened?.found.records) == sample.records
                expect(opened?.log.findings.map(\.file)) == ["/log/3.snapshot"]
            }
        }

        describe("what was written by a newer version") {
            it("is refused") {
                var found: [String] = []
                do {
                    let log = try open(&found)
                    try log.append(Data("a".utf8))
                }
                let file = try OpenFile(folder.path + "/1.tail", .existing)
                try file.write(Data([2]), at: 8)
                var sum = Checksum()
                try file.read(at: 0, count: 12).withUnsafeBytes { sum.add($0) }
                try withUnsafeBytes(of: sum.value.littleEndian) { try file.write(Data($0), at: 12) }
                expect { try contents() }.to(throwError(AppendLogError.newerFormat(file: folder.path + "/1.tail")))
            }
        }

        describe("the one who reads") {
            it("gets data that begin at zero") {
                var found: [String] = []
                do {
                    let log = try open(&found)
                    try log.beginSnapshot().commit()
                    let snapshot = log.beginSnapshot()
                    try snapshot.write(Data("ab".utf8))
                    try snapshot.commit()
                    try log.append(Data("c".utf8))
                }
                _ = try AppendLog(folder, syncing: .never) { entry in
                    switch entry {
                    case .snapshot(let data), .record(_, let data): expect(data.startIndex) == 0
                    }
                }
            }

            it("ends the opening with an error, which is thrown") {
                var found: [String] = []
                do {
                    let log = try open(&found)
                    try log.append(Data("a".utf8))
                }
                expect { _ = try AppendLog(folder, syncing: .never) { _ in throw FileError("decode", "a", code: 1) } }
                    .to(throwError(FileError("decode", "a", code: 1)))
                expect(try contents()) == ["1a"]
            }
        }
    }
}
