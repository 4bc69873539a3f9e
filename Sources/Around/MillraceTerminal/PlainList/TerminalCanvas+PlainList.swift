import MillraceViews

extension TerminalCanvas {
    /// Draws the visible part of a list.
    ///
    /// The title stays at the top; headers, rows and footers scroll below it. A row shows a check mark if it is
    /// selected, its indentation, its swatch, its title, its detail in the remaining room, and its accessory at the
    /// right edge. A row that is not enabled is dim. The rest of the region becomes blank.
    ///
    /// O(cells of the region + rows that are seen × log n), however many rows and sections the list has.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - region: The place for the list, which must have the size given to the list's renderer.
    ///   - isFocused: Whether keys go to this list: if so, the cursor's row and the title are shown reversed.
    public mutating func draw(_ list: TerminalPlainList, in region: TerminalRegion, isFocused: Bool = true) {
        let (content, lines, cursor) = (list.content, list.lines, list.cursor)
        clear(region)
        var row = region.row
        let end = region.row + region.size.rows
        if let title = content.title, row < end {
            draw(bar: title, row, region, TerminalStyle(isBold: true, isReversed: isFocused))
            row += 1
        }
        for index in (min(list.firstLine, lines.count)..<lines.count).prefix(max(0, end - row)) {
            switch lines[index] {
            case .header(let section): draw(bar: content[section].header ?? "", row, region, .bold)
            case .footer(let section): draw(bar: content[section].footer ?? "", row, region, .dim)
            case .row(let path):
                draw(content[path], row, region, isUnderCursor: isFocused && path == cursor)
            }
            row += 1
        }
    }

    private mutating func draw(_ item: ListRow, _ row: Int, _ region: TerminalRegion, isUnderCursor: Bool) {
        let style = TerminalStyle(isDim: !item.isEnabled, isReversed: isUnderCursor)
        draw(bar: "", row, region, style)
        var (column, end) = (region.column, region.column + region.size.columns)
        func write(_ text: String, _ style: TerminalStyle) {
            column += draw(text, row: row, column: column, width: max(0, end - column), style: style)
        }
        if let accessory = item.accessory.text {
            let columns = TerminalText(accessory).columns
            if region.size.columns > columns + 10 {
                draw(accessory, row: row, column: end - columns, width: columns, style: style)
                end -= columns + 1
            }
        }
        write(item.isSelected ? "✓ " : "  ", style)
        column += min(2 * max(0, item.indentation), max(0, end - column) / 2)
        if let color = item.swatch {
            var swatch = style
            swatch.foreground = .rgb(color)
            write("■", swatch)
            column += 1
        }
        write(item.title, style)
        if let detail = item.detail {
            var quiet = style
            quiet.isDim = true
            column += 2
            write(detail, quiet)
        }
    }
}

extension ListRow.Accessory {
    /// The text for the accessory.
    fileprivate var text: String? {
        switch self {
        case .none: nil
        case .disclosure: "›"
        case .count(let count): "\(count)"
        case .badge(let text): text
        }
    }
}
