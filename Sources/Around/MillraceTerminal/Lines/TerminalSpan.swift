/// A part of a text in one style.
public struct TerminalSpan: Equatable, Sendable {
    /// The text. It may have line breaks.
    public var text: String
    /// The style of the text.
    public var style: TerminalStyle

    /// Creates a span.
    public init(_ text: String, _ style: TerminalStyle = .plain) {
        self.text = text
        self.style = style
    }
}

extension TerminalSpan: ExpressibleByStringLiteral {
    /// Creates a span of plain text.
    public init(stringLiteral text: String) { self.init(text) }
}
