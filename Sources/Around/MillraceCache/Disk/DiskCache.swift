import MillraceBase
public import Foundation
import MillraceSignals
public import MillraceStorage

/// Keeps data under names, in a folder on disk.
///
/// ```swift
/// let records = DiskCache(folder: caches.appendingPathComponent("answers"), byteLimit: 50_000_000)
/// try await records.insert(data, for: "feed")
/// let known = await records.data(for: "feed")
/// ```
///
/// Each record is a file with a checksum. A record is read whole or not at all: one that was not written completely, or
/// was damaged, is a miss, and is reported. When an `insert` or `remove` has returned, it holds even if the process is
/// killed; after ``flush()`` it holds even if the machine loses power. A record that cannot be written is reported, and
/// no other record is lost by that.
///
/// **Limits.** The files are never larger than `byteLimit` together, except for the moment in which one is replaced: those
/// that were read or written longest ago are deleted. (In another process, those that were written longest ago.) A
/// record that is older than `ageLimit` is a miss, and is removed when it is asked for.
///
/// **Threads.** It may be used on any thread. A queue of its own does all work, in the order in which it was asked
/// for, so a read waits for the writes before it and finds them. The folder is opened at the first use. It has one
/// writer: a second `DiskCache` for it, in any process, reports ``DiskCacheError/inUse(folder:)``. Its look-ups are
/// misses, and its writes throw. So ``close()`` it before the folder is opened again. If the system refuses to open
/// the folder or a file, look-ups are misses, and writes throw, until it does not.
public final class DiskCache: Sendable {
    private let queue: DispatchQueue
    private let folder: Locked<RecordFolder>
    private let lastSize = Locked((count: 0, bytes: 0))
    private let onFailure: @Sendable (DiskCacheError) -> Void

    /// Creates a disk cache. It touches the disk only at its first use.
    ///
    /// - Parameters:
    ///   - folder: Where the files are; made if it is missing. Nothing else should be in it.
    ///   - byteLimit: The largest size of all files together. Nil if there is no limit. Must not be negative.
    ///   - ageLimit: How old a record may be. Nil if there is no limit.
    ///   - fileSystem: Where the folder is.
    ///   - onFailure: Called with every failure, on the queue of this cache or in the task that decodes.
    ///   - date: Returns the time of the wall clock, since ages have to outlast the process.
    public convenience init(
        folder: URL,
        byteLimit: Int? = nil,
        ageLimit: Duration? = nil,
        fileSystem: FileSystem = .system,
        onFailure: @escaping @Sendable (DiskCacheError) -> Void = { _ in },
        date: @escaping @Sendable () -> Date = { Date() }
    ) {
        if let byteLimit, byteLimit < 0 {
            stop("DiskCache.init: the byteLimit is \(byteLimit). To fix: pass zero or more, or nil for no limit.")
        }
        var settings = RecordFolder.Settings(path: folder.path, byteLimit: byteLimit)
        settings.ageLimit = ageLimit
        settings.fileSystem = fileSystem
        settings.date = date
        self.init(settings, onFailure: onFailure)
    }

    init(_ settings: RecordFolder.Settings, onFailure: @escaping @Sendable (DiskCacheError) -> Void) {
        self.onFailure = onFailure
        queue = DispatchQueue(label: "Millrace.DiskCache", qos: .utility)
        folder = Locked(RecordFolder(settings, onFailure: onFailure))
    }

    // MARK: For everybody

    /// Returns the data of a key: nil if there is none, or if it cannot be read, which is reported.
    public func data(for key: String) async -> Data? { await record(for: key)?.data }

    /// Writes the data of a key, in place of the former. It is there when this has returned.
    ///
    /// - Parameters:
    ///   - data: The data. Not larger than `byteLimit`.
    ///   - key: The key.
    ///   - ageLimit: How old this record may be, if that is less than the age limit of the cache.
    /// - Throws: ``DiskCacheError``, which is reported as well. The former data is gone then, because it is out of
    ///   date.
    public func insert(_ data: Data, for key: String, ageLimit: Duration? = nil) async throws {
        try await perform { try $0.put(data, for: key, ageLimit: ageLimit) }
    }

    /// Removes the data of a key. It is gone when this has returned.
    ///
    /// - Throws: ``DiskCacheError``, which is reported as well. The data is still there then.
    public func remove(_ key: String) async throws { try await perform { try $0.remove(key) } }

    /// Removes all data. Files of another version stay.
    ///
    /// - Throws: ``DiskCacheError``, which is reported as well.
    public func removeAll() async throws { try await perform { try $0.removeAll() } }

    /// Waits until everything that was asked for before is done, and is on the storage medium.
    ///
    /// - Throws: ``DiskCacheError``, which is reported as well.
    public func flush() async throws { try await perform { try $0.flush() } }

    /// Waits until everything that was asked for before is done, and closes the files, so that another ``DiskCache``
    /// can open the folder. This one opens it again at its next use.
    ///
    /// Without this the files are closed when the cache is released and its queue is empty, which may be a moment
    /// later.
    public func close() async {
        await withCheckedContinuation { continuation in
            enqueue { cache in
                cache.folder.withLock { $0.close() }
                continuation.resume()
            }
        }
    }

    /// The number of records, as of the last operation. Zero before the first use.
    public var count: Int { lastSize.withLock { $0.count } }

    /// The size of the files in bytes, as of the last operation. Zero before the first use.
    public var byteCount: Int { lastSize.withLock { $0.bytes } }

    // MARK: For caches

    func report(_ failure: DiskCacheError) { onFailure(failure) }

    /// Has something done by the queue, after all that was asked for before.
    func enqueue(_ work: @escaping @Sendable (DiskCache) -> Void) {
        queue.async { work(self) }
    }

    func record(for key: String) async -> RecordFolder.Found? {
        await withCheckedContinuation { continuation in
            enqueue { cache in continuation.resume(returning: try? cache.change { try $0.read(key) }) }
        }
    }

    // MARK: On the queue

    /// Uses the folder. Failures are reported.
    func change<Result>(_ body: (inout RecordFolder) throws -> Result) throws -> Result {
        let result = folder.withLock { folder in
            let result = Swift.Result {
                try folder.open()
                return try body(&folder)
            }.mapError { DiskCacheError($0) ?? $0 }
            lastSize.withLock { $0 = (folder.count, folder.byteCount) }
            return result
        }
        if case .failure(let failure as DiskCacheError) = result, folder.withLock({ $0.noteIsNew(failure) }) {
            report(failure)
        }
        return try result.get()
    }

    private func perform(_ body: @escaping @Sendable (inout RecordFolder) throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            enqueue { cache in continuation.resume(with: Swift.Result { try cache.change(body) }) }
        }
    }
}
