import MillraceData
import MillraceViews

extension TerminalList {
    /// Moves the cursor according to a key. Returns whether the key moves cursors.
    @export(implementation)
    mutating func move(_ key: TerminalKey) -> Bool {
        switch key {
        case .up: moveUp()
        case .down: moveDown()
        case .pageUp: movePage(by: -1)
        case .pageDown: movePage(by: 1)
        case .home: goToStart()
        case .end: goToEnd()
        default: return false
        }
        touch()
        return true
    }

    /// Scrolls by lines. The cursor stays on its row as long as something of it is seen.
    @export(implementation)
    mutating func scroll(by count: Int) {
        touch()
        firstLine += max(-lines.count, min(count, lines.count))
        scrollWithinEnds()
        guard lines.hasRows, height > 0 else { return }
        if followsEnd, count > 0, firstLine + height >= lines.count {
            goToEnd()
        } else if !lines.range(ofRow: number).overlaps(shown) {
            let isAbove = lines.range(ofRow: number).lowerBound < firstLine
            number = isAbove ? row(near: firstLine, 1) : row(near: shown.upperBound - 1, -1)
        }
    }

    /// Goes to the row that is seen at a row of the region. Returns the target at that place.
    @export(implementation)
    mutating func go(toSeen row: Int) -> TerminalListTarget? {
        let line = firstLine + row - (size.rows - height)
        guard row >= size.rows - height, row < size.rows, (0..<lines.count).contains(line) else { return nil }
        touch()
        switch lines[line] {
        case .header(let section), .footer(let section): return .header(content[section].id)
        case .row(let path):
            let wasUnderCursor = path == cursor
            number = lines.number(at: path)  // it is in sight, and nothing moves below the mouse
            return .row(wasUnderCursor: wasUnderCursor)
        }
    }

    /// Goes to the row with an identity, and shows it, or its beginning. Returns whether there is one; if not, the list
    /// goes there as soon as there is. O(distance).
    @export(implementation)
    mutating func go(to id: ID) -> Bool {
        guard let row = nearestRow(with: id) else {
            awaited = id
            return false
        }
        go(toRow: row)
        return true
    }

    @export(implementation)
    mutating func go(toRow row: Int) {
        touch()
        number = row
        settle()
        if lines.hasRows { reveal(prefersBeginning: true) }
    }

    @export(implementation)
    mutating func touch() { (isUntouched, awaited) = (false, nil) }

    @export(implementation)
    func nearestRow(with id: ID) -> Int? {
        for distance in 0...rowCount {
            for row in [number + distance, number - distance] where 0..<rowCount ~= row && self[row].id == id {
                return row
            }
        }
        return nil
    }

    /// To the previous row, or up by a line within one that is higher than the list.
    @export(implementation)
    mutating func moveUp() {
        guard lines.hasRows else { return }
        let own = lines.range(ofRow: number)
        if own.lowerBound < firstLine, own.count > height {
            firstLine -= 1
        } else if own.lowerBound < firstLine {
            reveal()
        } else if let row = lines.row(before: number) {
            number = row
            reveal()
        } else {
            firstLine = 0
        }
        settle()
    }

    /// To the next row, or down by a line within one that is higher than the list.
    @export(implementation)
    mutating func moveDown() {
        guard lines.hasRows else { return }
        let own = lines.range(ofRow: number)
        if own.upperBound > shown.upperBound, own.count > height {
            firstLine += 1
        } else if own.upperBound > shown.upperBound {
            reveal()
        } else if let row = lines.row(after: number) {
            number = row
            reveal()
        } else {
            firstLine = lines.count
        }
        settle()
    }

    /// By the height of the list, but for a line. The cursor stays at its place on the screen; at an end it goes to the
    /// last row.
    @export(implementation)
    mutating func movePage(by direction: Int) {
        guard lines.hasRows else { return }
        let (former, place) = (firstLine, lines.range(ofRow: number).lowerBound - firstLine)
        firstLine += direction * max(1, height - 1)
        scrollWithinEnds()
        if firstLine == former { return direction < 0 ? goToStart() : goToEnd() }
        number = row(near: firstLine + max(0, min(place, height - 1)), direction)
        settle()
    }

    /// The row at a line, or the next one in a direction, if there is one.
    @export(implementation)
    func row(near line: Int, _ direction: Int) -> Int {
        guard lines.count > 0 else { return 0 }
        let border: Int
        switch lines[max(0, min(line, lines.count - 1))] {
        case .row(let path): return lines.number(at: path)
        case .header(let section): border = lines.rows.offset(of: section)
        case .footer(let section): border = lines.rows.offset(of: section + 1)
        }
        let (next, previous) = (lines.row(after: border - 1), lines.row(before: border))
        return (direction < 0 ? previous ?? next : next ?? previous) ?? 0
    }
}
