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

    private static func typed<Value>(
        _ read: @escaping @Sendable (inout DeepLinkAddress) throws(DeepLinkMismatch) -> Value,
        write: @escaping @Sendable (Value, inout DeepLinkAddress) -> Bool
    ) -> DeepLinkPiece {
        .value { address throws(DeepLinkMismatch) in
            try read(&address)
        } write: { value, address in
            (value as? Value).map { write($0, &address) } ?? false
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

// MARK: - Kinds

extension DeepLinkPiece {
    static func component<Value: DeepLinkText>(_ type: Value.Type) -> DeepLinkPiece {
        typed { address throws(DeepLinkMismatch) in
            guard let text = address.path.first else { throw DeepLinkMismatch("the path ends where a \(type) is due") }
            let value = try parsed(text, type, "the path")
            address.path.removeFirst()
            return value
        } write: { value, address in
            let text = value.linkText
            // An empty component is not told from a slash too many.
            if !text.isEmpty { address.path.append(text) }
            return !text.isEmpty
        }
    }

    static func item<Value: DeepLinkText>(_ name: String, _ type: Value.Type) -> DeepLinkPiece {
        typed { address throws(DeepLinkMismatch) in
            guard let text = address.takeItem(name) else { throw DeepLinkMismatch("the query has no \(name)") }
            return try parsed(text, type, name)
        } write: { value, address in
            address.query.append((name, value.linkText))
            return true
        }
    }

    static func item<Value: DeepLinkText & Equatable>(_ name: String, default missing: Value) -> DeepLinkPiece {
        typed { address throws(DeepLinkMismatch) in
            guard let text = address.takeItem(name) else { return missing }
            return try parsed(text, Value.self, name)
        } write: { value, address in
            if value != missing { address.query.append((name, value.linkText)) }
            return true
        }
    }

    static func optionalItem<Value: DeepLinkText>(_ name: String, _ type: Value.Type) -> DeepLinkPiece {
        typed { address throws(DeepLinkMismatch) -> Value? in
            guard let text = address.takeItem(name) else { return nil }
            return try parsed(text, type, name)
        } write: { value, address in
            if let value { address.query.append((name, value.linkText)) }
            return true
        }
    }

    static func items<Value: DeepLinkText>(_ name: String, _ type: Value.Type) -> DeepLinkPiece {
        typed { address throws(DeepLinkMismatch) in
            var values: [Value] = []
            for text in address.takeItems(name) { values.append(try parsed(text, type, name)) }
            return values
        } write: { values, address in
            address.query += values.map { (name, $0.linkText) }
            return true
        }
    }

    static func fragment<Value: DeepLinkText>(_ type: Value.Type) -> DeepLinkPiece {
        typed { address throws(DeepLinkMismatch) in
            guard let text = address.fragment else { throw DeepLinkMismatch("there is no fragment") }
            return try parsed(text, type, "the fragment")
        } write: { value, address in
            address.fragment = value.linkText
            return true
        }
    }

    static func optionalFragment<Value: DeepLinkText>(_ type: Value.Type) -> DeepLinkPiece {
        typed { address throws(DeepLinkMismatch) -> Value? in
            guard let text = address.fragment else { return nil }
            return try parsed(text, type, "the fragment")
        } write: { value, address in
            address.fragment = value?.linkText
            return true
        }
    }
}

private func parsed<Value: DeepLinkText>(
    _ text: String,
    _ type: Value.Type,
    _ place: String
) throws(DeepLinkMismatch) -> Value {
    guard let value = Value(linkText: text) else { throw DeepLinkMismatch("\(place): \"\(text)\" is no \(type)") }
    return value
}
