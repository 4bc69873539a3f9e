extension TerminalText {
    /// Returns the text in lines of at most this number of columns.
    ///
    /// Lines break where the text does, and otherwise between words; blanks at such a break are left out. Only a word
    /// that is too long for a line is broken, where the line is full. A text that ends with line breaks ends with empty
    /// lines. O(length).
    public func lines(columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        return string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { paragraph in
            var lines = Lines(columns: columns)
            for word in paragraph.split(separator: " ") { lines.append(word) }
            return lines.finished
        }
    }

    private struct Lines {
        let columns: Int
        var lines: [String] = []
        var line = ""
        var used = 0

        var finished: [String] { lines + [line] }

        mutating func append(_ word: Substring) {
            let glyphs = Array(TerminalText(String(word)))
            let width = glyphs.reduce(0) { $0 + $1.columns }
            if used > 0 {
                if used + 1 + width <= columns { append(.space) } else { breakLine() }
            }
            for glyph in glyphs {
                if used > 0, used + glyph.columns > columns { breakLine() }
                append(glyph)
            }
        }

        private mutating func append(_ glyph: TerminalGlyph) {
            line.append(glyph.character)
            used += glyph.columns
        }

        private mutating func breakLine() {
            lines.append(line)
            (line, used) = ("", 0)
        }
    }
}
