import Foundation
import MillraceSpecs
import MillraceSimulation
import TestSupport

@testable import MillraceStorage

/// Laws J1 and J4: one program, stopped at each of its calls of the system, of which a half is done; and the same program
/// with each of its calls failing.
final class J4EachCallSpec: Spec {
    func testSpec() {
        /// Appends, synchronizes and makes snapshots.
        func run(_ calls: FileSystem, _ model: inout LogModel) -> String? {
            do {
                let (log, _) = try LogReading.open(calls)
                for step in 0..<16 {
                    if let problem = model.append(Data("record \(step)".utf8), to: log) { return problem }
                    if step % 3 == 1 { try? log.synchronize() }
                    if step == 5 || step == 11 {
                        let snapshot = log.beginSnapshot()
                        if let problem = model.append(Data("meanwhile \(step)".utf8), to: log) { return problem }
                        try? model.write(snapshot)
                        try? snapshot.commit()
                    }
                    model.note(log)
                }
                return nil
            } catch AppendLogError.file { return nil } catch { return "\(error)" }
        }

        let losses: [PowerLoss?] = [nil, .nothing, .everything, .end, .anything]

        /// How many calls the program makes.
        func countCalls() -> Int {
            let disk = SimulatedDisk(seed: Seed.current.value)
            var model = LogModel()
            expect(run(disk.start(), &model)).to(beNil())
            return disk.calls
        }

        /// What is wrong behind a program that was disturbed.
        func problem(_ disk: SimulatedDisk, _ loss: PowerLoss?, _ model: inout LogModel) throws -> String? {
            let (log, found) = try LogReading.open(disk.start(losing: loss))
            let problem = found.problem ?? model.problem(with: found.records, afterPowerLoss: loss != nil)
            if let problem = problem ?? disk.violations.first { return problem }
            // And it goes on.
            return model.append(Data("last".utf8), to: log)
                ?? (model.records.count == found.records.count + 1 ? nil : "stuck")
        }

        describe("a log whose process is stopped") {
            it("has all that was written, or was durable if the power fails, whichever call it was") {
                let count = countCalls()
                expect(count) > 60
                for call in Programs.some(of: 0..<count) {
                    for loss in losses {
                        let disk = SimulatedDisk(seed: Seed.current.value)
                        var model = LogModel()
                        if let problem = run(disk.start(.init(callsLeft: call)), &model) {
                            fail("call \(call): \(problem)")
                        }
                        if let problem = try problem(disk, loss, &model) {
                            fail("call \(call), \(loss.map { "\($0)" } ?? "no loss"): \(problem)")
                        }
                    }
                }
            }
        }

        describe("a log of which a call of the system fails") {
            it("goes on, and loses nothing") {
                for call in Programs.some(of: 0..<countCalls()) {
                    for loss in losses {
                        let disk = SimulatedDisk(seed: Seed.current.value)
                        var model = LogModel()
                        if let problem = run(disk.start(.init(failingCall: call)), &model) {
                            fail("call \(call): \(problem)")
                        }
                        if let problem = try problem(disk, loss, &model) {
                            fail("call \(call), \(loss.map { "\($0)" } ?? "no loss"): \(problem)")
                        }
                    }
                }
            }
        }
    }
}
