/// A text that nothing shows: a key, a token, a password.
///
/// Whatever prints, dumps or describes a secret, or a value that contains one, shows that there is a secret and no more.
public struct Secret: Hashable, Sendable {
    /// The secret itself. It goes into a request, and nowhere else.
    public let text: String

    /// Creates a secret.
    public init(_ text: String) { self.text = text }

    /// What stands in place of a secret.
    static let mark = "•••"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that there is a secret, and no more.
    public var description: String { "(a secret)" }
    /// Says that there is a secret, and no more.
    public var debugDescription: String { description }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
