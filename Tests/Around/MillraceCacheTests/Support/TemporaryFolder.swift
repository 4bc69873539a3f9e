import Foundation
import MillraceBase
import MillraceSignals
import MillraceStorage

@testable import MillraceCache

/// A folder that is gone with this object.
final class TemporaryFolder: Sendable {
    let url: URL

    /// What was opened last.
    private let opened = Locked<DiskCache?>(nil)

    init() { url = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)") }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The chunks in it, the oldest first.
    var chunks: [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { $0.hasSuffix(".chunk") }.sorted().map { url.appendingPathComponent($0) }
    }

    var byteCount: Int {
        chunks.reduce(0) { sum, chunk in
            let attributes = try? FileManager.default.attributesOfItem(atPath: chunk.path)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    /// Changes the bytes of a chunk.
    func change(_ index: Int, _ body: (inout Data) -> Void) throws {
        var data = try Data(contentsOf: chunks[index])
        body(&data)
        try data.write(to: chunks[index])
    }

    /// A disk cache in it that notes its problems. The one before is closed, as if its process had ended.
    func open(
        byteLimit: Int? = nil,
        chunkSize: Int? = nil,
        ageLimit: Duration? = nil,
        calls: FileCalls = FileCalls(),
        date: @escaping @Sendable () -> Date = { Date() },
        _ notes: Notes = Notes()
    ) async -> DiskCache {
        await opened.withLock { $0 }?.close()
        var settings = ChunkFolder.Settings(path: url.path, byteLimit: byteLimit)
        if let chunkSize { settings.chunkSize = chunkSize }
        settings.ageLimit = ageLimit
        settings.calls = calls
        settings.date = date
        let cache = DiskCache(settings) { notes.add($0.name) }
        opened.withLock { $0 = cache }
        return cache
    }
}

extension DiskCacheProblem {
    /// The name of the case, without what differs from run to run.
    var name: String {
        switch self {
        case .damagedRecord(let key, _): "damagedRecord \(key)"
        case .otherVersion(_, let version): "otherVersion \(version)"
        case .tooLarge(let key, _): "tooLarge \(key)"
        case .notEncoded(let key, _): "notEncoded \(key)"
        case .notDecoded(let key, _): "notDecoded \(key)"
        default: String("\(Mirror(reflecting: self).children.first?.label ?? "")")
        }
    }
}
