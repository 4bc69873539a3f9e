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
        "\(isOld ? "/_matrix/media/v3" : "/_matrix/client/v1/media")/\(form)/\(address.server.inPath)/\(address.id.inPath)"
    }
    var query: [QueryItem] {
        form == .download
            ? [] : [QueryItem("width", "640"), QueryItem("height", "480"), QueryItem("method", "scale")]
    }
    var limits: RequestLimits? { RequestLimits(attempt: .seconds(300), total: nil, answerSize: 20_000_000) }
    /// What is written has precedence.
    var priority: RequestPriority { .low }
}

/// Asks for an address to which a file is to be put.
struct ReserveRequest: Request {
    struct Answer: Decodable, Sendable { let content_uri: String }

    var method: HTTPMethod { .post }
    var path: String { "/_matrix/media/v1/create" }
    var body: RequestBody? { get throws { try .json(JSONValue.object([:])) } }
}

/// Puts a file to an address that was asked for. That can be done once.
struct PutRequest: Request {
    typealias Answer = Void

    let address: MediaAddress
    let name: String
    let type: String
    let bytes: Data

    var method: HTTPMethod { .put }
    var path: String { "/_matrix/media/v3/upload/\(address.server.inPath)/\(address.id.inPath)" }
    var query: [QueryItem] { [QueryItem("filename", name)] }
    var body: RequestBody? { RequestBody(bytes, contentType: type) }
    var limits: RequestLimits? { RequestLimits(attempt: .seconds(600), total: nil) }
}

/// Puts a file onto a homeserver that cannot be asked for an address before.
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
    /// Gets an image: a small version of it if the homeserver makes one, otherwise all of it.
    func image(at address: MediaAddress, meter: TransferMeter) async throws(RequestError) -> Data {
        do {
            return try await file(at: address, as: .thumbnail, meter: meter)
        } catch {
            guard case .refused = ChatProblem(error) else { throw error }
            return try await file(at: address, as: .download, meter: meter)
        }
    }

    /// Asks for the address of a file that is to be uploaded. Nil if the homeserver is older than that.
    func reserve() async throws(RequestError) -> String? {
        do {
            return try await send(ReserveRequest()).content_uri
        } catch {
            guard error.isUnrecognized else { throw error }
            return nil
        }
    }

    /// Uploads an image, and returns its address. What is at the reserved address already is not uploaded again.
    func upload(_ image: OutgoingImage, _ bytes: Data, _ meter: TransferMeter) async throws(RequestError) -> String {
        if let reserved = image.reserved, let address = MediaAddress(reserved) {
            do {
                let request = PutRequest(address: address, name: image.name, type: image.type, bytes: bytes)
                try await send(request, meter: meter)
                return reserved
            } catch {
                if error.code == "M_CANNOT_OVERWRITE_MEDIA" { return reserved }
                // It was reserved so long ago that the homeserver has forgotten it.
                guard error.code == "M_NOT_FOUND" else { throw error }
            }
        }
        let request = UploadRequest(name: image.name, type: image.type, bytes: bytes)
        return try await send(request, meter: meter).content_uri
    }

    private func file(
        at address: MediaAddress,
        as form: MediaRequest.Form,
        meter: TransferMeter
    ) async throws(RequestError) -> Data {
        do {
            return try await send(MediaRequest(address: address, form: form, isOld: false), meter: meter)
        } catch {
            guard error.isUnrecognized else { throw error }
            return try await send(MediaRequest(address: address, form: form, isOld: true), meter: meter)
        }
    }
}

extension RequestError {
    /// Whether the homeserver does not know such a request, because it is older than that.
    fileprivate var isUnrecognized: Bool {
        guard case .status(let status) = reason, [404, 405].contains(status.status) else { return false }
        return code == "M_UNRECOGNIZED"
    }

    /// The protocol's name of the error.
    fileprivate var code: String? {
        guard case .status(let status) = reason else { return nil }
        return (try? JSONDecoder().decode(JSONValue.self, from: Data(status.body.utf8)))?["errcode"]?.string
    }
}
