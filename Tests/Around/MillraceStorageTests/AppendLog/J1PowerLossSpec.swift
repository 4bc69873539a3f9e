import Foundation
import MillraceBase
import MillraceSpecs
import MillraceSimulation
import TestSupport

@testable import MillraceStorage

/// Laws J1, J3, J4 and J8 on a disk whose calls fail, which is full at times, and whose power fails.
///
/// Each program starts a process eight times, which writes until it is stopped within a call. Then the power fails, or
/// not, and the next one has to find what it was told. `MILLRACE_PROGRAMS=12500` are 100,000 processes.
final class J1PowerLossSpec: Spec {
    func testSpec() {
        describe("a log whose process is stopped, and whose power fails") {
            it("has what was told as durable, once and in order, and nothing else") {
                runPrograms(300) { random in
                    var program = PowerLossProgram(&random)
                    return program.run()
                }
            }
        }
    }
}

/// Random processes, one after another.
struct PowerLossProgram {
    static let processes = 8

    private var random: SeededGenerator
    private let disk: SimulatedDisk
    private var model = LogModel()
    private var number = 0

    init(_ random: inout SeededGenerator) {
        self.random = SeededGenerator(seed: random.next())
        disk = SimulatedDisk(seed: random.next())
    }

    mutating func run() -> String? {
        var losesPower = false
        for process in 0...Self.processes {
            // The last one only reads.
            let behaviour = process == Self.processes ? DiskBehaviour() : randomBehaviour()
            let calls = disk.start(
                losing:
                    losesPower ? PowerLoss.allCases.randomElement(using: &random) : nil,
                behaviour
            )
            if let problem = run(calls, losesPower) ?? disk.violations.first { return "process \(process): \(problem)" }
            // A power loss holds for those processes, too, that could not open the log.
            losesPower = Int.random(in: 0..<4, using: &random) > 0 || (losesPower && !hasOpened)
        }
        return nil
    }

    private var hasOpened = false

    private mutating func run(_ calls: FileSystem, _ hasLostPower: Bool) -> String? {
        hasOpened = false
        let syncing: AppendLog.Syncing = Int.random(in: 0..<4, using: &random) == 0 ? .eachRecord : .never
        do {
            // With the other policy an append waits for the medium, and so for the commit.
            let meanwhile = syncing == .never ? Meanwhile() : nil
            let (log, found) = try LogReading.open(syncing: syncing, meanwhile?.calls(calls) ?? calls)
            hasOpened = true
            let problem = found.problem ?? model.problem(with: found.records, afterPowerLoss: hasLostPower)
            return problem ?? use(log, meanwhile)
        } catch AppendLogError.file { return nil } catch { return "\(error)" }
    }

    private mutating func use(_ log: AppendLog, _ meanwhile: Meanwhile?) -> String? {
        var snapshot: AppendLog.SnapshotWriter?
        for _ in 0..<Int.random(in: 0..<40, using: &random) {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<12: if let problem = model.append(record(), to: log) { return problem }
            case 12..<15: try? log.synchronize()
            case 15..<17: snapshot = log.beginSnapshot()
            case 17..<19:
                if let writer = snapshot, let problem = commit(writer, of: log, meanwhile) { return problem }
                snapshot = nil
            default:
                var behaviour = randomBehaviour()
                behaviour.callsLeft = disk.behaviour.callsLeft
                disk.behaviour = behaviour
            }
            model.note(log)
            if disk.isStopped { break }
        }
        return nil
    }

    /// Commits a snapshot, and appends whenever that waits for the medium.
    private mutating func commit(
        _ writer: AppendLog.SnapshotWriter,
        of log: AppendLog,
        _ meanwhile: Meanwhile?
    ) -> String? {
        var problem: String?
        try? model.write(writer)
        withoutActuallyEscaping({
            let count = model.records.count + Int.random(in: 0..<3, using: &random)
            while problem == nil, model.records.count < count {
                let before = model.records.count
                problem = model.append(record(), to: log)
                // Where one fails, the next one may have to wait for the commit.
                if model.records.count == before { return false }
            }
            return true
        }) { body in
            meanwhile?.body = body
            try? writer.commit()
            meanwhile?.body = nil
        }
        return problem
    }

    private mutating func record() -> Data {
        number += 1
        return Data("\(number) ".utf8)
            + Data(repeating: UInt8(truncatingIfNeeded: number), count: .random(in: 0..<50, using: &random))
    }

    private mutating func randomBehaviour() -> DiskBehaviour {
        var behaviour = DiskBehaviour()
        behaviour.callsLeft = Int.random(in: 0..<150, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: behaviour.failures = 10
        case 1: behaviour.failedSynchronizations = 2
        case 2: behaviour.room = Int.random(in: 0..<600, using: &random)
        case 3: (behaviour.failures, behaviour.failedSynchronizations) = (30, 5)
        default: break
        }
        return behaviour
    }
}
