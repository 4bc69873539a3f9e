/// The method of an HTTP request: `GET`, `POST` and so on.
public struct HTTPMethod: Hashable, Sendable {
    /// The name as it is sent.
    public let name: String

    /// Creates a method. Names are case-sensitive: the standard ones are in capital letters.
    ///
    /// A request whose method has another character than those of a token of HTTP (RFC 9110: letters, digits and some
    /// marks) is not sent: it fails with ``RequestError/Reason/unencodable(_:)``.
    public init(_ name: String) { self.name = name }

    /// Requests a resource.
    public static let get = HTTPMethod("GET")
    /// Requests only the head of the answer to a `GET`.
    public static let head = HTTPMethod("HEAD")
    /// Asks the resource to process the body.
    public static let post = HTTPMethod("POST")
    /// Replaces the resource by the body.
    public static let put = HTTPMethod("PUT")
    /// Changes a part of the resource.
    public static let patch = HTTPMethod("PATCH")
    /// Removes the resource.
    public static let delete = HTTPMethod("DELETE")
    /// Requests the methods that the resource supports.
    public static let options = HTTPMethod("OPTIONS")

    /// Whether sending a request twice has the same effect as sending it once (RFC 9110, 9.2.2): all standard
    /// methods but `POST` and `PATCH`, and `PROPFIND` and `REPORT` of WebDAV.
    package var isIdempotent: Bool { Self.idempotent.contains(self) }

    /// Whether the name can be sent: it is a token (RFC 9110, 5.6.2), and so cannot end the line in which it stands.
    var isToken: Bool { !name.isEmpty && name.utf8.allSatisfy(Self.ofTokens.contains) }

    private static let ofTokens = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~".utf8
    )

    /// Why a method that is no token cannot be sent.
    var problem: String { "its method \"\(self)\" is none. To fix: use letters only, such as \"GET\"" }

    private static let idempotent: Set<HTTPMethod> = [
        .get, .head, .put, .delete, .options, HTTPMethod("TRACE"),
        // WebDAV (RFC 4918, 9.1) and its extensions (RFC 3253, 3.6), with which calendars and contacts are read.
        HTTPMethod("PROPFIND"), HTTPMethod("REPORT"),
    ]
}

extension HTTPMethod: CustomStringConvertible {
    /// The name, in one line.
    public var description: String { name.withoutControls }
}
