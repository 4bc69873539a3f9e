import Foundation

extension String {
    /// The text as one component of a path, percent-encoded: `"/rooms/\(id.pathComponent)/events"`.
    ///
    /// Everything but letters, digits and `-._~` is encoded, also a slash. A component that is `.` or `..` leads
    /// elsewhere however it is encoded, and an empty one may: a request with the first two fails with
    /// ``RequestError/Reason/unencodable(_:)``.
    public var pathComponent: String { queryEncoded }

    /// The path as it is sent: from a slash on, and with everything encoded that cannot be in a path. Encoded
    /// characters stay so.
    var encodedPath: String {
        let path = addingPercentEncoding(withAllowedCharacters: .inPath) ?? ""
        let parts = path.split(separator: "%", omittingEmptySubsequences: false)
        let rest = parts.dropFirst().map { part in
            part.count >= 2 && part.prefix(2).allSatisfy { $0.isHexDigit } ? "%" + part : "%25" + part
        }
        let encoded = (parts.first.map(String.init) ?? "") + rest.joined()
        return encoded.isEmpty || encoded.hasPrefix("/") ? encoded : "/" + encoded
    }

    /// Why the path cannot be sent. Nil if it can.
    var problemOfPath: String? {
        if unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
            return "its path has a line break or another control character. To fix: encode it with pathComponent"
        }
        let components = split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        guard let walk = components.first(where: { $0 == "." || $0 == ".." }) else { return nil }
        return "its path has the component \"\(walk)\", which leads elsewhere. To fix: check what goes into the path"
    }
}

extension CharacterSet {
    /// The characters that a path may have as they are (RFC 3986, 3.3), the slash, and the sign of an encoded one.
    fileprivate static let inPath = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/%"
    )
}
