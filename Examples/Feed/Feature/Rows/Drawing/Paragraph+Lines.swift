import MillraceTerminal

extension Paragraph: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        var first = TerminalLine(String(repeating: "> ", count: min(quotations, 4)), style: .dim)
        first.append(TerminalLine(String(repeating: "  ", count: max(0, min(lists - 1, 4)))))
        var others = first
        switch kind {
        case .text, .heading: break
        case .code: first.append("  ")
        case .item(let bullet): first.append(TerminalLine("\(bullet) "))
        }
        others.append(TerminalLine(String(repeating: " ", count: first.columns - others.columns)))
        return TerminalParagraph(terminalSpans, first: first, others: others, keepsBlanks: kind == .code)
            .lines(columns: columns)
    }

    /// The spans with their styles.
    var terminalSpans: [TerminalSpan] { spans.map { TerminalSpan($0.text, $0.style.terminalStyle(in: kind)) } }
}

extension TextSpan.Style {
    fileprivate func terminalStyle(in kind: Paragraph.Kind) -> TerminalStyle {
        var style = TerminalStyle()
        style.isBold = kind == .heading || !marks.isDisjoint(with: [.strong, .emphasis])
        style.isDim = marks.contains(.struck)
        switch link {
        case .mention: style.foreground = .magenta
        case .tag: style.foreground = .blue
        case .page: style.foreground = .cyan
        case nil: style.foreground = kind == .code || marks.contains(.code) ? .green : nil
        }
        return style
    }
}
