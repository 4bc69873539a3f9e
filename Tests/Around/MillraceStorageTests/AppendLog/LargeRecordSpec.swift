import Foundation
import MillraceSpecs
import MillraceSimulation
import TestSupport

@testable import MillraceStorage

/// Records that are written by a call of their own.
final class LargeRecordSpec: Spec {
    func testSpec() {
        let (small, large) = (Data("a".utf8), Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }))

        it("are there whole, between others") {
            let disk = SimulatedDisk(seed: Seed.current.value)
            do {
                let (log, _) = try LogReading.open(syncing: .eachRecord, disk.start())
                for record in [small, large, small, large] { try log.append(record) }
            }
            expect(try LogReading.open(disk.start(losing: .everything)).found.records) == [small, large, small, large]
            expect(disk.violations).to(beEmpty())
        }

        it("are there whole or not at all, at whichever call the process ends or the power fails") {
            for call in 0..<40 {
                for loss in [nil] + PowerLoss.allCases.map(Optional.some) {
                    let disk = SimulatedDisk(seed: Seed.current.value)
                    try LogReading.open(syncing: .eachRecord, disk.start()).log.append(small)
                    let calls = disk.start(DiskBehaviour(callsLeft: call))
                    _ = try? LogReading.open(syncing: .eachRecord, calls).log.append(large)
                    let found = try LogReading.open(disk.start(losing: loss)).found.records
                    expect([[small], [small, large]].contains(found)) == true
                }
            }
        }

        it("have the sum of their bytes, however these are divided") {
            for count in 0..<40 {
                var (whole, parts) = (Checksum(), Checksum())
                large.prefix(count).withUnsafeBytes { whole.add($0) }
                for byte in large.prefix(count) { withUnsafeBytes(of: byte) { parts.add($0) } }
                expect(whole.value) == parts.value
            }
            // The value that RFC 3720 and others test CRC-32 with.
            expect(Checksum(of: Data("123456789".utf8)).value) == 0xCBF4_3926
        }
    }
}
