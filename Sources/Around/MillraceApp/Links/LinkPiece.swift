/// A part of a pattern: a component of the path, an item of the query, or the fragment.
enum LinkPiece: Sendable {
    /// A component of the path that is always the same.
    case text(String)

    /// Something with a value: takes it out of an address, and adds it to one. Adding returns false if this value
    /// cannot stand there.
    case value(
        @Sendable (inout LinkAddress) throws(LinkMismatch) -> Any,
        write: @Sendable (Any, inout LinkAddress) -> Bool
    )

    private static func typed<Value>(
        _ read: @escaping @Sendable (inout LinkAddress) throws(LinkMismatch) -> Value,
        write: @escaping @Sendable (Value, inout LinkAddress) -> Bool
    ) -> LinkPiece {
        .value { address throws(LinkMismatch) in
            try read(&address)
        } write: { value, address in
            (value as? Value).map { write($0, &address) } ?? false
        }
    }
}

extension [LinkPiece] {
    /// The components of a path, with slashes between them.
    static func texts(_ path: String) -> [LinkPiece] { path.split(separator: "/").map { .text(String($0)) } }

    /// Takes the values out of an address, in order.
    func read(_ address: inout LinkAddress) throws(LinkMismatch) -> [Any] {
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
    func write(_ values: [Any] = [], to address: inout LinkAddress) -> Bool {
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

extension LinkPiece {
    static func component<Value: LinkText>(_ type: Value.Type) -> LinkPiece {
        typed { address throws(LinkMismatch) in
            guard let text = address.path.first else { throw LinkMismatch("the path ends where a \(type) is due") }
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

    static func item<Value: LinkText>(_ name: String, _ type: Value.Type) -> LinkPiece {
        typed { address throws(LinkMismatch) in
            guard let text = address.takeItem(name) else { throw LinkMismatch("the query has no \(name)") }
            return try parsed(text, type, name)
        } write: { value, address in
            address.query.append((name, value.linkText))
            return true
        }
    }

    static func item<Value: LinkText & Equatable>(_ name: String, default missing: Value) -> LinkPiece {
        typed { address throws(LinkMismatch) in
            guard let text = address.takeItem(name) else { return missing }
            return try parsed(text, Value.self, name)
        } write: { value, address in
            if value != missing { address.query.append((name, value.linkText)) }
            return true
        }
    }

    static func optionalItem<Value: LinkText>(_ name: String, _ type: Value.Type) -> LinkPiece {
        typed { address throws(LinkMismatch) -> Value? in
            guard let text = address.takeItem(name) else { return nil }
            return try parsed(text, type, name)
        } write: { value, address in
            if let value { address.query.append((name, value.linkText)) }
            return true
        }
    }

    static func items<Value: LinkText>(_ name: String, _ type: Value.Type) -> LinkPiece {
        typed { address throws(LinkMismatch) in
            var values: [Value] = []
            for text in address.takeItems(name) { values.append(try parsed(text, type, name)) }
            return values
        } write: { values, address in
            address.query += values.map { (name, $0.linkText) }
            return true
        }
    }

    static func fragment<Value: LinkText>(_ type: Value.Type) -> LinkPiece {
        typed { address throws(LinkMismatch) in
            guard let text = address.fragment else { throw LinkMismatch("there is no fragment") }
            return try parsed(text, type, "the fragment")
        } write: { value, address in
            address.fragment = value.linkText
            return true
        }
    }

    static func optionalFragment<Value: LinkText>(_ type: Value.Type) -> LinkPiece {
        typed { address throws(LinkMismatch) -> Value? in
            guard let text = address.fragment else { return nil }
            return try parsed(text, type, "the fragment")
        } write: { value, address in
            address.fragment = value?.linkText
            return true
        }
    }
}

private func parsed<Value: LinkText>(
    _ text: String,
    _ type: Value.Type,
    _ place: String
) throws(LinkMismatch) -> Value {
    guard let value = Value(linkText: text) else { throw LinkMismatch("\(place): \"\(text)\" is no \(type)") }
    return value
}
