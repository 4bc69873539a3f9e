/// A header of a request or an answer: a name, which is case-insensitive, and a value.
public struct HTTPHeader: Hashable, Sendable {
    /// The name as it is sent.
    public let name: String
    /// The value as it is sent.
    public let value: String
    /// Whether the value appears in no message and no log, and goes to no other host.
    package let isSecret: Bool

    /// Creates a header.
    ///
    /// The values of `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie` are always secrets. Line breaks
    /// and other control characters in the value become spaces, so that a value cannot inject another header.
    public init(_ name: String, _ value: String) {
        self.init(name, value, isSecret: Self.secretNames.contains(name.lowercased()))
    }

    /// Creates a header whose value is a secret.
    public static func secret(_ name: String, _ value: Secret) -> HTTPHeader {
        HTTPHeader(name, value.text, isSecret: true)
    }

    private init(_ name: String, _ value: String, isSecret: Bool) {
        self.name = String(name.unicodeScalars.filter { $0.value > 32 && $0.value != 127 && $0 != ":" })
        self.value = value.withoutControls
        self.isSecret = isSecret
    }

    private static let secretNames: Set<String> = ["authorization", "proxy-authorization", "cookie", "set-cookie"]
}

extension String {
    /// The text with spaces in place of line breaks and other control characters.
    var withoutControls: String {
        String(UnicodeScalarView(unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
    }
}

extension HTTPHeader: CustomStringConvertible, CustomReflectable {
    /// The header as it is sent, without the value of a secret.
    public var description: String { "\(name): \(isSecret ? Secret.mark : value)" }
    /// A mirror without the value of a secret.
    public var customMirror: Mirror { Mirror(self, children: ["header": description]) }
}

extension [HTTPHeader] {
    /// The value of the first header with a name, ignoring case. O(n) for n headers.
    public subscript(name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }

    /// The values of secret headers; of such a one as `Bearer TOKEN` the token alone too, and of a login its password.
    var secrets: [Secret] {
        filter(\.isSecret).flatMap { header in
            let words = header.value.split(separator: " ").map(String.init)
            let parts = (words.count == 2 ? [Secret(words[1])] : []) + [header.basicPassword].compactMap(\.self)
            return [Secret(header.value)] + parts
        }
    }

    /// The headers with others in place of those that have the same names.
    func replacing(_ others: [HTTPHeader]) -> [HTTPHeader] {
        let names = Set(others.map { $0.name.lowercased() })
        return filter { !names.contains($0.name.lowercased()) } + others
    }
}
