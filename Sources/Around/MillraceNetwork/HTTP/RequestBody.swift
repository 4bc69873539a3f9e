public import Foundation

/// The body of a request: its bytes, its file or its stream, and their content type.
public struct RequestBody: Sendable {
    /// Where the bytes are.
    enum Content: Sendable {
        case bytes(Data)
        /// A file, with the draft that keeps it there, if it is one.
        case file(URL, size: Int, BodyDraft?)
        /// A body that is put together in a file before it is sent.
        case made(@Sendable (BodyDraft) async throws -> Void)

        /// Zero for a body that is not put together yet.
        var size: Int {
            switch self {
            case .bytes(let data): data.count
            case .file(_, let size, _): size
            case .made: 0
            }
        }

        var data: Data? {
            switch self {
            case .bytes(let data): data
            case .file(let file, _, _): try? Data(contentsOf: file)
            case .made: nil
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
    ///   - secrets: The secrets in the bytes: they appear in no message and no log, even if the server repeats them,
    ///     and a body with a secret goes to no other host.
    public init(_ data: Data, contentType: String?, secrets: [Secret] = []) {
        self.init(.bytes(data), contentType, secrets: secrets)
    }

    init(_ content: Content, _ contentType: String?, secrets: [Secret]) {
        (self.content, self.contentType, self.secrets) = (content, contentType, secrets)
    }

    /// The bytes. Those of a file are read into memory each time; nil if it cannot be read, and for a stream.
    public var data: Data? { content.data }

    /// A body with a value as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - secrets: The secrets in the value, such as a password: they appear in no message and no log, even if the
    ///     server repeats them, and a body with a secret goes to no other host.
    ///   - encoder: Encodes the value. Nil for one that sorts the keys, so that equal values have equal bytes.
    /// - Throws: The error that the encoder throws.
    public static func json(
        _ value: some Encodable,
        secrets: [Secret] = [],
        encoder: JSONEncoder? = nil
    ) throws -> RequestBody {
        let sorting = JSONEncoder()
        sorting.outputFormatting = .sortedKeys
        let bytes = try (encoder ?? sorting).encode(value)
        return RequestBody(bytes, contentType: "application/json", secrets: secrets)
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
        RequestBody(.file(url, size: try FileHandle.size(of: url), nil), contentType, secrets: [])
    }

    /// A body with the pieces of an asynchronous sequence, whatever their number and size.
    ///
    /// The sequence is read once, piece by piece, into a temporary file, before the request waits for its turn, within
    /// its total time limit; then that is sent. So the server knows the length, the body is never in memory as a whole,
    /// and the same body can be sent again where the rules of retries or of logins allow it. An error of the sequence
    /// is ``RequestError/Reason/unencodable(_:)``, and nothing is sent.
    ///
    /// - Parameters:
    ///   - pieces: The pieces, as `Data` or arrays of bytes. A sequence that can be read only once can be sent only
    ///     once: let ``Request/body`` make it.
    ///   - contentType: The value of the header `Content-Type`.
    ///   - secrets: The secrets in the bytes, as for a body of bytes.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces,
        contentType: String?,
        secrets: [Secret] = []
    ) -> RequestBody where Pieces.Element: Collection<UInt8> {
        RequestBody(
            .made { draft in
                for try await piece in pieces { try draft.write(Data(piece)) }
            },
            contentType,
            secrets: secrets
        )
    }
}

extension RequestBody: CustomStringConvertible, CustomReflectable {
    /// The size and the content type of the body.
    public var description: String {
        let size = if case .made = content { "a stream" } else { "\(content.size) bytes" }
        return "\(size) of \(contentType ?? "an unknown kind")"
    }
    /// A mirror without the bytes.
    public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
