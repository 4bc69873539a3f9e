public import Foundation

/// The body of a request: its bytes or its file, and their content type.
public struct RequestBody: Sendable {
    /// Where the bytes are.
    enum Content: Sendable {
        case bytes(Data)
        case file(URL, size: Int)

        var size: Int {
            switch self {
            case .bytes(let data): data.count
            case .file(_, let size): size
            }
        }

        var data: Data? {
            switch self {
            case .bytes(let data): data
            case .file(let file, _): try? Data(contentsOf: file)
            }
        }
    }

    let content: Content
    /// The value of the header `Content-Type`. Nil to send none, or if the headers of the request contain it.
    public let contentType: String?
    let secrets: [Secret]

    /// Creates a body of bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - contentType: The value of the header `Content-Type`.
    ///   - secrets: What in the bytes is secret: it appears in no message and no log, even if the server
    ///     repeats it, and a body with a secret goes to no other host.
    public init(_ data: Data, contentType: String?, secrets: [Secret] = []) {
        self.init(.bytes(data), contentType, secrets: secrets)
    }

    private init(_ content: Content, _ contentType: String?, secrets: [Secret]) {
        (self.content, self.contentType, self.secrets) = (content, contentType, secrets)
    }

    /// The bytes. Those of a file are read into memory each time; nil if it cannot be read.
    public var data: Data? { content.data }

    /// A body with a value as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - secrets: What in the value is secret, such as a password: it appears in no message and no log,
    ///     even if the server repeats it, and a body with a secret goes to no other host.
    ///   - encoder: Encodes the value.
    /// - Throws: What the encoder throws.
    public static func json(
        _ value: some Encodable,
        secrets: [Secret] = [],
        encoder: JSONEncoder = JSONEncoder()
    ) throws -> RequestBody {
        RequestBody(try encoder.encode(value), contentType: "application/json", secrets: secrets)
    }

    /// A body with the fields of a form, URL-encoded. The values of secret items appear in no message and no log.
    public static func form(_ items: [QueryItem]) -> RequestBody {
        let bytes = Data(items.encoded.utf8)
        return RequestBody(bytes, contentType: "application/x-www-form-urlencoded", secrets: items.secrets)
    }

    /// A body with the content of a file, which is read piece by piece while it is sent.
    ///
    /// The file must not change until the request has ended. If it has another size when it is sent, the request fails;
    /// if it becomes shorter while it is sent, the server waits for the rest until a time limit ends the request.
    ///
    /// - Throws: The system's error if there is no such file, or it cannot be read.
    public static func file(_ url: URL, contentType: String? = nil) throws -> RequestBody {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        // A folder can be opened, but not read.
        _ = try file.read(upToCount: 1)
        return RequestBody(.file(url, size: Int(clamping: try file.seekToEnd())), contentType, secrets: [])
    }
}

extension RequestBody: CustomStringConvertible, CustomReflectable {
    /// The size and the content type of the body.
    public var description: String { "\(content.size) bytes of \(contentType ?? "an unknown kind")" }
    /// A mirror without the bytes.
    public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
