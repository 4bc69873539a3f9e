import MillraceViews

/// How the row with the cursor of a list is drawn.
public enum TerminalListCursor: Hashable, Sendable {
    /// As any other row.
    case hidden
    /// With foreground and background exchanged.
    case reversed
    /// With a bar on its left. The first column of the region is kept for it, so there is one less for the lines.
    case bar
}

extension TerminalCanvas {
    /// Draws the visible part of a list.
    ///
    /// The title stays at the top; headers, rows and footers scroll below it. Lines that are too long are cut. The rest
    /// of the region becomes blank. The lines are only copied: O(cells of the region + rows that are seen × log n).
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - region: The place for the list, which must have the size given to the list's renderer.
    ///   - cursor: How the row with the cursor is drawn. The title is reversed where it is shown.
    public mutating func draw<ID>(
        _ list: TerminalList<ID>,
        in region: TerminalRegion,
        cursor: TerminalListCursor = .reversed
    ) {
        clear(region)
        var row = region.row
        let end = region.row + region.size.rows
        if let title = list.table.title, row < end {
            draw(bar: title, row, region, TerminalStyle(isBold: true, isReversed: cursor != .hidden))
            row += 1
        }
        var line = list.firstLine
        while line < list.lines.count, row < end {
            switch list.lines[line] {
            case .header(let section): draw(bar: list.table[section].header ?? "", row, region, .bold)
            case .footer(let section): draw(bar: list.table[section].footer ?? "", row, region, .dim)
            case .row(let path):
                let hidden = line - list.lines.range(ofRow: list.lines.number(at: path)).lowerBound
                let shown = list.table[path].lines.dropFirst(hidden).prefix(end - row)
                draw(shown, row, region, path == list.cursor ? cursor : cursor == .bar ? nil : .hidden)
                let count = max(1, shown.count)
                (line, row) = (line + count, row + count)
                continue
            }
            (line, row) = (line + 1, row + 1)
        }
    }

    /// Draws lines of a row. A cursor of nil is a bar that is left out.
    private mutating func draw(
        _ lines: some Sequence<TerminalLine>,
        _ row: Int,
        _ region: TerminalRegion,
        _ cursor: TerminalListCursor?
    ) {
        let (margin, width) = (cursor == .bar || cursor == nil ? 1 : 0, region.size.columns)
        for (index, line) in lines.enumerated() {
            if cursor == .reversed {
                draw(bar: "", row + index, region, .reversed)
            } else if cursor == .bar, width > 0 {
                draw("▌", row: row + index, column: region.column)
            }
            draw(
                line,
                row: row + index,
                column: region.column + margin,
                width: width - margin,
                isReversed: cursor == .reversed
            )
        }
    }
}
