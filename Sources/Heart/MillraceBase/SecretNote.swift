extension CodingUserInfoKey {
    /// Where an encoder may have a `Locked<Bool>`, which becomes true when it meets a secret. (A key can be made of any
    /// text.)
    package static var secrets: CodingUserInfoKey { CodingUserInfoKey(rawValue: "millrace.secrets").unsafelyUnwrapped }
}

/// A value that is never to be shown, and the text by which a recorder knows it where it stands elsewhere.
package protocol SecretValue {
    var secretText: String { get }
}
