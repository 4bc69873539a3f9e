import Foundation
import MillraceBase
import MillraceSpecs

@testable import MillraceStorage

final class ConcurrentLogSpec: Spec {
    func testSpec() {
        describe("a log that several threads use") {
            it("has the records of each in its order, while snapshots are made") {
                let folder = FileManager.default.temporaryDirectory
                    .appendingPathComponent("millrace-\(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: folder) }
                let (threads, count) = (4, 300)
                let written = Locked<[UInt64: String]>([:])
                do {
                    let log = try AppendLog(folder, syncing: .within(.milliseconds(1))) { _ in }
                    DispatchQueue.concurrentPerform(iterations: threads + 1) { thread in
                        for number in 0..<count {
                            if thread < threads {
                                let text = "\(thread) \(number)"
                                let sequence = (try? log.append(Data(text.utf8))) ?? 0
                                written.withLock { $0[sequence] = text }
                                if number % 50 == 0 { try? log.synchronize() }
                            } else if number % 30 == 0 {
                                let snapshot = log.beginSnapshot()
                                try? snapshot.write(Data("\(snapshot.sequence)".utf8))
                                try? snapshot.commit()
                            }
                        }
                    }
                    expect(log.writtenSequence) == UInt64(threads * count)
                }
                var (next, last): (UInt64, [Substring: Int]) = (1, [:])
                _ = try AppendLog(folder, syncing: .never) { entry in
                    switch entry {
                    case .snapshot(let piece): next = (UInt64(String(decoding: piece, as: UTF8.self)) ?? 0) + 1
                    case .record(let sequence, let data):
                        let text = String(decoding: data, as: UTF8.self)
                        expect(sequence) == next
                        expect(written.withLock { $0[sequence] }) == text
                        next += 1
                        let pieces = text.split(separator: " ")
                        let number = Int(pieces[1]) ?? 0
                        expect(number) > last[pieces[0], default: -1]
                        last[pieces[0]] = number
                    }
                }
                expect(next) == UInt64(threads * count) + 1
            }
        }
    }
}
