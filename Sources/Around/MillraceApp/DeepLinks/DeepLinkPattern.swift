/// The form of an address, with the types of the values in it: made by the braces of a ``DeepLink``.
public struct DeepLinkPattern<each Value>: Sendable {
    let pieces: [DeepLinkPiece]

    init(_ pieces: [DeepLinkPiece]) { self.pieces = pieces }
}

/// Builds the pattern of a ``DeepLink`` from the parts of an address, from left to right.
///
/// ```swift
/// DeepLink(Screen.roomEvent) {
///     "room" / String.self                // /room/mill
///     "event" / Int.self                  // /event/3
///     DeepLinkQuery("page", default: 1)       // ?page=2
/// }
/// ```
///
/// A string stands for one component of the path, or for several with slashes between them. A type stands for a
/// component that is parsed as a value of this type. `/` joins a string and a type. ``DeepLinkQuery`` and ``DeepLinkFragment``
/// stand for values after the path.
@resultBuilder
public enum DeepLinkPatternBuilder {
    /// Constant components of the path.
    public static func buildExpression(_ path: String) -> DeepLinkPattern<> { .init(.texts(path)) }

    /// A string and a type that were joined by `/`.
    public static func buildExpression<Value>(_ pattern: DeepLinkPattern<Value>) -> DeepLinkPattern<Value> { pattern }

    /// A component of the path that is a value.
    public static func buildExpression<Value: DeepLinkText>(_ type: Value.Type) -> DeepLinkPattern<Value> {
        DeepLinkPattern<Value>([.value(type, at: .path, default: Value.whenMissing)])
    }

    /// An item of the query.
    public static func buildExpression<Value>(_ item: DeepLinkQuery<Value>) -> DeepLinkPattern<Value> {
        DeepLinkPattern<Value>([item.piece])
    }

    /// The fragment.
    public static func buildExpression<Value>(_ fragment: DeepLinkFragment<Value>) -> DeepLinkPattern<Value> {
        DeepLinkPattern<Value>([fragment.piece])
    }

    /// The first part.
    public static func buildPartialBlock<each Value>(
        first: DeepLinkPattern<repeat each Value>
    ) -> DeepLinkPattern<repeat each Value> {
        first
    }

    /// Adds a part.
    public static func buildPartialBlock<each Value, each Next>(
        accumulated: DeepLinkPattern<repeat each Value>,
        next: DeepLinkPattern<repeat each Next>
    ) -> DeepLinkPattern<repeat each Value, repeat each Next> {
        DeepLinkPattern<repeat each Value, repeat each Next>(accumulated.pieces + next.pieces)
    }
}

/// Joins constant components of a path and a component that is parsed as a value, in a ``DeepLink``.
public func / <Value: DeepLinkText>(path: String, type: Value.Type) -> DeepLinkPattern<Value> {
    DeepLinkPattern(.texts(path) + [.value(type, at: .path, default: Value.whenMissing)])
}

// MARK: - Query and fragment

/// An item of the query of an address, in a ``DeepLink``.
public struct DeepLinkQuery<Value: DeepLinkText>: Sendable {
    let piece: DeepLinkPiece

    /// An item that is required, unless the type is an optional. If it is not such a value, the link does not match.
    public init(_ name: String, _ type: Value.Type) {
        piece = .value(type, at: .item(name), default: Value.whenMissing)
    }

    /// An item with a default value, which is used if the item is missing, and which is not written into addresses.
    public init(_ name: String, default missing: Value) {
        piece = .value(Value.self, at: .item(name), default: missing)
    }
}

/// The fragment of an address, which is the part after `#`, in a ``DeepLink``.
public struct DeepLinkFragment<Value: DeepLinkText>: Sendable {
    let piece: DeepLinkPiece

    /// A fragment that is required, unless the type is an optional. If it is not such a value, the link does not match.
    public init(_ type: Value.Type) { piece = .value(type, at: .fragment, default: Value.whenMissing) }
}
