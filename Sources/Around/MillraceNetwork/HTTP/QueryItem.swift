import Foundation

/// A name and a value in the query of a URL, or in a form.
public struct QueryItem: Hashable, Sendable {
    /// The name, not percent-encoded.
    public let name: String
    /// The value, not percent-encoded. An item without a value is not sent.
    public let value: String?
    /// Whether the value appears in no message and no log.
    package let isSecret: Bool

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value. Nil leaves the item out.
    public init(_ name: String, _ value: String?) {
        (self.name, self.value, isSecret) = (name, value, false)
    }

    /// Creates an item whose value is a secret.
    public static func secret(_ name: String, _ value: Secret) -> QueryItem {
        QueryItem(secret: value, name)
    }

    private init(secret: Secret, _ name: String) {
        (self.name, value, isSecret) = (name, secret.text, true)
    }
}

extension QueryItem: CustomStringConvertible, CustomReflectable {
    /// The item as `name=value`, without the value of a secret.
    public var description: String { "\(name)=\(isSecret ? Secret.mark : value ?? "")" }
    /// A mirror without the value of a secret.
    public var customMirror: Mirror { Mirror(self, children: ["item": description]) }
}

extension [QueryItem] {
    /// The items as they are sent: `q=Z%C3%BCrich&limit=5`.
    var encoded: String { encoded { $0.queryEncoded } }

    /// The items as they may be shown.
    var shown: String { encoded { _ in Secret.mark } }

    private func encoded(_ secret: (String) -> String) -> String {
        compactMap { item in
            item.value.map { "\(item.name.queryEncoded)=\(item.isSecret ? secret($0) : $0.queryEncoded)" }
        }
        .joined(separator: "&")
    }

    var secrets: [Secret] { compactMap { item in item.isSecret ? item.value.map(Secret.init) : nil } }
}

extension String {
    /// The text as a part of a query. (`URLQueryItem` would leave a `+`, which servers read as a space.)
    var queryEncoded: String { addingPercentEncoding(withAllowedCharacters: .unreserved) ?? "" }
}

extension CharacterSet {
    /// The characters that need no encoding anywhere in an address (RFC 3986, 2.3).
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}
