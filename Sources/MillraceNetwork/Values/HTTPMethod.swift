/// The method of an HTTP request: `GET`, `POST` and so on.
public struct HTTPMethod: Hashable, Sendable {
    /// The name as it is sent.
    public let name: String

    /// Creates a method. Names are case-sensitive: the standard ones are in capital letters.
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

    /// Whether sending a request twice has the same effect as sending it once (RFC 9110, 9.2.2).
    public var isIdempotent: Bool { Self.idempotent.contains(self) }

    private static let idempotent: Set<HTTPMethod> = [.get, .head, .put, .delete, .options, HTTPMethod("TRACE")]
}

extension HTTPMethod: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
