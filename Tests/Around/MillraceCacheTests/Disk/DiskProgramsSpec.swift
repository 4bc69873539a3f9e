import Foundation
import MillraceBase
import MillraceSignals
import MillraceSpecs
import TestSupport

@testable import MillraceCache

/// Random programs of insertions, removals, passing time, new processes, and damaged files, beside a plain model.
final class DiskProgramsSpec: Spec {
    func testSpec() {
        describe("a disk cache") {
            it("has what the model says, in this process and in the next") {
                runPrograms(60) { random in DiskProgram(&random).run(&random) }
            }
        }
    }
}

private struct Written: Equatable {
    let value: Data
    let due: Int
}

private final class DiskProgram {
    private let folder = TemporaryFolder()
    private let settings: RecordFolder.Settings
    private let now = Locked(1000)
    private let problems = Notes()
    private var files: RecordFolder
    private var model: [String: Written] = [:]

    init(_ random: inout SeededGenerator) {
        let isLimited = Int.random(in: 0..<3, using: &random) == 0
        var settings = RecordFolder.Settings(path: folder.url.path, byteLimit: isLimited ? 1000 : nil)
        let now = now
        settings.date = { Date(timeIntervalSince1970: Double(now.withLock { $0 })) }
        self.settings = settings
        let problems = problems
        files = RecordFolder(settings) { problems.add($0.name) }
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

    private func step(_ random: inout SeededGenerator) throws {
        let key = "\(Int.random(in: 0..<8, using: &random))"
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<6:
            let count = Int.random(in: 0..<200, using: &random)
            let value = Data(repeating: .random(in: 0...255, using: &random), count: count)
            let age = Bool.random(using: &random) ? Int.random(in: 1...20, using: &random) : nil
            try files.put(value, for: key, ageLimit: age.map { .seconds($0) })
            model[key] = Written(value: value, due: age.map { now.withLock { $0 } + $0 } ?? .max)
        case 6, 7:
            try files.remove(key)
            model[key] = nil
        case 8: now.withLock { $0 += Int.random(in: 0...8, using: &random) }
        case 9:
            files.close()
            try files.open()
        case 10: try damage(key, &random)
        default:
            if Int.random(in: 0..<5, using: &random) > 0 { return }
            try files.removeAll()
            model = [:]
        }
    }

    /// Changes a byte of a record, cuts off its end, or removes it: then it is none.
    private func damage(_ key: String, _ random: inout SeededGenerator) throws {
        guard model[key] != nil, FileManager.default.fileExists(atPath: folder.file(of: key).path) else { return }
        model[key] = nil
        if Bool.random(using: &random) { return try FileManager.default.removeItem(at: folder.file(of: key)) }
        try folder.change(key) { data in
            let offset = Int.random(in: data.indices, using: &random)
            if Bool.random(using: &random) { data = data.prefix(offset) } else { data[offset] ^= 1 }
        }
        _ = try files.read(key)
    }

    private var problem: String? {
        get throws {
            let now = now.withLock { $0 }
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
            let others = problems.all.filter { !$0.hasPrefix("damaged") }
            return others.isEmpty ? nil : "\(others) is wrong"
        }
    }
}
