import Foundation
import MillraceNetwork

// The requests for files: images are fetched, and uploaded before the message that contains them is sent.

/// The address of a file on a homeserver: `mxc://example.org/identity`.
struct MediaAddress: Hashable, Sendable {
    let server: String
    let id: String

    /// Reads an address. Nil if it is none: it may come from anybody.
    init?(_ text: String) {
        guard text.hasPrefix("mxc://"), text.utf8.count <= 1_000 else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        (server, id) = (String(parts[0]), String(parts[1]))
    }
}

/// Gets a file.
struct MediaRequest: Request {
    typealias Answer = Data

    enum Form: String {
        /// As it was uploaded.
        case download
        /// Made smaller by the homeserver, and a PNG or a JPEG in most cases.
        case thumbnail
    }

    let address: MediaAddress
    let form: Form
    /// Whether the homeserver only knows the requests that needed no login.
    let isOld: Bool

    var path: String {
        "\(isOld ? "/_matrix/media/v3" : "/_matrix/client/v1/media")/\(form)/\(address.server.pathComponent)/\(address.id.pathComponent)"
    }
    var query: [QueryItem] {
        form == .download
            ? [] : [QueryItem("width", "640"), QueryItem("height", "480"), QueryItem("method", "scale")]
    }
    var limits: RequestLimits? { RequestLimits(attempt: .seconds(300), total: nil, answerSize: 20_000_000) }
    /// What is written has precedence.
    var priority: RequestPriority { .low }
}

/// Puts a file onto the homeserver, which tells its address.
struct UploadRequest: Request {
    struct Answer: Decodable, Sendable { let content_uri: String }

    let name: String
    let type: String
    let bytes: Data

    var method: HTTPMethod { .post }
    var path: String { "/_matrix/media/v3/upload" }
    var query: [QueryItem] { [QueryItem("filename", name)] }
    var body: RequestBody? { RequestBody(bytes, contentType: type) }
    var limits: RequestLimits? { RequestLimits(attempt: .seconds(600), total: nil) }
}

extension Client {
    /// Gets an image: a small version of it if the homeserver makes one, otherwise all of it. What a homeserver does not
    /// have, or does not know how to be asked for, is asked for in the next form.
    func image(at address: MediaAddress, meter: TransferMeter) async throws(RequestError) -> Data {
        for (form, isOld) in [(MediaRequest.Form.thumbnail, false), (.thumbnail, true), (.download, true)] {
            do {
                return try await send(MediaRequest(address: address, form: form, isOld: isOld), meter: meter)
            } catch {
                guard case .refused = ChatProblem(error) else { throw error }
            }
        }
        return try await send(MediaRequest(address: address, form: .download, isOld: false), meter: meter)
    }
}
