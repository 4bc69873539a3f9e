/// The form of an address, with the types of the values in it: made by the braces of a ``Link``.
public struct LinkPattern<each Value>: Sendable {
    let pieces: [LinkPiece]

    init(_ pieces: [LinkPiece]) { self.pieces = pieces }
}

/// A constant part of an address: the components of a path, without values.
public struct LinkPath: Sendable {
    let pieces: [LinkPiece]

    init(_ pieces: [LinkPiece]) { self.pieces = pieces }
}

/// Builds the pattern of a ``Link`` from the parts of an address, from left to right.
///
/// ```swift
/// Link(Screen.event) {
///     "room" / String.self                // /room/mill
///     "event" / Int.self                  // /event/3
///     LinkQuery("page", default: 1)       // ?page=2
/// }
/// ```
///
/// A string stands for one component of the path, or for several with slashes between them. A type stands for a
/// component that is parsed as a value of this type. `/` joins a string and a type. ``LinkQuery`` and ``LinkFragment``
/// stand for values after the path.
@resultBuilder
public enum LinkPatternBuilder {
    /// Constant components of the path.
    public static func buildExpression(_ path: String) -> LinkPath { LinkPath(.texts(path)) }

    /// A string and a type that were joined by `/`.
    public static func buildExpression<Value>(_ pattern: LinkPattern<Value>) -> LinkPattern<Value> { pattern }

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

    /// The first part, without a value.
    public static func buildPartialBlock(first: LinkPath) -> LinkPath { first }

    /// The first part, with a value.
    public static func buildPartialBlock<Value>(first: LinkPattern<Value>) -> LinkPattern<Value> { first }

    /// Adds a part without a value.
    public static func buildPartialBlock(accumulated: LinkPath, next: LinkPath) -> LinkPath {
        LinkPath(accumulated.pieces + next.pieces)
    }

    /// Adds the first part with a value.
    public static func buildPartialBlock<Value>(
        accumulated: LinkPath,
        next: LinkPattern<Value>
    ) -> LinkPattern<Value> {
        LinkPattern(accumulated.pieces + next.pieces)
    }

    /// Adds a part without a value.
    public static func buildPartialBlock<each Value>(
        accumulated: LinkPattern<repeat each Value>,
        next: LinkPath
    ) -> LinkPattern<repeat each Value> {
        LinkPattern(accumulated.pieces + next.pieces)
    }

    /// Adds a part with a value.
    public static func buildPartialBlock<each Value, Next>(
        accumulated: LinkPattern<repeat each Value>,
        next: LinkPattern<Next>
    ) -> LinkPattern<repeat each Value, Next> {
        LinkPattern<repeat each Value, Next>(accumulated.pieces + next.pieces)
    }
}

/// Joins constant components of a path and a component that is parsed as a value, in a ``Link``.
public func / <Value: LinkText>(path: String, type: Value.Type) -> LinkPattern<Value> {
    LinkPattern(.texts(path) + [.component(type)])
}

// MARK: - Query and fragment

/// An item of the query of an address, in a ``Link``.
public struct LinkQuery<Value>: Sendable {
    let piece: LinkPiece

    private init(_ piece: LinkPiece) { self.piece = piece }

    /// A required item: without it, or if it is not such a value, the link does not match.
    public init(_ name: String, _ type: Value.Type) where Value: LinkText { self.init(.item(name, type)) }

    /// An item with a default value, which is used if the item is missing, and which is not written into addresses.
    public init(_ name: String, default missing: Value) where Value: LinkText & Equatable {
        self.init(.item(name, default: missing))
    }

    /// An optional item: nil if it is missing. If it is not such a value, the link does not match.
    public init<Wrapped: LinkText>(_ name: String, _ type: Wrapped?.Type) where Value == Wrapped? {
        self.init(.optionalItem(name, Wrapped.self))
    }

    /// Any number of items with the same name, in order.
    public init<Element: LinkText>(_ name: String, _ type: [Element].Type) where Value == [Element] {
        self.init(.items(name, Element.self))
    }
}

/// The fragment of an address, which is the part after `#`, in a ``Link``.
public struct LinkFragment<Value>: Sendable {
    let piece: LinkPiece

    /// A required fragment: without it, or if it is not such a value, the link does not match.
    public init(_ type: Value.Type) where Value: LinkText { piece = .fragment(type) }

    /// An optional fragment: nil if it is missing. If it is not such a value, the link does not match.
    public init<Wrapped: LinkText>(_ type: Wrapped?.Type) where Value == Wrapped? {
        piece = .optionalFragment(Wrapped.self)
    }
}
