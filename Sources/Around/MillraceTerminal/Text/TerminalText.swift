/// Text as a terminal shows it: glyphs without control characters.
///
/// Wherever the text comes from, no glyph contains a control character, so a text cannot move the cursor, change
/// colours or send any other escape sequence. Line breaks and tabs become spaces; other control characters become their
/// pictures (`␛`); characters without a width of their own, such as a zero-width space or a bidirectional override, are
/// left out.
///
/// Glyphs are made one by one: fitting a text to n columns costs O(n), however long the text is.
public struct TerminalText: Sendable {
    /// The position of a text that is shorter than its place.
    public enum Alignment: Sendable {
        /// At the beginning, padded at the end.
        case leading
        /// At the end, padded at the beginning.
        case trailing
    }

    let string: String

    /// Creates a text from any string.
    public init(_ string: String) {
        self.string = string
    }

    /// The number of columns of the whole text. O(length).
    public var columns: Int {
        var columns = 0
        string.forEachGlyph { code, _ in
            columns += code.columnsInLine
            return true
        }
        return columns
    }

    /// Returns as much of the string's end as fits a number of columns, as a text field shows it. O(columns).
    func suffix(fitting columns: Int) -> String {
        var used = 0
        let suffix = string.reversed().prefix { character in
            used += TerminalText(String(character)).columns
            return used <= columns
        }
        return String(suffix.reversed())
    }
}
