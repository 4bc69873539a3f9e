public import Foundation

/// The body of a request: its bytes, and what they are.
public struct RequestBody: Sendable {
    /// The bytes.
    public let data: Data
    /// The value of the header `Content-Type`. Nil if a header of the request says it, or none does.
    public let contentType: String?
    let secrets: [Secret]

    /// Creates a body of bytes.
    public init(_ data: Data, contentType: String?) {
        self.init(data, contentType, secrets: [])
    }

    private init(_ data: Data, _ contentType: String?, secrets: [Secret]) {
        (self.data, self.contentType, self.secrets) = (data, contentType, secrets)
    }

    /// A value as JSON.
    ///
    /// - Throws: What the encoder throws.
    public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> RequestBody {
        RequestBody(try encoder.encode(value), contentType: "application/json")
    }

    /// The fields of a form. The values of secret items appear in no message and no log.
    public static func form(_ items: [QueryItem]) -> RequestBody {
        RequestBody(Data(items.encoded.utf8), "application/x-www-form-urlencoded", secrets: items.secrets)
    }

    /// The content of a file, which is read when it is sent, not into memory beforehand.
    ///
    /// The file must not change until the request has ended.
    ///
    /// - Throws: The system's error if the file cannot be read.
    public static func file(_ url: URL, contentType: String? = nil) throws -> RequestBody {
        RequestBody(try Data(contentsOf: url, options: .alwaysMapped), contentType: contentType)
    }
}

extension RequestBody: CustomStringConvertible, CustomReflectable {
    /// The size and the kind of the body.
    public var description: String { "\(data.count) bytes of \(contentType ?? "an unknown kind")" }
    /// A mirror without the bytes.
    public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
