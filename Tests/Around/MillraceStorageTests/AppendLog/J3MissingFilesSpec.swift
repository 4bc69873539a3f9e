import Foundation
import MillraceSpecs
import MillraceSimulation

@testable import MillraceStorage

/// Law J3: files of a log with several generations that are missing, that are there a second time under another name, or
/// that are as they were at another time. All of them, one at a time and two at a time; of the pairs a part, and all where
/// `MILLRACE_PROGRAMS` is set.
///
/// The only allowed answers:
///
/// - Where only files are added that an older generation has had, or that the newest snapshot stands for: all records.
/// - Else all records, or a refusal that changes nothing. A beginning of the records only where the newest tail is an
///   older version of itself, which is a cut between two records; or where it is missing, and the lock is older, too.
/// - With the sound part no refusal: a beginning of the records, with all that the untouched files have one behind the
///   other; and a finding, unless that is all of them or such a cut.
final class J3MissingFilesSpec: Spec {
    func testSpec() {
        let logs = [
            ("that was synchronized", GenerationsLog.Ending.synchronized),
            ("whose last records are not known to be on the medium", .unsynchronized),
            ("whose last snapshot could not be committed", .withoutSnapshot),
        ]
        for (name, ending) in logs {
            describe("a log \(name)") {
                it("is read as it was written") {
                    let log = try GenerationsLog(ending)
                    expect(log.times.count) > 5
                    for time in log.times { expect(try log.problem(with: [.all(time)])).to(beNil()) }
                }

                it("misses each file that is gone, doubled or from another time") {
                    let log = try GenerationsLog(ending)
                    for change in log.changes {
                        if let problem = try log.problem(with: [change]) { fail("\(change): \(problem)") }
                    }
                }

                it("misses them also two at a time") {
                    let log = try GenerationsLog(ending)
                    let changes = log.changes
                    let isLong = ProcessInfo.processInfo.environment["MILLRACE_PROGRAMS"] != nil
                    var random = SeededGenerator(.current)
                    for (index, first) in changes.enumerated() {
                        for second in changes[(index + 1)...] where first.file != second.file {
                            if !isLong, Int.random(in: 0..<16, using: &random) > 0 { continue }
                            if let problem = try log.problem(with: [first, second]) {
                                fail("\(first), \(second): \(problem)")
                            }
                        }
                    }
                }
            }
        }

        describe("a tail that is missing and was noted") {
            it("is refused, and with the sound part the snapshot is there; its name is not used again") {
                let disk = SimulatedDisk(seed: Seed.current.value)
                do {
                    let (log, _) = try LogReading.open(syncing: .eachRecord, disk.start())
                    try log.append(Data("a".utf8))
                    let snapshot = log.beginSnapshot()
                    try snapshot.write(Data("a".utf8))
                    try snapshot.commit()
                    try log.append(Data("b".utf8))
                }
                disk.log["2.tail"] = nil
                expect(try LogReading.open(disk.start())).to(
                    throwError { (error: AppendLogError) in
                        guard case .damaged(let finding) = error else { return fail("\(error)") }
                        expect(finding.file) == "/log/2.tail"
                    }
                )
                let (log, found) = try LogReading.open(onDamage: .openSoundPart, disk.start())
                expect(found.records) == [Data("a".utf8)]
                try log.append(Data("c".utf8))
                expect(disk.log.keys.sorted()) == ["2.snapshot", "3.tail", "lock", "origin"]
            }
        }

        describe("a log whose lock says nothing") {
            /// A log with a snapshot and a record behind it, on a disk.
            func makeLog() throws -> SimulatedDisk {
                let disk = SimulatedDisk(seed: Seed.current.value)
                let (log, _) = try LogReading.open(syncing: .eachRecord, disk.start())
                try log.append(Data("a".utf8))
                let snapshot = log.beginSnapshot()
                try snapshot.write(Data("a".utf8))
                try snapshot.commit()
                try log.append(Data("b".utf8))
                return disk
            }

            it("misses the tail of its newest snapshot, as one of an older version does") {
                let disk = try makeLog()
                disk.log["lock"] = []
                expect(try LogReading.open(disk.start()).found.records.count) == 2
                disk.log["2.tail"] = nil
                expect(try LogReading.open(disk.start())).to(throwError())
                let (_, found) = try LogReading.open(onDamage: .openSoundPart, disk.start())
                expect(found.records) == [Data("a".utf8)]
            }

            it("is refused where the lock itself is missing, and the sound part is all of it") {
                let disk = try makeLog()
                disk.log["lock"] = nil
                expect(try LogReading.open(disk.start())).to(throwError())
                expect(disk.log["lock"]).to(beNil())
                let (log, found) = try LogReading.open(onDamage: .openSoundPart, disk.start())
                expect(found.records.count) == 2
                expect(log.findings.map(\.file)) == ["/log/lock"]
            }
        }

        describe("a log of which only the lock is there") {
            it("is refused if the lock knows of a tail, and is empty if it does not") {
                let disk = SimulatedDisk(seed: Seed.current.value)
                do {
                    let (log, _) = try LogReading.open(disk.start())
                    expect(log.findings).to(beEmpty())
                }
                do {
                    let (log, _) = try LogReading.open(syncing: .eachRecord, disk.start())
                    try log.append(Data("a".utf8))
                }
                disk.log["1.tail"] = nil
                expect(try LogReading.open(disk.start())).to(throwError())
            }
        }
    }
}

