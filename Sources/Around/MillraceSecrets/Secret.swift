import MillraceBase

/// A text that is never printed, recorded or saved, such as a key, a token or a password.
///
/// ```swift
/// struct SignIn: Action, Codable {
///     var user: String
///     var password: Secret
/// }
/// ```
///
/// If a secret, or a value that contains one, is printed, dumped or described, the output only says that there is a
/// secret. Encoded, it is a mark, `•••`: so an action or a state with a secret can be recorded and saved, and the secret
/// is in no file. In a digest of a state one secret is like any other.
///
/// It is decoded from any text, as a server's answer has it. An encoded secret is decoded as one whose text is the
/// mark: a replay has the mark where the session had the secret, so no state should depend on the text of a secret. To
/// keep a secret, write its ``text`` where only its owner reads, such as the keychain.
public struct Secret: Hashable, Sendable {
    /// The secret itself. It goes into a request, and nowhere else.
    public let text: String

    /// Creates a secret.
    public init(_ text: String) { self.text = text }

    /// The text in place of a secret.
    package static let mark = "•••"
}

extension Secret: SecretValue {
    package var secretText: String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that there is a secret, without showing it.
    public var description: String { "(a secret)" }
    /// Says that there is a secret, without showing it.
    public var debugDescription: String { description }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Codable {
    /// Creates a secret from a text.
    public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    /// Encodes the mark.
    public func encode(to encoder: any Encoder) throws {
        (encoder.userInfo[.secrets] as? Locked<Bool>)?.withLock { $0 = true }
        var container = encoder.singleValueContainer()
        try container.encode(Secret.mark)
    }
}
