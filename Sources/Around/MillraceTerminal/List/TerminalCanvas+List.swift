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
    @export(implementation)
    public mutating func draw<ID>(
        _ list: TerminalList<ID>,
        in region: TerminalRegion,
        cursor: TerminalListCursor = .reversed
    ) {
        draw(list.parts, in: region, cursor)
    }

    @usableFromInline
    mutating func draw(_ parts: [TerminalListPart], in region: TerminalRegion, _ cursor: TerminalListCursor) {
        clear(region)
        var row = region.row
        let end = region.row + region.size.rows
        for part in parts where row < end {
            switch part {
            case .title(let title):
                draw(bar: title, row, region, TerminalStyle(isBold: true, isReversed: cursor != .hidden))
            case .header(let header): draw(bar: header, row, region, .bold)
            case .footer(let footer): draw(bar: footer, row, region, .dim)
            case .row(let lines, let hasCursor):
                for line in lines.prefix(end - row) {
                    draw(line, row, region, cursor, hasCursor)
                    row += 1
                }
                continue
            }
            row += 1
        }
    }

    /// Draws a line of a row.
    private mutating func draw(
        _ line: TerminalLine,
        _ row: Int,
        _ region: TerminalRegion,
        _ cursor: TerminalListCursor,
        _ hasCursor: Bool
    ) {
        let isReversed = hasCursor && cursor == .reversed
        if isReversed { draw(bar: "", row, region, .reversed) }
        if hasCursor, cursor == .bar, region.size.columns > 0 { draw("▌", row: row, column: region.column) }
        let margin = cursor == .bar ? 1 : 0
        let (column, width) = (region.column + margin, region.size.columns - margin)
        draw(line, row: row, column: column, width: width, isReversed: isReversed)
    }
}
