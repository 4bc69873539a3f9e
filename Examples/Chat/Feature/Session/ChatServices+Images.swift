import Foundation
import Millrace
import MillraceNetwork

// What the chat needs for images.
extension ChatServices {
    /// An image, from the cache or from the homeserver.
    func image(at text: String, _ meter: TransferMeter) async throws -> Data {
        guard let address = MediaAddress(text) else { throw ChatProblem.refused("its address is damaged") }
        return try await images.image(at: text) { [client] in try await client.image(at: address, meter: meter) }
    }

    /// Reads the file of an image that is to be sent, and keeps its bytes until they are uploaded.
    func read(_ file: URL, for id: Outgoing.ID) async throws -> OutgoingImage {
        let name = file.lastPathComponent
        // One that is too large is not read.
        guard let bytes = try? Data(contentsOf: file, options: .mappedIfSafe) else {
            throw ChatProblem.refused("\(name) cannot be read")
        }
        guard bytes.count <= 50_000_000 else { throw ChatProblem.refused("\(name) is larger than 50 MB") }
        let image = ImageFile(bytes)
        guard let kind = image.kind else { throw ChatProblem.refused("\(name) is no PNG, JPEG, GIF or WebP") }
        try await storage.save(upload: image.data, id)
        return OutgoingImage(
            name: name,
            type: kind.rawValue,
            byteCount: image.data.count,
            width: image.size?.width,
            height: image.size?.height
        )
    }

    /// Uploads an image that was read, and returns its address.
    ///
    /// - Parameter progressed: Told how much of it is sent, in percent.
    nonisolated(nonsending) func upload(
        _ image: OutgoingImage,
        of id: Outgoing.ID,
        progressed: @escaping (Int) -> Void
    ) async throws -> String {
        guard let bytes = try await storage.upload(id) else {
            throw ChatProblem.refused("\(image.name) is no longer there")
        }
        let meter = TransferMeter()
        let percent = meter.progress(on: self.clock).select { $0.sentTotal > 0 ? Int($0.uploaded * 100) : 0 }
        let watch = percent.observe(progressed)
        defer { watch.cancel() }
        let request = UploadRequest(name: image.name, type: image.type, bytes: bytes)
        let address = try await client.send(request, meter: meter).content_uri
        images.insert(bytes, at: address)
        return address
    }
}
