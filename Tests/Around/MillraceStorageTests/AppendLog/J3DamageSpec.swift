import Foundation
import MillraceBase
import MillraceSpecs
import MillraceSimulation
import TestSupport

@testable import MillraceStorage

/// Law J3, with every bit and every byte of small logs, and every length of their files: with some of these in a plain
/// `swift test`.
final class J3DamageSpec: Spec {
    func testSpec() {
        let samples = [("several tails", SampleLog.withTails), ("older files", SampleLog.withOlderFiles)]
        for (name, make) in samples {
            describe("a log with \(name)") {
                /// Changes each file of a sample in some ways, one at a time.
                func change(
                    _ ways: (_ bytes: [UInt8]) -> Range<Int>,
                    _ body: (_ bytes: inout [UInt8], _ way: Int) -> Void,
                    problem: (_ sample: SampleLog, _ file: String, _ way: Int) throws -> String?
                ) throws {
                    let sample = try make()
                    let files = sample.disk.log
                    for (file, bytes) in files.sorted(by: { $0.key < $1.key }) where file != "lock" {
                        for way in Programs.some(of: ways(bytes)) {
                            var changed = files
                            body(&changed[file, default: []], way)
                            sample.disk.log = changed
                            if let problem = try problem(sample, file, way) { fail("\(file), \(way): \(problem)") }
                        }
                    }
                }

                it("is read as it was written") {
                    let sample = try make()
                    let found = try sample.open()
                    expect(found?.found.records) == sample.records
                    expect(found?.found.problem).to(beNil())
                }

                it("tells each bit that is turned over, unless nothing is lost by it") {
                    for turn in Programs.some(of: 0..<8) {
                        try change(
                            { 0..<$0.count },
                            { bytes, index in bytes[index] ^= 1 << ((index + turn) % 8) },
                            problem: { sample, _, _ in try sample.problem() }
                        )
                    }
                }

                it("tells each byte that is another one, unless nothing is lost by it") {
                    try change(
                        { 0..<$0.count },
                        { bytes, index in bytes[index] ^= 0xFF },
                        problem: { sample, _, _ in try sample.problem() }
                    )
                }

                it("tells each length to which a file is cut, but for one between two records at the end") {
                    try change(
                        { 0..<$0.count },
                        { bytes, length in bytes.removeLast(bytes.count - length) },
                        problem: { sample, file, length in
                            let isLast = sample.lastTail == file && sample.boundaries(of: file).contains(length)
                            return try sample.problem(isCut: true, isBetween: isLast)
                        }
                    )
                }

                it("tells each length at which zeros follow, unless nothing is lost by it") {
                    try change(
                        { 0..<$0.count },
                        { bytes, length in
                            for index in length..<bytes.count { bytes[index] = 0 }
                        },
                        problem: { sample, _, _ in try sample.problem(isCut: true) }
                    )
                }

                it("tells each file that is missing, but for the last one") {
                    let sample = try make()
                    let (files, last) = (sample.disk.log, sample.lastTail)
                    for file in files.keys where file != last {
                        sample.disk.log = files.filter { $0.key != file }
                        if let problem = try sample.problem() { fail("\(file): \(problem)") }
                    }
                }
            }
        }

        describe("the last record") {
            /// What is told of a log whose last record is damaged.
            func findings(durable: Bool, _ record: Data) throws -> [LogFinding.Kind] {
                let disk = SimulatedDisk(seed: Seed.current.value)
                do {
                    let (log, _) = try LogReading.open(disk.start())
                    try log.append(Data("a".utf8))
                    try log.synchronize()
                    try log.append(record)
                    if durable { try log.synchronize() }
                }
                // The first byte of its payload.
                disk.log["1.tail"]?[64 + 33 + 32 + 32] ^= 1
                do {
                    return try LogReading.open(disk.start()).log.findings.map(\.kind)
                } catch AppendLogError.damaged(let finding) { return [finding.kind] }
            }

            it("is torn if it is not whole") {
                expect(try findings(durable: false, Data("b".utf8))) == [.torn]
            }

            it("is damaged if it was synchronized, which a mark says") {
                expect(try findings(durable: true, Data("b".utf8))) == [.damaged]
            }

            it("is torn also where it holds records of another log, which say that it was synchronized") {
                let other = SimulatedDisk(seed: ~Seed.current.value)
                do {
                    let (log, _) = try LogReading.open(syncing: .eachRecord, other.start())
                    for text in ["a", "b", "c"] { try log.append(Data(text.utf8)) }
                }
                expect(try findings(durable: false, Data(other.log["1.tail"] ?? []))) == [.torn]
            }
        }
    }
}

extension SampleLog {
    fileprivate var lastTail: String? {
        disk.log.keys.compactMap { LogFileName($0) }.filter { $0.kind == .tail }.max { $0.place < $1.place }?.text
    }

    /// The lengths at which a whole record ends, or the header.
    fileprivate func boundaries(of file: String) -> [Int] {
        guard let name = LogFileName(file), let bytes = disk.log[file],
            case .header(let header) = LogHeader.find(in: Data(bytes), of: name)
        else { return [] }
        var scanner = RecordScanner(Data(bytes), header)
        var boundaries = [scanner.offset]
        while case .record = scanner.next() { boundaries.append(scanner.offset) }
        return boundaries
    }
}
