import Foundation
import Millrace
import MillraceNetwork

/// What the chat needs for images.
public struct MediaServices: Sendable {
    /// An image, from the cache or from the homeserver.
    var image: @Sendable (_ address: String, _ meter: TransferMeter) async throws -> Data
    /// Reads the file of an image that is to be sent, and keeps its bytes until they are uploaded.
    var read: @Sendable (_ file: URL, _ transaction: String) async throws -> OutgoingImage
    /// The address to which an image is then uploaded; nil where the homeserver has none beforehand.
    var reserve: @Sendable () async throws -> String?
    /// Uploads an image that was read, and returns its address.
    var upload: @Sendable (_ image: OutgoingImage, _ transaction: String, _ meter: TransferMeter) async throws -> String
    var uploads: UploadStorage
    /// The clock of the stores, by which they hear of the progress.
    var clock: any Scheduler
    let cache: ImageCache

    /// The services of a homeserver.
    init(of client: Client, uploads: UploadStorage, cache: ImageCache, clock: some Scheduler) {
        (self.uploads, self.cache, self.clock) = (uploads, cache, clock)
        image = { text, meter in
            guard let address = MediaAddress(text) else { throw ChatProblem.refused("its address is damaged") }
            return try await cache.image(at: text) { try await client.image(at: address, meter: meter) }
        }
        read = { file, transaction in
            let image = ImageFile(try Self.bytes(of: file))
            guard let kind = image.kind else {
                throw ChatProblem.refused("\(file.lastPathComponent) is no PNG, JPEG, GIF or WebP")
            }
            try await uploads.save(image.data, transaction)
            return OutgoingImage(
                name: file.lastPathComponent,
                type: kind.rawValue,
                byteCount: image.data.count,
                width: image.size?.width,
                height: image.size?.height
            )
        }
        reserve = { try await client.reserve() }
        upload = { image, transaction, meter in
            guard let bytes = try await uploads.bytes(transaction) else {
                throw ChatProblem.refused("\(image.name) is no longer there")
            }
            let address = try await client.upload(image, bytes, meter)
            cache.insert(bytes, at: address)
            return address
        }
    }

    private static func bytes(of file: URL) throws -> Data {
        do {
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
            guard size <= 50_000_000 else {
                throw ChatProblem.refused("\(file.lastPathComponent) is larger than 50 MB")
            }
            return try Data(contentsOf: file)
        } catch let problem as ChatProblem {
            throw problem
        } catch {
            throw ChatProblem.refused("\(file.lastPathComponent) cannot be read")
        }
    }
}
