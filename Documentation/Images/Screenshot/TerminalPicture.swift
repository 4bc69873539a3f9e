import Millrace
import MillraceTerminal

/// A canvas as an SVG, each glyph in its cell, so that wide text lines up whatever the viewer's font.
struct TerminalPicture {
    private static let (cellWidth, cellHeight, margin) = (8.4, 18.0, 14.0)
    private static let (paper, ink) = ("#1d1f26", "#d8dbe2")
    private let canvas: TerminalCanvas
    private let title: String

    init(_ canvas: TerminalCanvas, title: String) { (self.canvas, self.title) = (canvas, title) }

    var svg: String {
        let width = Double(canvas.size.columns) * Self.cellWidth + 2 * Self.margin
        let height = Double(canvas.size.rows) * Self.cellHeight + 2 * Self.margin
        let rows = canvas.cells.enumerated().flatMap { row, cells in runs(in: cells).flatMap { elements($0, row: row) }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
            font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
            <title>\(title)</title>
            <rect width="\(number(width))" height="\(number(height))" rx="8" fill="\(Self.paper)"/>
            \(rows.joined(separator: "\n"))
            </svg>
            """
    }

    /// Neighbouring cells of one style.
    private struct Run {
        let column: Int
        let style: TerminalStyle
        var text = ""
        var columns = 0
        let isWide: Bool
    }

    private func runs(in cells: TerminalCanvas.Row) -> [Run] {
        var runs: [Run] = []
        for (column, cell) in cells.enumerated() {
            guard let glyph = cells.glyph(at: column) else { continue }
            let isWide = glyph.columns > 1 || !glyph.character.isASCII
            if runs.last?.style != cell.style || runs.last?.isWide != isWide || isWide {
                runs.append(Run(column: column, style: cell.style, isWide: isWide))
            }
            runs[runs.count - 1].text.append(glyph.character)
            runs[runs.count - 1].columns += glyph.columns
        }
        return runs
    }

    private func elements(_ run: Run, row: Int) -> [String] {
        let x = Self.margin + Double(run.column) * Self.cellWidth
        let y = Self.margin + Double(row) * Self.cellHeight
        let width = Double(run.columns) * Self.cellWidth
        var elements: [String] = []
        var fill = run.style.foreground.flatMap(color) ?? Self.ink
        var background = run.style.background.flatMap(color)
        if run.style.isReversed { (fill, background) = (background ?? Self.paper, fill) }
        func rectangle(_ color: String, height: Double) -> String {
            "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" "
                + "height=\"\(number(height))\" fill=\"\(color)\"/>"
        }
        if let background { elements.append(rectangle(background, height: Self.cellHeight)) }
        // Half a cell, drawn as one: a font need not fill it.
        if run.text == "▀" { return elements + [rectangle(fill, height: Self.cellHeight / 2)] }
        return elements
            + pieces(of: run).map { piece in
                let x = Self.margin + Double(run.column + piece.offset) * Self.cellWidth
                var attributes = "x=\"\(number(x))\" y=\"\(number(y + 13.5))\" fill=\"\(fill)\""
                if piece.columns > 1 || !run.isWide {
                    let width = Double(piece.columns) * Self.cellWidth
                    attributes += " textLength=\"\(number(width))\" lengthAdjust=\"spacingAndGlyphs\""
                }
                if run.style.isBold { attributes += " font-weight=\"bold\"" }
                if run.style.isDim { attributes += " opacity=\"0.6\"" }
                return "<text \(attributes)>\(escaped(piece.text))</text>"
            }
    }

    /// The parts of a run that are drawn as a text. Blanks at an end, or several, would not keep their width.
    private func pieces(of run: Run) -> [(offset: Int, text: String, columns: Int)] {
        if run.isWide { return [(0, run.text, run.columns)] }
        return run.text.matches(of: /[^ ]+(?: [^ ]+)*/).map { match in
            let offset = run.text.distance(from: run.text.startIndex, to: match.range.lowerBound)
            return (offset, String(match.output), match.output.count)
        }
    }

    private func color(_ color: TerminalColor) -> String? {
        switch color {
        case .rgb(let color): "rgb(\(color.red),\(color.green),\(color.blue))"
        case .indexed(let index) where index < 8:
            ["#3b3f4a", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dbe2"][Int(index)]
        case .indexed: nil
        }
    }

    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }

    private func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