/// A log of three generations on a simulated disk, as it was at several times.
private final class GenerationsLog {
    enum Ending { case synchronized, unsynchronized, withoutSnapshot }

    typealias Files = [String: [UInt8]]

    enum Change: CustomStringConvertible {
        case missing(String)
        case copy(of: String, String)
        case from(time: Int, String, [UInt8])
        case all(Files)

        /// The file that it changes.
        var file: String {
            switch self {
            case .missing(let file), .copy(_, let file), .from(_, let file, _): file
            case .all: ""
            }
        }

        var description: String {
            switch self {
            case .missing(let file): "\(file) is missing"
            case .copy(let source, let file): "\(file) is a copy of \(source)"
            case .from(let time, let file, _): "\(file) is that of time \(time)"
            case .all: "all"
            }
        }
    }

    private let disk = SimulatedDisk(seed: 1)
    private var records: [Data] = []
    /// The files at several times, the last one at the end.
    private(set) var times: [Files] = []
    private var counts: [Int] = []

    init(_ ending: Ending) throws {
        for generation in 1...3 {
            for run in 0..<2 {
                let (log, _) = try LogReading.open(disk.start())
                for _ in 0..<2 { try append(to: log) }
                if generation > 1, run == 0 { try commitSnapshot(of: log) }
                for _ in 0..<2 { try append(to: log) }
                let isLast = generation == 3 && run == 1
                if !isLast || ending != .unsynchronized { try log.synchronize() }
                if isLast { try append(to: log) }
                if isLast, ending == .synchronized { try log.synchronize() }
                if isLast, ending == .withoutSnapshot {
                    // Its tail gets its name, and the snapshot does not.
                    for call in 0..<200 where !disk.log.keys.contains(where: { $0 > "4" && $0.hasSuffix(".tail") }) {
                        disk.behaviour = .init(failingCall: disk.calls + call)
                        try? commitSnapshot(of: log)
                    }
                    disk.behaviour = .init()
                    try log.synchronize()
                }
                if isLast { note() }
                disk.stop()
                withExtendedLifetime(log) {}
            }
        }
    }

    private func append(to log: AppendLog) throws {
        let record = Data("record \(records.count + 1)".utf8)
        try log.append(record)
        records.append(record)
        note()
    }

    private func commitSnapshot(of log: AppendLog) throws {
        let snapshot = log.beginSnapshot()
        for record in records { try snapshot.write(record) }
        try snapshot.commit()
        note()
    }

    private func note() {
        times.append(disk.log)
        counts.append(records.count)
    }

    private var files: Files { times.last ?? [:] }

    /// The newest snapshot that is there, by its generation.
    private var generation: UInt64 { Self.names(files, .snapshot).map(\.place.generation).max() ?? 0 }

