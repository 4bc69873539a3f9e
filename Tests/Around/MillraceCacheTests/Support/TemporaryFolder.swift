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

    /// The files of records in it.
    var files: [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter(Record.isFileName).map { url.appendingPathComponent($0) }
    }

    /// The file of a key.
    func file(of key: String) -> URL { url.appendingPathComponent(Record.fileName(of: key)) }

    var byteCount: Int {
        files.reduce(0) { sum, file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    /// Changes the bytes of a record's file.
    func change(_ key: String, _ body: (inout Data) -> Void) throws {
        var data = try Data(contentsOf: file(of: key))
        body(&data)
        try data.write(to: file(of: key))
    }

    /// A disk cache in it that notes its problems. The one before is closed, as if its process had ended.
    func open(
        byteLimit: Int? = nil,
        ageLimit: Duration? = nil,
        calls: FileSystem = .system,
        date: @escaping @Sendable () -> Date = { Date() },
        _ notes: Notes = Notes()
    ) async -> DiskCache {
        await opened.withLock { $0 }?.close()
        var settings = RecordFolder.Settings(path: url.path, byteLimit: byteLimit)
        settings.ageLimit = ageLimit
        settings.fileSystem = calls
        settings.date = date
        let cache = DiskCache(settings) { notes.add($0.name) }
        opened.withLock { $0 = cache }
        return cache
    }
}

extension DiskCacheError {
    /// The name of the case, without what differs from run to run.
    var name: String {
        switch self {
        case .damaged(let key, _): "damaged \(key)"
        case .tooLarge(let key, _): "tooLarge \(key)"
        case .notEncoded(let key, _): "notEncoded \(key)"
        case .notDecoded(let key, _): "notDecoded \(key)"
        default: String("\(Mirror(reflecting: self).children.first?.label ?? "")")
        }
    }
}
