import Foundation
import Synchronization

/// Keeps the bytes of the images that are not uploaded yet, by the transactions that send them, also for the next run.
public struct UploadStorage: Sendable {
    var save: @Sendable (_ bytes: Data, _ transaction: String) async throws -> Void
    var bytes: @Sendable (_ transaction: String) async throws -> Data?
    var remove: @Sendable (_ transaction: String) async throws -> Void
    /// The transactions of what is kept.
    public var transactions: @Sendable () async throws -> [String]

    /// Keeps them in memory, as long as the storage is used.
    public static func memory() -> UploadStorage {
        let kept = UploadMemory()
        return UploadStorage(
            save: { bytes, transaction in kept.files.withLock { $0[transaction] = bytes } },
            bytes: { transaction in kept.files.withLock { $0[transaction] } },
            remove: { transaction in kept.files.withLock { $0[transaction] = nil } },
            transactions: { kept.files.withLock { $0.keys.sorted() } }
        )
    }

    /// Keeps each in a file, in a folder that only its owner can read.
    public static func folder(_ folder: URL) -> UploadStorage {
        let manager: @Sendable () -> FileManager = { FileManager.default }
        @Sendable func file(_ transaction: String) -> URL { folder.appendingPathComponent(transaction) }
        return UploadStorage(
            save: { bytes, transaction in
                let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
                try manager().createDirectory(at: folder, withIntermediateDirectories: true, attributes: attributes)
                try bytes.write(to: file(transaction), options: .atomic)
            },
            bytes: { transaction in
                guard manager().fileExists(atPath: file(transaction).path) else { return nil }
                return try Data(contentsOf: file(transaction))
            },
            remove: { transaction in
                guard manager().fileExists(atPath: file(transaction).path) else { return }
                try manager().removeItem(at: file(transaction))
            },
            transactions: {
                guard manager().fileExists(atPath: folder.path) else { return [] }
                return try manager().contentsOfDirectory(atPath: folder.path).sorted()
            }
        )
    }

    /// Removes what belongs to none of some transactions: a program may end between keeping an image and sending it.
    func removeAll(but transactions: Set<String>) async throws {
        for transaction in try await self.transactions() where !transactions.contains(transaction) {
            try await remove(transaction)
        }
    }
}

private final class UploadMemory: Sendable {
    let files = Mutex<[String: Data]>([:])
}
