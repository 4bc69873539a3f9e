public import Foundation

/// The body of a request: its bytes and their content type.
public struct RequestBody: Sendable {
    /// The bytes.
    public let data: Data
    /// The value of the header `Content-Type`. Nil to send none, or if the headers of the request contain it.
    public let contentType: String?
    let secrets: [Secret]

    /// Creates a body of bytes.
    public init(_ data: Data, contentType: String?) {
        self.init(data, contentType, secrets: [])
    }

    private init(_ data: Data, _ contentType: String?, secrets: [Secret]) {
        (self.data, self.contentType, self.secrets) = (data, contentType, secrets)
    }

    /// A body with a value as JSON.
    ///
    /// - Throws: What the encoder throws.
    public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> RequestBody {
        RequestBody(try encoder.encode(value), contentType: "application/json")
    }

    /// A body with the fields of a form, URL-encoded. The values of secret items appear in no message and no log.
    public static func form(_ items: [QueryItem]) -> RequestBody {
        RequestBody(Data(items.encoded.utf8), "application/x-www-form-urlencoded", secrets: items.secrets)
    }

    /// A body with the content of a file, which is memory-mapped and read while it is sent.
    ///
    /// The file must not change until the request has ended.
    ///
    /// - Throws: The system's error if the file cannot be read.
    public static func file(_ url: URL, contentType: String? = nil) throws -> RequestBody {
        RequestBody(try Data(contentsOf: url, options: .alwaysMapped), contentType: contentType)
    }
}

extension RequestBody: CustomStringConvertible, CustomReflectable {
    /// The size and the content type of the body.
    public var description: String { "\(data.count) bytes of \(contentType ?? "an unknown kind")" }
    /// A mirror without the bytes.
    public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
