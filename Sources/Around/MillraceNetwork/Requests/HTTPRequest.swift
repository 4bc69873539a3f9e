public import Foundation

/// A request as a ``Transport`` sends it: the complete URL, all headers, and the bytes of the body.
public struct HTTPRequest: Sendable {
    /// The HTTP method.
    public let method: HTTPMethod
    /// The complete URL, with its secrets.
    public let url: URL
    /// The headers, with their secrets.
    public internal(set) var headers: [HTTPHeader]
    /// The body; nil if there is none.
    var content: RequestBody.Content?
    /// The URL without secrets, for messages and logs.
    package let shownAddress: String
    /// The redaction that takes the request's secrets out of a text.
    var redaction: Redaction

    /// Creates a request without secrets in its address, but for a login (`https://user:password@example.org`).
    public init(_ method: HTTPMethod = .get, _ url: URL, headers: [HTTPHeader] = [], body: Data? = nil) {
        self.init(
            method,
            url,
            headers: headers,
            content: body.map { .bytes($0) },
            shownAs: url.absoluteString,
            redaction: Redaction(headers.secrets)
        )
    }

    init(
        _ method: HTTPMethod,
        _ url: URL,
        headers: [HTTPHeader],
        content: RequestBody.Content?,
        shownAs address: String,
        redaction: Redaction
    ) {
        var redaction = redaction
        redaction.add(url.login)
        (self.method, self.url, self.headers, self.content) = (method, url, headers, content)
        (self.redaction, shownAddress) = (redaction, redaction(address.withoutLogin))
    }

    /// The bytes of the body; nil if there is none.
    ///
    /// Those of a file are read into memory each time. A transport that can send a file piece by piece uses
    /// ``bodyFile``.
    public var body: Data? { content?.data }

    /// The file with the bytes of the body; nil if they are in memory, or there is no body.
    public var bodyFile: URL? {
        if case .file(let file, _, _) = content { file } else { nil }
    }

    /// The size of the body, in bytes. Zero if there is none.
    public var bodySize: Int { content?.size ?? 0 }

    /// Adds a header, in place of those of the same name. A secret one is known as such from then on. For an
    /// ``Interceptor``, and for a transport of one's own.
    public mutating func set(_ header: HTTPHeader) {
        headers = headers.replacing([header])
        redaction.add([header].secrets)
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the address, without secrets.
    public var description: String { "\(method) \(shownAddress)" }
    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension URL {
    /// The secret part of a login in the address: the password, or the name where that is all.
    fileprivate var login: [Secret] {
        let login = URLComponents(url: self, resolvingAgainstBaseURL: true)
        return [login?.password ?? login?.user].compactMap { $0 }.map { Secret($0) }
    }
}

extension String {
    /// The address with a mark in place of a login.
    var withoutLogin: String {
        guard let scheme = firstRange(of: "://") else { return self }
        let authority = self[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let end = authority.lastIndex(of: "@") else { return self }
        return self[..<authority.startIndex] + Secret.mark + self[end...]
    }
}
