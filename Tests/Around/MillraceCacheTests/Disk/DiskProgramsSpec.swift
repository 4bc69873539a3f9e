import Foundation
import MillraceBase
import MillraceSignals
import MillraceSpecs
import TestSupport

@testable import MillraceCache

/// Random programs of insertions, removals, passing time, new processes, and files whose end is cut off, beside a plain
/// model.
final class DiskProgramsSpec: Spec {
    func testSpec() {
        describe("a disk cache") {
            it("has what the model says, in this process and in the next") {
                runPrograms(40) { random in DiskProgram(&random).run(&random) }
            }

            it("has the last value of a key or none, wherever its file is damaged") {
                runPrograms(150) { random in DamageProgram().run(&random) }
            }

            it("has the last value of a key or none, whichever of its files is damaged at its head, or is gone") {
                runPrograms(100) { random in DamageProgram(chunkSize: 150).runLosingFile(&random) }
            }
        }
    }
}

private struct Written: Equatable {
    let value: Data
    let due: Int64
}

private final class DiskProgram {
    private let folder = TemporaryFolder()
    private let settings: ChunkFolder.Settings
    private let now = Locked(Date(timeIntervalSince1970: 1000))
    private let problems = Notes()
    private var files: ChunkFolder
    private var model: [String: Written] = [:]

    init(_ random: inout SeededGenerator) {
        let isLimited = Int.random(in: 0..<3, using: &random) == 0
        var settings = ChunkFolder.Settings(path: folder.url.path, byteLimit: isLimited ? 2000 : nil)
        settings.chunkSize = Int.random(in: 100...1000, using: &random)
        let now = now
        settings.date = { now.withLock { $0 } }
        settings.calls.synchronize = { _ in 0 }
        self.settings = settings
        let problems = problems
        files = ChunkFolder(settings) { problems.add($0.name) }
    }

    func run(_ random: inout SeededGenerator) -> String? {
        do {
            try files.open()
            for step in 0..<Int.random(in: 1...80, using: &random) {
                try self.step(&random)
                if let problem = try problem { return "step \(step): \(problem)" }
            }
            return nil
        } catch { return "\(error)" }
    }

    private func reopen() throws {
        files.close()
        let problems = problems
        files = ChunkFolder(settings) { problems.add($0.name) }
        try files.open()
    }

    private func step(_ random: inout SeededGenerator) throws {
        let key = "\(Int.random(in: 0..<8, using: &random))"
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<6:
            let count = Int.random(in: 0..<200, using: &random)
            let value = Data(repeating: .random(in: 0...255, using: &random), count: count)
            let age = Bool.random(using: &random) ? Int.random(in: 1...20, using: &random) : nil
            try files.put(value, for: key, ageLimit: age.map { .seconds($0) })
            let instant = milliseconds(now.withLock { $0 })
            model[key] = Written(value: value, due: age.map { instant + Int64($0) * 1000 } ?? .max)
        case 6, 7:
            try files.remove(key)
            model[key] = nil
        case 8: now.withLock { $0 += Double(Int.random(in: 0...8, using: &random)) }
        case 9:
            if Bool.random(using: &random) { try files.removeExpired() } else { try reopen() }
        case 10: try cutEnd(&random)
        default:
            if Int.random(in: 0..<5, using: &random) > 0 { return }
            try files.removeAll()
            model = [:]
        }
    }

    /// Writes one record more, and cuts off a part of it, as if the process had been killed meanwhile.
    private func cutEnd(_ random: inout SeededGenerator) throws {
        if settings.byteLimit != nil { return }
        let head = RecordHead(kind: .value, keyLength: 1, valueLength: 30, written: 0)
        try files.append(head, key: "0", value: Data(count: 30))
        guard let path = files.chunks.last?.path else { return }
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        data.removeLast(Int.random(in: 1...head.length, using: &random))
        try data.write(to: URL(fileURLWithPath: path))
        try reopen()
    }

    private var problem: String? {
        get throws {
            let now = milliseconds(now.withLock { $0 })
            for key in (0..<8).map(String.init) {
                let found = try files.read(key)?.data
                let known = model[key].flatMap { $0.due > now ? $0.value : nil }
                if found == known { continue }
                // With a limit some may be gone, but none may be another.
                if settings.byteLimit != nil, found == nil { continue }
                return "\(key) has \(found as Any), not \(known as Any)"
            }
            let size = folder.byteCount
            if size != files.byteCount { return "\(size) bytes are on disk, not \(files.byteCount)" }
            if let limit = settings.byteLimit, size > limit { return "\(size) bytes are more than \(limit)" }
            let others = problems.all.filter { $0 != "torn" }
            return others.isEmpty ? nil : "\(others) is wrong"
        }
    }
}

