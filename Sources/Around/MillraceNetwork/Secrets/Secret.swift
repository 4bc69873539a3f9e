/// A string that is never printed, such as a key, a token or a password.
///
/// If a secret, or a value that contains one, is printed, dumped or described, the output only says that there is a
/// secret.
public struct Secret: Hashable, Sendable {
    /// The secret itself. It goes into a request, and nowhere else.
    public let text: String

    /// Creates a secret.
    public init(_ text: String) { self.text = text }

    /// What stands in place of a secret.
    static let mark = "•••"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that there is a secret, without showing it.
    public var description: String { "(a secret)" }
    /// Says that there is a secret, without showing it.
    public var debugDescription: String { description }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
