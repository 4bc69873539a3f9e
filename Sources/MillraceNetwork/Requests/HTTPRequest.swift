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
    public internal(set) var body: Data?
    /// The URL without secrets, for messages and logs.
    public let shownAddress: String
    /// What takes the request's secrets out of a text.
    var redaction: Redaction

    /// Creates a request without secrets in its address.
    public init(_ method: HTTPMethod = .get, _ url: URL, headers: [HTTPHeader] = [], body: Data? = nil) {
        var redaction = Redaction()
        redaction.add(headers)
        self.init(method, url, headers: headers, body: body, shownAs: url.absoluteString, redaction: redaction)
    }

    init(
        _ method: HTTPMethod,
        _ url: URL,
        headers: [HTTPHeader],
        body: Data?,
        shownAs address: String,
        redaction: Redaction
    ) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
        (self.redaction, shownAddress) = (redaction, redaction(address))
    }

    /// Adds a header, in place of one of the same name. A secret one is known as such from then on.
    mutating func set(_ header: HTTPHeader) {
        headers = headers.replacing([header])
        redaction.add([header])
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the address, without secrets.
    public var description: String { "\(method) \(shownAddress)" }
    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
