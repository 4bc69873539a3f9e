extension TerminalText {
    /// Returns the text in lines of at most this number of columns, as a ``TerminalParagraph`` has them. O(length).
    public func lines(columns: Int) -> [String] {
        TerminalParagraph([TerminalSpan(string)]).lines(columns: columns).map(\.text)
    }

    /// Returns the text as a string of exactly this number of columns, cut with `…` or padded with spaces. O(columns).
    public func fitted(to columns: Int, alignment: Alignment = .leading) -> String {
        let line = TerminalLine(string, truncatedTo: columns)
        let filler = String(repeating: " ", count: line.columns < columns ? columns - line.columns : 0)
        return alignment == .leading ? line.text + filler : filler + line.text
    }
}
