import MillraceTerminal

/// A part of a line that is drawn over it, in a style of its own.
struct EmphasisedPart: Equatable {
    var text: String
    /// Where it begins, counted from the beginning of the line.
    let column: Int
    let style: TerminalStyle
}

extension FormattedText {
    /// The text in lines of at most so many columns.
    func lines(columns: Int, _ style: TerminalStyle, isChosen: Bool) -> [RoomViewLine] {
        let broken = TerminalText(text).lines(columns: columns)
        guard parts.contains(where: { !$0.marks.isEmpty }) else {
            return broken.map { RoomViewLine(text: $0, style: style, isChosen: isChosen) }
        }
        // Breaking a text leaves out blanks and line breaks, and nothing else.
        var glyphs = parts.lazy.flatMap { part in TerminalText(part.text).lazy.map { ($0, part.marks) } }
            .filter { $0.0 != .space }
            .makeIterator()
        return broken.map { text in
            var line = RoomViewLine(text: text, style: style, isChosen: isChosen)
            var column = 0
            for glyph in TerminalText(text) {
                let marks = glyph == .space ? [] : glyphs.next()?.1 ?? []
                if !marks.isEmpty { line.emphasise(glyph, at: column, style.with(marks)) }
                column += glyph.columns
            }
            return line
        }
    }
}

extension RoomViewLine {
    fileprivate mutating func emphasise(_ glyph: TerminalGlyph, at column: Int, _ style: TerminalStyle) {
        if let last = emphasised.last, last.style == style, last.column + TerminalText(last.text).columns == column {
            emphasised[emphasised.count - 1].text.append(glyph.character)
        } else {
            emphasised.append(EmphasisedPart(text: String(glyph.character), column: column, style: style))
        }
    }
}

extension TerminalStyle {
    fileprivate func with(_ marks: FormattedText.Marks) -> TerminalStyle {
        var style = self
        if marks.contains(.strong) { style.isBold = true }
        if marks.contains(.code) { style.foreground = .green }
        if marks.contains(.struck) || marks.contains(.quoted) { style.isDim = true }
        return style
    }
}