/// Records in one file, of which some bytes are changed then.
private final class DamageProgram {
    private let folder = TemporaryFolder()
    private let chunkSize: Int

    init(chunkSize: Int = 8 << 20) { self.chunkSize = chunkSize }

    /// Loses one file of several, and opens the folder three times; in the last but one something is written.
    func runLosingFile(_ random: inout SeededGenerator) -> String? {
        do {
            var model = try write(&random)
            guard let chunk = folder.chunks.randomElement(using: &random) else { return nil }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: try FileManager.default.removeItem(at: chunk)
            case 1:
                let data = try Data(contentsOf: chunk)
                try data.prefix(.random(in: 0..<ChunkHeader.byteCount, using: &random)).write(to: chunk)
            default:
                var data = try Data(contentsOf: chunk)
                // The rest is the version, and what is not used.
                let byte = (Array(0..<8) + Array(16..<28)).randomElement(using: &random) ?? 0
                data[byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                try data.write(to: chunk)
            }
            for step in 0..<3 {
                if let problem = try problem(beside: model, mostMissing: .max) { return "opened \(step): \(problem)" }
                if step == 0 { continue }
                try withFiles { try $0.put(Data("new".utf8), for: "\(step)", ageLimit: nil) }
                model["\(step)"] = Data("new".utf8)
            }
            return nil
        } catch { return "\(error)" }
    }

    func run(_ random: inout SeededGenerator) -> String? {
        do {
            let isOneByte = Bool.random(using: &random)
            let model = try write(&random)
            try damage(isOneByte, &random)
            return try problem(beside: model, mostMissing: isOneByte ? 1 : .max)
        } catch { return "\(error)" }
    }

    /// Opens the folder for as long as the body runs.
    private func withFiles<Result>(_ body: (inout ChunkFolder) throws -> Result) throws -> Result {
        var settings = ChunkFolder.Settings(path: folder.url.path)
        settings.chunkSize = chunkSize
        var files = ChunkFolder(settings) { _ in }
        try files.open()
        return try body(&files)
    }

    private func write(_ random: inout SeededGenerator) throws -> [String: Data] {
        try withFiles { files in
            var model: [String: Data] = [:]
            for number in 0..<Int.random(in: 1...30, using: &random) {
                let key = "\(Int.random(in: 0..<6, using: &random))"
                if Int.random(in: 0..<4, using: &random) == 0 {
                    try files.remove(key)
                    model[key] = nil
                } else {
                    let value = Data(repeating: UInt8(number), count: Int.random(in: 0..<60, using: &random))
                    try files.put(value, for: key, ageLimit: nil)
                    model[key] = value
                }
            }
            return model
        }
    }

    /// Changes one byte or several, before a record at the end that is sound.
    private func damage(_ isOneByte: Bool, _ random: inout SeededGenerator) throws {
        let end = folder.byteCount
        try withFiles { try $0.put(Data(), for: "end", ageLimit: nil) }
        if end <= ChunkHeader.byteCount { return }
        try folder.change(0) { data in
            for _ in 0..<(isOneByte ? 1 : Int.random(in: 2...40, using: &random)) {
                let offset = Int.random(in: ChunkHeader.byteCount..<end, using: &random)
                data[offset] ^= .random(in: 1...255, using: &random)
            }
        }
    }

    private func problem(beside model: [String: Data], mostMissing: Int) throws -> String? {
        try withFiles { files in
            var missing = 0
            for key in (0..<6).map(String.init) {
                let found = try files.read(key)?.data
                if found == model[key] { continue }
                if let found { return "\(key) has \(found), not \(model[key] as Any)" }
                missing += 1
            }
            return missing > mostMissing ? "\(missing) are missing" : nil
        }
    }
}
