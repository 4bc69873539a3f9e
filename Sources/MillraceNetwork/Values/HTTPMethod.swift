/// What a request asks to be done with a resource: `GET`, `POST` and so on.
public struct HTTPMethod: Hashable, Sendable {
    /// The name as it is sent.
    public let name: String

    /// Creates a method. Names differ by case: the known ones are in capital letters.
    public init(_ name: String) { self.name = name }

    /// Asks for a resource.
    public static let get = HTTPMethod("GET")
    /// Asks for the head of the answer to a `GET`.
    public static let head = HTTPMethod("HEAD")
    /// Asks the resource to process the body.
    public static let post = HTTPMethod("POST")
    /// Puts the body in place of the resource.
    public static let put = HTTPMethod("PUT")
    /// Changes a part of the resource.
    public static let patch = HTTPMethod("PATCH")
    /// Removes the resource.
    public static let delete = HTTPMethod("DELETE")
    /// Asks what can be done with the resource.
    public static let options = HTTPMethod("OPTIONS")

    /// Whether doing it twice is doing it once (RFC 9110, 9.2.2), so that a lost request may be repeated.
    public var isIdempotent: Bool { Self.idempotent.contains(self) }

    private static let idempotent: Set<HTTPMethod> = [.get, .head, .put, .delete, .options, HTTPMethod("TRACE")]
}

extension HTTPMethod: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
