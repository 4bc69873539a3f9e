import Foundation
import MillraceBase
import MillraceSpecs
import MillraceSimulation

@testable import MillraceStorage

final class J1DurableSpec: Spec {
    func testSpec() {
        var disk = SimulatedDisk(seed: 1)
        beforeEach { disk = SimulatedDisk(seed: Seed.current.value) }

        func append(_ texts: String..., to log: AppendLog) throws {
            for text in texts { try log.append(Data(text.utf8)) }
        }

        /// What the next process finds.
        func found(_ loss: PowerLoss? = nil) throws -> [String] {
            try LogReading.open(disk.start(losing: loss)).found.records.map { String(decoding: $0, as: UTF8.self) }
        }

        describe("what is not durable") {
            it("survives the process, and is durable when the next one has opened the log") {
                do {
                    let (log, _) = try LogReading.open(disk.start())
                    try append("a", "b", to: log)
                }
                expect(try LogReading.open(disk.start()).log.durableSequence) == 2
                expect(try found(.everything)) == ["a", "b"]
            }

            it("may be lost with the power") {
                do {
                    let (log, _) = try LogReading.open(disk.start())
                    try append("a", to: log)
                    try log.synchronize()
                    try append("b", to: log)
                }
                expect(try found(.everything)) == ["a"]
            }

            it("is synchronized when the log is released, unless that is never to be") {
                for syncing in [AppendLog.Syncing.never, .within(.seconds(3600))] {
                    disk = SimulatedDisk(seed: Seed.current.value)
                    do {
                        let (log, _) = try LogReading.open(syncing: syncing, disk.start())
                        try append("a", "b", to: log)
                        expect(log.durableSequence) == 0
                    }
                    expect(try found(.everything)) == (syncing == .never ? [] : ["a", "b"])
                }
            }
        }

        describe("a file that cannot be synchronized") {
            it("is left: its records are written to another one, and are durable then") {
                let (log, _) = try LogReading.open(disk.start())
                try append("a", "b", to: log)
                disk.behaviour = .init(failingCall: disk.calls)
                try log.synchronize()
                expect(log.durableSequence) == 2
                expect(disk.log.keys.sorted()) == ["1.1.tail", "1.tail", "lock", "origin"]
                try append("c", to: log)
                expect(try found(.everything)) == ["a", "b"]
            }

            it("is not tried again later either") {
                let (log, _) = try LogReading.open(disk.start())
                try append("a", "b", to: log)
                // Nor can there be another one.
                disk.behaviour = .init(failedSynchronizations: 1, room: 0)
                expect { try log.synchronize() }.to(throwError(FileError("open", "/log/1.1.tail", code: ENOSPC)))
                expect(log.durableSequence) == 0
                disk.behaviour = .init()
                try log.synchronize()
                expect(log.durableSequence) == 2
                expect(try found(.everything)) == ["a", "b"]
            }

            it("is told, and then that the records are durable nonetheless") {
                let (log, _) = try LogReading.open(disk.start())
                let (told, isDone) = (Locked<[LogProgress]>([]), DispatchSemaphore(value: 0))
                log.observeProgress { progress in
                    told.withLock { $0.append(progress) }
                    if progress == .durable(1) { isDone.signal() }
                }
                try append("a", to: log)
                disk.behaviour = .init(failingCall: disk.calls)
                try log.synchronize()
                expect(isDone.wait(timeout: .now() + 60)) == .success
                expect(told.withLock { $0 }) == [.failed(FileError("fsync", "/log/1.tail", code: EIO)), .durable(1)]
            }

            it("does not keep a record from being written, where each is synchronized") {
                let (log, _) = try LogReading.open(syncing: .eachRecord, disk.start())
                try append("a", to: log)
                disk.behaviour = .init(failedSynchronizations: 1)
                try append("b", to: log)
                expect([log.writtenSequence, log.durableSequence]) == [2, 1]
                expect(try found()) == ["a", "b"]
            }
        }

        describe("those who observe later") {
            it("are told what is durable now") {
                let (log, _) = try LogReading.open(syncing: .eachRecord, disk.start())
                try append("a", "b", to: log)
                let (told, isDone) = (Locked<[LogProgress]>([]), DispatchSemaphore(value: 0))
                for _ in 0..<2 {
                    log.observeProgress { progress in
                        told.withLock { $0.append(progress) }
                        isDone.signal()
                    }
                    expect(isDone.wait(timeout: .now() + 60)) == .success
                }
                expect(told.withLock { $0 }) == [.durable(2), .durable(2)]
            }
        }

        describe("a file whose beginning cannot be written") {
            it("does not take the place of the one before") {
                let (log, _) = try LogReading.open(disk.start())
                try append("a", to: log)
                disk.behaviour = .init(room: 10)
                expect { try log.beginSnapshot().commit() }.to(throwError())
                disk.behaviour = .init()
                try append("b", to: log)
                expect(disk.log.keys.sorted()) == ["1.tail", "lock", "origin"]
                expect(try found()) == ["a", "b"]
            }
        }
    }
}
