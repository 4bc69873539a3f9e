import Foundation
import MillraceBase
import MillraceSpecs
import MillraceSimulation
import TestSupport

@testable import MillraceStorage

final class J8FullDiskSpec: Spec {
    func testSpec() {
        describe("a log whose disk is full") {
            it("refuses records, keeps all others, and goes on when there is room, whatever the room was") {
                for room in Programs.some(of: 1..<900) {
                    let disk = SimulatedDisk(seed: Seed.current.value)
                    var model = LogModel()
                    do {
                        let (log, _) = try LogReading.open(disk.start(.init(room: room)))
                        for step in 0..<12 {
                            if let problem = model.append(Data("record \(step)".utf8), to: log) { fail(problem) }
                            if step % 4 == 3 { try? log.synchronize() }
                            model.note(log)
                        }
                        let written = model.records.count
                        expect(written) <= 12
                        disk.behaviour = .init()
                        for step in 0..<2 {
                            if let problem = model.append(Data("later \(step)".utf8), to: log) { fail(problem) }
                        }
                        expect(model.records.count) == written + 2
                        try log.synchronize()
                        model.note(log)
                        expect(model.durable) == UInt64(written + 2)
                    }
                    let (_, found) = try LogReading.open(disk.start(losing: .everything))
                    let problem = found.problem ?? model.problem(with: found.records, afterPowerLoss: true)
                    if let problem = problem ?? disk.violations.first { fail("room \(room): \(problem)") }
                }
            }

            it("can be opened and read, and has what was written before") {
                let disk = SimulatedDisk(seed: Seed.current.value)
                do {
                    let (log, _) = try LogReading.open(disk.start())
                    for text in ["a", "b"] { try log.append(Data(text.utf8)) }
                }
                let (log, found) = try LogReading.open(disk.start(.init(room: 0)))
                expect(found.records) == ["a", "b"].map { Data($0.utf8) }
                expect(log.durableSequence) == 0
                expect { try log.synchronize() }.to(throwError { (error: FileError) in expect(error.isFull) == true })
                disk.behaviour = .init()
                try log.synchronize()
                expect(log.durableSequence) == 2
            }

            it("is told, to the one who appends and to those who observe") {
                let disk = SimulatedDisk(seed: Seed.current.value)
                let (log, _) = try LogReading.open(disk.start(.init(room: 100)))
                let (told, isTold) = (Locked<[LogProgress]>([]), DispatchSemaphore(value: 0))
                log.observeProgress { progress in
                    told.withLock { $0.append(progress) }
                    isTold.signal()
                }
                expect { try log.append(Data(count: 200)) }.to(
                    throwError { (error: FileError) in expect(error.isFull) == true }
                )
                expect(isTold.wait(timeout: .now() + 60)) == .success
                guard case .failed(let error) = told.withLock({ $0 }).first else { return fail("\(told)") }
                expect(error.isFull) == true
            }
        }
    }
}
