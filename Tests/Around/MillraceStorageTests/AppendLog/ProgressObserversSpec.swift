import Foundation
import MillraceBase
import MillraceSpecs
import MillraceStorage
import TestSupport

/// What observes the progress of a log may observe it further, write to it, and release it.
final class ProgressObserversSpec: Spec {
    func testSpec() {
        var folder = URL(fileURLWithPath: "/")

        beforeEach {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)")
        }
        afterEach { try? FileManager.default.removeItem(at: folder) }

        describe("an observer of a log's progress") {
            it("may add others, which are called with the present record and each later one") {
                let log = try AppendLog(folder, syncing: .never) { _ in }
                let (added, heard) = (Locked(0), Locked<[UInt64]>([]))
                log.observeProgress { [weak log] _ in
                    let isFirst = added.withLock { count in
                        count += 1
                        return count <= 20
                    }
                    guard isFirst else { return }
                    log?.observeProgress { progress in
                        if case .durable(let sequence) = progress { heard.withLock { $0.append(sequence) } }
                    }
                }
                for number in 1...3 {
                    try log.append(Data("\(number)".utf8))
                    try log.synchronize()
                }
                await expect(heard.withLock { $0.count { $0 == 3 } }).toEventually(beGreaterThan(2))
                expect(heard.withLock { $0.sorted().last }) == 3
            }

            it("may write and synchronize, and release the log, after which those are called that were to be") {
                let log = Locked<AppendLog?>(try AppendLog(folder, syncing: .never) { _ in })
                let heard = Locked<[String]>([])
                for name in ["one", "two"] {
                    log.withLock { $0 }?.observeProgress { progress in
                        guard case .durable(let sequence) = progress else { return }
                        heard.withLock { $0.append("\(name) \(sequence)") }
                        if sequence == 1, name == "one", let log = log.withLock({ $0 }) {
                            _ = try? log.append(Data("b".utf8))
                            try? log.synchronize()
                        }
                        let former = sequence == 2 ? log.withLock { exchange(&$0, with: nil) } : nil
                        withExtendedLifetime(former) {}
                    }
                }
                let first = log.withLock { $0 }
                try first?.append(Data("a".utf8))
                try first?.synchronize()
                await expect(heard.withLock { $0 }).toEventually(contain("two 2"))
                expect(heard.withLock { $0 }.filter { !$0.hasSuffix(" 0") }) == ["one 1", "two 1", "one 2", "two 2"]
                expect(log.withLock { $0 == nil }) == true
            }
        }
    }
}
