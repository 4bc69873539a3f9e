/// Text as a terminal shows it: a sequence of glyphs, each one or two columns wide, that holds nothing harmful.
///
/// Whatever the text was read from, no glyph contains a control character, so a text cannot move the cursor, change
/// colours or send any other escape sequence. Line breaks and tabs become spaces; other control characters become
/// their pictures (`␛`); what has no width on its own, such as a zero-width space or a bidirectional override, is
/// left out.
///
/// Glyphs are made one by one: fitting a text to n columns costs O(n), however long the text is.
public struct TerminalText: Sequence, Sendable {
    /// Where a text that is shorter than its place stands in it.
    public enum Alignment: Sendable {
        /// At the beginning, filled up behind.
        case leading
        /// At the end, filled up before.
        case trailing
    }

    let string: String

    /// Makes a text of any string.
    public init(_ string: String) {
        self.string = string
    }

    /// The glyphs, in order.
    public func makeIterator() -> some IteratorProtocol<TerminalGlyph> {
        string.lazy.compactMap(TerminalGlyph.init).makeIterator()
    }

    /// How many columns the whole text takes. O(length).
    public var columns: Int {
        reduce(0) { $0 + $1.columns }
    }

    /// The glyphs that fit a number of columns, the last one `…` where the text was cut. O(columns).
    public func truncated(to columns: Int) -> [TerminalGlyph] {
        guard columns > 0 else { return [] }
        var glyphs: [TerminalGlyph] = []
        var used = 0
        for glyph in self {
            used += glyph.columns
            glyphs.append(glyph)
            guard used > columns else { continue }
            while used > columns - TerminalGlyph.ellipsis.columns, let last = glyphs.popLast() { used -= last.columns }
            glyphs.append(.ellipsis)
            return glyphs
        }
        return glyphs
    }

    /// The text as a string of exactly so many columns, cut with `…` or filled up with spaces. O(columns).
    public func fitted(to columns: Int, alignment: Alignment = .leading) -> String {
        let glyphs = truncated(to: columns)
        let text = String(glyphs.map(\.character))
        let used = glyphs.reduce(0) { $0 + $1.columns }
        let filler = String(repeating: " ", count: columns > used ? columns - used : 0)
        return alignment == .leading ? text + filler : filler + text
    }

    /// As much of the string's end as fits a number of columns: what a field shows in whose text one types. O(columns).
    public func suffix(fitting columns: Int) -> String {
        var used = 0
        let suffix = string.reversed().prefix { character in
            used += TerminalText(String(character)).columns
            return used <= columns
        }
        return String(suffix.reversed())
    }
}
