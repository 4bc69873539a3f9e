/// The form of an address, with the types of the values in it: made by the braces of a ``DeepLink``.
public struct DeepLinkPattern<each Value>: Sendable {
    let pieces: [DeepLinkPiece]

    init(_ pieces: [DeepLinkPiece]) { self.pieces = pieces }
}

/// A constant part of an address: the components of a path, without values.
public struct DeepLinkPath: Sendable {
    let pieces: [DeepLinkPiece]

    init(_ pieces: [DeepLinkPiece]) { self.pieces = pieces }
}

/// Builds the pattern of a ``DeepLink`` from the parts of an address, from left to right.
///
/// ```swift
/// DeepLink(Screen.event) {
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
    public static func buildExpression(_ path: String) -> DeepLinkPath { DeepLinkPath(.texts(path)) }

    /// A string and a type that were joined by `/`.
    public static func buildExpression<Value>(_ pattern: DeepLinkPattern<Value>) -> DeepLinkPattern<Value> { pattern }

    /// A component of the path that is a value.
    public static func buildExpression<Value: DeepLinkText>(_ type: Value.Type) -> DeepLinkPattern<Value> {
        DeepLinkPattern<Value>([.component(type)])
    }

    /// An item of the query.
    public static func buildExpression<Value>(_ item: DeepLinkQuery<Value>) -> DeepLinkPattern<Value> {
        DeepLinkPattern<Value>([item.piece])
    }

    /// The fragment.
    public static func buildExpression<Value>(_ fragment: DeepLinkFragment<Value>) -> DeepLinkPattern<Value> {
        DeepLinkPattern<Value>([fragment.piece])
    }

    /// The first part, without a value.
    public static func buildPartialBlock(first: DeepLinkPath) -> DeepLinkPath { first }

    /// The first part, with a value.
    public static func buildPartialBlock<Value>(first: DeepLinkPattern<Value>) -> DeepLinkPattern<Value> { first }

    /// Adds a part without a value.
    public static func buildPartialBlock(accumulated: DeepLinkPath, next: DeepLinkPath) -> DeepLinkPath {
        DeepLinkPath(accumulated.pieces + next.pieces)
    }

    /// Adds the first part with a value.
    public static func buildPartialBlock<Value>(
        accumulated: DeepLinkPath,
        next: DeepLinkPattern<Value>
    ) -> DeepLinkPattern<Value> {
        DeepLinkPattern(accumulated.pieces + next.pieces)
    }

    /// Adds a part without a value.
    public static func buildPartialBlock<each Value>(
        accumulated: DeepLinkPattern<repeat each Value>,
        next: DeepLinkPath
    ) -> DeepLinkPattern<repeat each Value> {
        DeepLinkPattern(accumulated.pieces + next.pieces)
    }

    /// Adds a part with a value.
    public static func buildPartialBlock<each Value, Next>(
        accumulated: DeepLinkPattern<repeat each Value>,
        next: DeepLinkPattern<Next>
    ) -> DeepLinkPattern<repeat each Value, Next> {
        DeepLinkPattern<repeat each Value, Next>(accumulated.pieces + next.pieces)
    }
}

/// Joins constant components of a path and a component that is parsed as a value, in a ``DeepLink``.
public func / <Value: DeepLinkText>(path: String, type: Value.Type) -> DeepLinkPattern<Value> {
    DeepLinkPattern(.texts(path) + [.component(type)])
}

// MARK: - Query and fragment

/// An item of the query of an address, in a ``DeepLink``.
public struct DeepLinkQuery<Value>: Sendable {
    let piece: DeepLinkPiece

    private init(_ piece: DeepLinkPiece) { self.piece = piece }

    /// A required item: without it, or if it is not such a value, the link does not match.
    public init(_ name: String, _ type: Value.Type) where Value: DeepLinkText { self.init(.item(name, type)) }

    /// An item with a default value, which is used if the item is missing, and which is not written into addresses.
    public init(_ name: String, default missing: Value) where Value: DeepLinkText & Equatable {
        self.init(.item(name, default: missing))
    }

    /// An optional item: nil if it is missing. If it is not such a value, the link does not match.
    public init<Wrapped: DeepLinkText>(_ name: String, _ type: Wrapped?.Type) where Value == Wrapped? {
        self.init(.optionalItem(name, Wrapped.self))
    }

    /// Any number of items with the same name, in order.
    public init<Element: DeepLinkText>(_ name: String, _ type: [Element].Type) where Value == [Element] {
        self.init(.items(name, Element.self))
    }
}

/// The fragment of an address, which is the part after `#`, in a ``DeepLink``.
public struct DeepLinkFragment<Value>: Sendable {
    let piece: DeepLinkPiece

    /// A required fragment: without it, or if it is not such a value, the link does not match.
    public init(_ type: Value.Type) where Value: DeepLinkText { piece = .fragment(type) }

    /// An optional fragment: nil if it is missing. If it is not such a value, the link does not match.
    public init<Wrapped: DeepLinkText>(_ type: Wrapped?.Type) where Value == Wrapped? {
        piece = .optionalFragment(Wrapped.self)
    }
}
