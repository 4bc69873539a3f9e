import Foundation
import Millrace

/// An image that is sent. Its bytes are in the ``ChatStorage`` until then.
public struct OutgoingImage: Equatable, Codable, Sendable {
    /// The name of its file.
    public let name: String
    /// The kind: `image/png`.
    public let type: String
    /// The size in bytes.
    public let byteCount: Int
    /// The width in pixels, if it is known.
    public let width: Int?
    /// The height in pixels, if it is known.
    public let height: Int?
    /// Its address, if an older version of the program has uploaded it.
    var address: String?

    /// What a row shows before the event is there.
    func message(at address: String?) -> MessageContent {
        let image = ImageContent(address: address ?? "", byteCount: byteCount, width: width, height: height)
        return MessageContent(body: name, kind: .image(image))
    }
}