    private static func names(_ files: Files, _ kind: LogHeader.Kind) -> [LogFileName] {
        files.keys.compactMap { LogFileName($0) }.filter { $0.kind == kind }
    }

    /// Each way in which one file can be another one.
    var changes: [Change] {
        let names = Set(times.flatMap(\.keys)).sorted()
        let others = ["\(generation + 2).snapshot", "\(generation + 2).tail", "\(generation).7.tail"]
        var changes = files.keys.sorted().map { Change.missing($0) }
        for source in files.keys.sorted() where source != "lock" && source != "origin" {
            for name in names + others where name != source && name != "lock" && name != "origin" {
                changes.append(.copy(of: source, name))
            }
        }
        for name in names {
            var seen: Set<[UInt8]?> = [files[name]]
            for (time, files) in times.enumerated() {
                if let bytes = files[name], seen.insert(bytes).inserted {
                    changes.append(.from(time: time, name, bytes))
                }
            }
        }
        return changes
    }

    /// What is wrong with the answer to some changes.
    func problem(with changes: [Change]) throws -> String? {
        var changed = files
        for change in changes {
            switch change {
            case .missing(let file): changed[file] = nil
            case .copy(let source, let file): changed[file] = files[source]
            case .from(_, let file, let bytes): changed[file] = bytes
            case .all(let all): changed = all
            }
        }
        disk.log = changed
        let touched = Set(changes.map(\.file))
        // At an earlier time there were fewer records.
        var whole = records.count
        if case .all(let all)? = changes.first { whole = counts[times.firstIndex(of: all) ?? 0] }
        let isHarmless = touched.allSatisfy { file in
            LogFileName(file).map { $0.place.generation < generation && files[file] == nil } ?? file.isEmpty
        }
        do {
            let (log, found) = try LogReading.open(disk.start())
            if let problem = problem(found, whole, least: isCut(changes) ? soundCount(touched) : whole) {
                return "\(problem), \(log.findings)"
            }
            return nil
        } catch AppendLogError.damaged(let finding) {
            if isHarmless { return "refused: \(finding)" }
        }
        if disk.log != changed { return "what is refused was changed" }
        let (log, found) = try LogReading.open(onDamage: .openSoundPart, disk.start())
        if !log.findings.contains(where: { $0.kind == .damaged }) { return "not told" }
        return problem(found, whole, least: soundCount(touched)).map { "sound part: \($0), \(log.findings)" }
    }

    private func problem(_ found: LogReading, _ whole: Int, least: Int) -> String? {
        let count = found.records.count
        if let problem = found.problem { return problem }
        if found.records != Array(records.prefix(count)) || count > whole { return "wrong: \(found)" }
        return count < least ? "lost: \(count) records of \(least)" : nil
    }

    /// Whether the newest tail is an older version of itself, or nothing knows of it any more.
    private func isCut(_ changes: [Change]) -> Bool {
        let newest = Self.names(files, .tail).max { $0.place < $1.place }?.text
        func isOlder(_ file: String?) -> Bool {
            changes.contains { if case .from(_, file, _) = $0 { true } else { false } }
        }
        return isOlder(newest) || isOlder("lock") && changes.contains { $0.file == newest }
    }

    /// How many records the files have that were not touched, one behind the other.
    private func soundCount(_ touched: Set<String>) -> Int {
        let names = files.keys.filter { !touched.contains($0) }.compactMap { LogFileName($0) }
        var count: UInt64 = 0
        for name in names where name.kind == .snapshot {
            guard case .header(let header) = LogHeader.find(in: Data(files[name.text] ?? []), of: name) else {
                continue
            }
            count = max(count, header.sequence)
        }
        for name in names.filter({ $0.kind == .tail }).sorted(by: { $0.place < $1.place }) {
            let bytes = Data(files[name.text] ?? [])
            guard case .header(let header) = LogHeader.find(in: bytes, of: name), header.sequence <= count + 1 else {
                continue
            }
            var scanner = RecordScanner(bytes, header)
            while case .record(let head, _) = scanner.next() {
                // Those of which nobody was told that they are durable may be void.
                count = max(count, head.synced)
            }
        }
        return Int(count)
    }
}
