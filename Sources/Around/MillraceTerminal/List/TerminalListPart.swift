import MillraceData
import MillraceViews

/// A part of the visible list.
@usableFromInline
enum TerminalListPart: Equatable {
    case title(String)
    case header(String)
    case footer(String)

    /// Lines of a row, without those above the visible part.
    case row(ArraySlice<TerminalLine>, hasCursor: Bool)
}

extension TerminalList {
    /// The visible parts, from top to bottom. O(k log n) for k of them.
    @export(implementation) var parts: [TerminalListPart] {
        var parts: [TerminalListPart] = []
        if let title = content.title, size.rows > 0 { parts.append(.title(title)) }
        var line = firstLine
        let end = min(lines.count, firstLine + height)
        while line < end {
            switch lines[line] {
            case .header(let section): parts.append(.header(content[section].header ?? ""))
            case .footer(let section): parts.append(.footer(content[section].footer ?? ""))
            case .row(let path):
                append(from: path, &line, to: end, &parts)
                continue
            }
            line += 1
        }
        return parts
    }

    /// Appends rows of a section, up to one that has no lines: there may be many of those.
    @export(implementation)
    func append(from path: RowPath, _ line: inout Int, to end: Int, _ parts: inout [TerminalListPart]) {
        var number = lines.number(at: path)
        var hidden = line - lines.range(ofRow: number).lowerBound
        content[path.section].forEachRow(from: path.row) { row in
            if row.lines.isEmpty { return false }
            let seen = row.lines[hidden...].prefix(end - line)
            parts.append(.row(seen, hasCursor: number == self.number))
            (line, number, hidden) = (line + seen.count, number + 1, 0)
            return line < end
        }
    }

    /// Whether the screen shows the same as with another list, and the reader is at the same place. O(k log n) for k
    /// visible parts, and O(1) where rows have only come below.
    @export(implementation)
    func looksLike(_ other: TerminalList) -> Bool {
        if picture == other.picture { return true }
        return size == other.size && seen == other.seen && isAtEnd == other.isAtEnd && row?.id == other.row?.id
            && parts == other.parts
    }
}
