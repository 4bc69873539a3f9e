/// What an address looks like, with the types of the values in it: what is listed in the braces of a ``Link``.
public struct LinkPattern<each Value>: Sendable {
    let pieces: [LinkPiece]

    init(_ pieces: [LinkPiece]) { self.pieces = pieces }
}

/// A part of an address without values, in a ``Link``.
public struct LinkPath: Sendable {
    let pieces: [LinkPiece]

    init(_ pieces: [LinkPiece]) { self.pieces = pieces }
}

/// Lists what an address consists of, from the left to the right.
///
/// ```swift
/// Link(Screen.event) {
///     "room" / String.self                // /room/mill
///     "event" / Int.self                  // /event/3
///     LinkQuery("page", default: 1)       // ?page=2
/// }
/// ```
///
/// A text is a component of the path, or several with slashes between them. A type is a component that is a value of it.
/// `/` joins a text and a type. ``LinkQuery`` and ``LinkFragment`` are values behind the path.
@resultBuilder
public enum LinkPatternBuilder {
    /// Components of the path that are always the same.
    public static func buildExpression(_ path: String) -> LinkPath { LinkPath(.texts(path)) }

    /// A text and a type that were joined by `/`.
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

/// A component of the path, or several with slashes between them, and one that is a value: in a ``Link``.
public func / <Value: LinkText>(path: String, type: Value.Type) -> LinkPattern<Value> {
    LinkPattern(.texts(path) + [.component(type)])
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
