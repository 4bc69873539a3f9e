import Foundation

extension HTTPHeader {
    /// Creates the header of a login with a user's name and password: `Authorization: Basic …` (RFC 7617).
    ///
    /// ```swift
    /// settings.headers = [HTTPHeader.basic(user: "ada", password: password)].compactMap(\.self)
    /// ```
    ///
    /// The value is a secret, and so is the password in a server's answer. Base64 is no encryption: whoever sees the
    /// header has the password, so send it by https only.
    ///
    /// - Returns: Nil if the name has a colon, or the name or the password a control character.
    public static func basic(user: String, password: Secret) -> HTTPHeader? {
        let login = "\(user):\(password.text)"
        let isBad = login.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
        if isBad || user.unicodeScalars.contains(":") { return nil }
        return .secret("Authorization", Secret("Basic \(Data(login.utf8).base64EncodedString())"))
    }

    /// The password of such a login. Nil if the header has none.
    var basicPassword: Secret? {
        let words = value.split(separator: " ")
        guard words.count == 2, words[0] == "Basic" else { return nil }
        guard let login = Data(base64Encoded: String(words[1])) else { return nil }
        return Secret(String(decoding: login.drop { $0 != UInt8(ascii: ":") }.dropFirst(), as: UTF8.self))
    }
}
