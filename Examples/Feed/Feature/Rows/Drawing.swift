import MillraceHTML
import MillraceTerminal

extension TerminalParagraph {
    /// The paragraph behind a bar, as a part of a quoted post, or of what a link leads to.
    var behindBar: TerminalParagraph {
        var paragraph = self
        (paragraph.first, paragraph.others) = (first.behind(.dim("│ ")), others.behind(.dim("│ ")))
        return paragraph
    }
}

extension TerminalLine {
    static func dim(_ text: String) -> TerminalLine { TerminalLine(text, style: .dim) }

    /// The line behind another one.
    func behind(_ first: TerminalLine) -> TerminalLine {
        var line = first
        line.append(self)
        return line
    }
}

extension [String?] {
    /// What there is of several facts, in one line.
    var facts: String { compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ") }
}

extension TerminalStyle {
    static func colored(_ color: TerminalColor) -> TerminalStyle { TerminalStyle(foreground: color) }
}

extension RichText.Paragraph {
    /// The paragraph on a terminal.
    var drawing: TerminalParagraph {
        let outside = TerminalLine.dim(String(repeating: "> ", count: min(quotations, 4)))
        var bullet = TerminalLine(String(repeating: "  ", count: max(0, min(lists - 1, 4))))
        switch kind {
        case .text, .heading: break
        case .code: bullet.append("  ")
        case .item(let sign): bullet.append(TerminalLine("\(sign) "))
        }
        let blanks = TerminalLine(String(repeating: " ", count: bullet.columns))
        return TerminalParagraph(
            spans.map { TerminalSpan($0.text, $0.style.onTerminal(in: kind)) },
            first: bullet.behind(outside),
            others: blanks.behind(outside),
            keepsBlanks: kind == .code
        )
    }
}

extension RichText.Style {
    fileprivate func onTerminal(in kind: RichText.Paragraph.Kind) -> TerminalStyle {
        let isCode = kind == .code || marks.contains(.code)
        let color: TerminalColor? =
            switch link?.kind {
            case .mention: .magenta
            case .tag: .blue
            case .page: .cyan
            case nil: isCode ? .green : nil
            }
        let isBold = kind == .heading || !marks.isDisjoint(with: [.strong, .emphasis])
        return TerminalStyle(isBold: isBold, isDim: marks.contains(.struck), foreground: color)
    }
}
