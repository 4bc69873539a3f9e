/// A part of a pattern: a component of the path, an item of the query, or the fragment.
enum DeepLinkPiece: Sendable {
    /// A component of the path that is always the same.
    case text(String)

    /// Something with a value: takes it out of an address, and adds it to one. Adding returns false if this value
    /// cannot stand there.
    case value(
        @Sendable (inout DeepLinkAddress) throws(DeepLinkMismatch) -> Any,
        write: @Sendable (Any, inout DeepLinkAddress) -> Bool
    )

    /// A value at a place of the address.
    ///
    /// - Parameter missing: The value if there is nothing at the place, which is then not written; nil if the link does
    ///   not match without a value.
    static func value<Value: DeepLinkText>(
        _ type: Value.Type,
        at place: DeepLinkPlace,
        default missing: Value?
    ) -> DeepLinkPiece {
        .value { address throws(DeepLinkMismatch) in
            var rest = address
            guard let text = rest.take(place) else {
                guard let missing else { throw DeepLinkMismatch("\(place): a \(type) is missing") }
                return missing
            }
            guard let value = Value(linkText: text) else {
                throw DeepLinkMismatch("\(place): \"\(text)\" is no \(type)")
            }
            address = rest
            return value
        } write: { value, address in
            guard let value = value as? Value else { return false }
            return value == missing || address.put(value.linkText, at: place)
        }
    }
}

extension [DeepLinkPiece] {
    /// The components of a path, with slashes between them.
    static func texts(_ path: String) -> [DeepLinkPiece] { path.split(separator: "/").map { .text(String($0)) } }

    /// Takes the values out of an address, in order.
    func read(_ address: inout DeepLinkAddress) throws(DeepLinkMismatch) -> [Any] {
        var values: [Any] = []
        for piece in self {
            switch piece {
            case .text(let text): try address.takeComponent(text)
            case .value(let read, _): values.append(try read(&address))
            }
        }
        return values
    }

    /// Adds values to an address. Returns false if they cannot stand there.
    func write(_ values: [Any] = [], to address: inout DeepLinkAddress) -> Bool {
        var rest = values[...]
        for piece in self {
            switch piece {
            case .text(let text): address.path.append(text)
            case .value(_, let write):
                guard let value = rest.popFirst(), write(value, &address) else { return false }
            }
        }
        return rest.isEmpty
    }
}
