import Foundation
import Millrace
import MillraceCache

/// The images that were fetched, by their addresses: in memory, and on disk for the next run. A file on a homeserver
/// never changes, so none of them is ever out of date.
public struct ImageCache: Sendable {
    private let images: Cache<String, Data>
    private let records: DiskCache?

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files, which only its owner can read. Nil to keep the images in memory only.
    ///   - clock: Runs the fetches in specs.
    public init(folder: URL?, clock: some Scheduler = .main) {
        records = folder.map { folder in
            // The images are as private as the messages. If there is no folder, the memory remains.
            try? FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            return DiskCache(folder: folder, byteLimit: 100_000_000)
        }
        let disk = records.map { records in
            CacheDisk<String, Data>(records, name: \.self, encode: \.self, decode: \.self)
        }
        images = Cache(costLimit: 32_000_000, clock: clock, cost: \.count, disk: disk)
    }

    /// An image: from memory, from disk, or from the homeserver, which is asked once however many ask for it.
    func image(at address: String, fetch: @escaping @Sendable () async throws -> Data) async throws -> Data {
        try await images.value(for: address, fetch: fetch)
    }

    /// Keeps an image that was uploaded, so that it is not fetched.
    func insert(_ bytes: Data, at address: String) { images.insert(bytes, for: address) }

    /// Waits until everything is written, and closes the files.
    public func close() async { await records?.close() }
}
