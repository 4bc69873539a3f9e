import Foundation
import Millrace
import MillraceCache

/// An image as it is drawn on a terminal: reduced, since a terminal has few cells.
public struct ShownPicture: Equatable, Sendable {
    /// The width of the image in pixels, as it was fetched.
    public let width: Int
    /// The height of the image in pixels, as it was fetched.
    public let height: Int
    /// The picture over the whole screen.
    public let large: Picture
    /// The picture in a row of a room.
    public let small: Picture

    init(_ picture: Picture) {
        (width, height) = (picture.width, picture.height)
        large = picture.fitted(in: 400, 400)
        small = large.fitted(in: 40, 20)
    }
}

/// An image that was fetched: its bytes, and what they show.
struct FetchedImage: Sendable {
    let bytes: Data
    /// What is drawn, or why it cannot be.
    let picture: Result<ShownPicture, PictureProblem>

    /// Decodes an image. Called off the main actor.
    init(_ bytes: Data) {
        self.bytes = bytes
        picture = Result { () throws(PictureProblem) in ShownPicture(try ImageFile(bytes).picture()) }
    }

    /// About how many bytes it takes in memory.
    var cost: Int {
        guard case .success(let picture) = picture else { return bytes.count }
        return bytes.count + 3 * (picture.large.pixels.count + picture.small.pixels.count)
    }
}

/// The images that were fetched, by their addresses: in memory, and on disk for the next run. A file on a homeserver
/// never changes, so none of them is ever out of date.
public struct ImageCache: Sendable {
    private let images: Cache<String, FetchedImage>
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
            CacheDisk<String, FetchedImage>(records, name: \.self, encode: \.bytes, decode: { FetchedImage($0) })
        }
        images = Cache(costLimit: 32_000_000, clock: clock, cost: \.cost, disk: disk)
    }

    /// An image: from memory, from disk, or from the homeserver, which is asked once however many ask for it.
    func image(at address: String, fetch: @escaping @Sendable () async throws -> Data) async throws -> FetchedImage {
        try await images.value(for: address) { FetchedImage(try await fetch()) }
    }

    /// Keeps an image that was uploaded, so that it is not fetched.
    func insert(_ bytes: Data, at address: String) { images.insert(FetchedImage(bytes), for: address) }

    /// Waits until everything is written, and closes the files.
    public func close() async { await records?.close() }
}
