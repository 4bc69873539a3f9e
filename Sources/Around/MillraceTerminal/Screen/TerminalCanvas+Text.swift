extension TerminalCanvas: TextOutputStreamable {
    /// Writes the canvas as text, for a log or a snapshot: its size, its rows and, if any cell has a style, a letter
    /// per cell for the styles, with a legend. O(cells).
    public func write(to target: inout some TextOutputStream) {
        let place = caret.map { ", caret in row \($0.row), column \($0.column)" } ?? ""
        let rows = ["\(size.columns) × \(size.rows)\(place)"] + text.map { "│\($0)" }
        target.write((rows + styleLines).joined(separator: "\n"))
    }

    private var styleLines: [String] {
        var legend = StyleLegend()
        let rows = cells.map { row in
            let letters = row.map { legend.letter(for: $0.style) }
            return "│" + String(letters).replacing(/\.+$/, with: "")
        }
        return legend.lines.isEmpty ? [] : ["styles"] + rows + legend.lines
    }
}

/// The letters for styles: the same on every canvas for the usual ones, and for others in the order of their
/// occurrence.
private struct StyleLegend {
    private var letters: [TerminalStyle: Character] = [.plain: ".", .bold: "b", .dim: "d", .reversed: "r"]
    private var spare = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".reversed())
    private var seen: [TerminalStyle] = []

    /// The legend of the letters that are used.
    var lines: [String] { seen.map { "\(letters[$0] ?? "?") \($0.words)" } }

    mutating func letter(for style: TerminalStyle) -> Character {
        let letter = letters[style] ?? spare.popLast() ?? "?"
        letters[style] = letter
        if style != .plain && !seen.contains(style) { seen.append(style) }
        return letter
    }
}

extension TerminalStyle {
    fileprivate var words: String {
        let colors = [foreground.map { "color \($0.words)" } ?? "", background.map { "on \($0.words)" } ?? ""]
        let words = [isBold ? "bold" : "", isDim ? "dim" : "", isReversed ? "reversed" : ""] + colors
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension TerminalColor {
    fileprivate var words: String {
        switch self {
        case .indexed(let index): "\(index)"
        case .rgb(let color): "\(color.red), \(color.green), \(color.blue)"
        }
    }
}
