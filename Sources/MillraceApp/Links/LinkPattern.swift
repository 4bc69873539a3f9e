/// What an address looks like, with the types of the values in it: what is listed in the braces of a ``Link``.
public struct LinkPattern<each Value>: Sendable {
    let pieces: [LinkPiece]

    init(_ pieces: [LinkPiece]) { self.pieces = pieces }

    /// Takes the values out of an address, in order.
    func read(_ address: inout LinkAddress) throws(LinkMismatch) -> [Any] {
        var values: [Any] = []
        for piece in pieces {
            switch piece {
            case .text(let text): try address.takeComponent(text)
            case .value(let read, _): values.append(try read(&address))
            }
        }
        return values
    }

    /// Adds values to an address. Returns false if they cannot stand there.
    func write(_ values: [Any], to address: inout LinkAddress) -> Bool {
        var rest = values[...]
        for piece in pieces {
            switch piece {
            case .text(let text): address.path.append(text)
            case .value(_, let write):
                guard let value = rest.popFirst(), write(value, &address) else { return false }
            }
        }
        return rest.isEmpty
    }
}

extension LinkAddress {
    mutating func takeComponent(_ text: String) throws(LinkMismatch) {
        guard let first = path.first else { throw LinkMismatch("the path ends before \"\(text)\"") }
        guard first == text else { throw LinkMismatch("\"\(first)\" is not \"\(text)\"") }
        path.removeFirst()
    }
}

/// Lists what an address consists of, from the left to the right.
///
/// A text is a component of the path, or several with slashes between them. A type is a component that is a value of it.
/// ``LinkQuery`` and ``LinkFragment`` are values behind the path.
@resultBuilder
public enum LinkPatternBuilder {
    /// Components of the path that are always the same.
    public static func buildExpression(_ path: String) -> LinkPattern< > { LinkPattern< >(LinkPiece.texts(path)) }

    /// A component of the path that is a value.
    public static func buildExpression<Value: LinkText>(_ type: Value.Type) -> LinkPattern<Value> {
        LinkPattern<Value>([.component(type)])
    }

    /// An item of the query.
    public static func buildExpression<Value>(_ item: LinkQuery<Value>) -> LinkPattern<Value> {
        LinkPattern<Value>([item.piece])
    }

    /// The fragment.
    public static func buildExpression<Value>(_ fragment: LinkFragment<Value>) -> LinkPattern<Value> {
        LinkPattern<Value>([fragment.piece])
    }

    /// Nothing: the address ends where it began.
    public static func buildBlock() -> LinkPattern< > { LinkPattern< >([]) }

    /// The first part.
    public static func buildPartialBlock<each Value>(
        first: LinkPattern<repeat each Value>
    ) -> LinkPattern<repeat each Value> { first }

    /// Adds a part without a value.
    public static func buildPartialBlock<each Value>(
        accumulated: LinkPattern<repeat each Value>,
        next: LinkPattern< >
    ) -> LinkPattern<repeat each Value> { LinkPattern(accumulated.pieces + next.pieces) }

    /// Adds a part with a value.
    public static func buildPartialBlock<each Value, Next>(
        accumulated: LinkPattern<repeat each Value>,
        next: LinkPattern<Next>
    ) -> LinkPattern<repeat each Value, Next> {
        LinkPattern<repeat each Value, Next>(accumulated.pieces + next.pieces)
    }
}

// MARK: - Query and fragment

/// An item of the query, in a ``Link``.
public struct LinkQuery<Value>: Sendable {
    let piece: LinkPiece

    private init(_ piece: LinkPiece) { self.piece = piece }

    /// An item that must be there.
    public init(_ name: String, _ type: Value.Type) where Value: LinkText { self.init(.item(name, type)) }

    /// An item that may be missing, and then is a value which is not written either.
    public init(_ name: String, default missing: Value) where Value: LinkText & Equatable {
        self.init(.item(name, default: missing))
    }

    /// An item that may be missing.
    public init<Wrapped: LinkText>(_ name: String, _ type: Wrapped?.Type) where Value == Wrapped? {
        self.init(.optionalItem(name, Wrapped.self))
    }

    /// Any number of items with one name, in order.
    public init<Element: LinkText>(_ name: String, _ type: [Element].Type) where Value == [Element] {
        self.init(.items(name, Element.self))
    }
}

/// The fragment of an address, behind `#`, in a ``Link``.
public struct LinkFragment<Value>: Sendable {
    let piece: LinkPiece

    /// A fragment that must be there.
    public init(_ type: Value.Type) where Value: LinkText { piece = .fragment(type) }

    /// A fragment that may be missing.
    public init<Wrapped: LinkText>(_ type: Wrapped?.Type) where Value == Wrapped? {
        piece = .optionalFragment(Wrapped.self)
    }
}
