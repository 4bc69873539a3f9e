import Foundation
import MillraceBase
import MillraceSpecs

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
                expect(names()) == ["lock"]
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
                let (progress, isDone) = (Locked<[AppendLog.Progress]>([]), DispatchSemaphore(value: 0))
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
                let snapshot = try log?.beginSnapshot()
                expect(snapshot?.sequence) == 2
                try log?.append(Data("c".utf8))
                for piece in ["a", "and b"] { try snapshot?.write(Data(piece.utf8)) }
                try snapshot?.commit()
                try log?.append(Data("d".utf8))
                expect(names()) == ["2.snapshot", "2.tail", "lock"]
                expect(log?.snapshotSize) == 64 + 33 + 37 + 32
                expect(log?.tailSize) == 4096
                log = nil
                withExtendedLifetime(snapshot) {}
            }

            it("is read with what is behind it") {
                var found: [String] = []
                do {
                    let log = try open(&found)
                    for text in ["a", "b"] { try log.append(Data(text.utf8)) }
                    let snapshot = try log.beginSnapshot()
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
                    let snapshot = try log.beginSnapshot()
                    try log.append(Data("c".utf8))
                    try snapshot.write(Data("ab".utf8))
                }
                expect(names()) == ["1.tail", "2.tail", "lock"]
                expect(try contents()) == ["1a", "2b", "3c"]
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
    }
}
