import MillraceData
import MillraceViews

extension TerminalList {
    /// Whether all that changes is that rows come below the visible ones, which fill the room: then nothing moves.
    /// O(log n).
    @export(implementation)
    func isBelow(_ changes: SectionChanges, of new: LiveList<Row>) -> Bool {
        guard let first = changes.insertions.first, awaited == nil, !followsEnd, height > 0,
            firstLine + height < lines.count, case .row(let last) = lines[firstLine + height - 1], last < first
        else { return false }
        return changes.deletions.isEmpty && changes.modifications.isEmpty && changes.moves.isEmpty
            && changes.sections.isEmpty && new.title == content.title
    }

    /// Shows more rows, all of them below the visible ones. O(k log n) for k rows.
    @export(implementation)
    mutating func showBelow(_ new: LiveList<Row>, _ changes: SectionChanges) {
        content = new
        lines.apply(changes, to: new) { $0.lines.count }
    }

    /// Shows other rows. The row under the cursor stays at its place on the screen. If it is gone, the seen row that is
    /// nearest to it does, and the cursor goes to the next row. O(k log n) for k changes, and O(n) where these are not
    /// known.
    @export(implementation)
    mutating func show(_ new: LiveList<Row>, _ changes: SectionChanges?) {
        let (wasAtEnd, former) = (isAtEnd, keepsCursor(in: new, changes) ? [number] : candidates)
        let places = former.map { lines.range(ofRow: $0).lowerBound - firstLine }
        let found: [Int?]
        if let changes {
            let (paths, id) = (former.map(lines.path(ofRow:)), row?.id)
            content = new
            lines.apply(changes, to: new) { $0.lines.count }
            found = numbers(of: paths, id, after: changes)
        } else {
            let wanted = former.map { self[$0].id }
            content = new
            found = readAll(finding: wanted)
        }
        if let path = awaited.flatMap({ new.firstPath(of: $0, insertedBy: changes) }) {
            return go(toRow: lines.number(at: path))
        }
        if isUntouched || (followsEnd && wasAtEnd) { return goToBeginning() }
        // The next row is among these twice: it need not be seen to get the cursor.
        let held = found.indices.first { $0 != 1 && found[$0] != nil }
        if let held, let row = found[held] { firstLine = lines.range(ofRow: row).lowerBound - places[held] }
        number = found.prefix(2).lazy.compactMap(\.self).first ?? held.flatMap { found[$0] } ?? number
        settle()
    }

    /// Whether the row with the cursor is still there, so that no other one need stay. O(k log k).
    @export(implementation)
    func keepsCursor(in new: LiveList<Row>, _ changes: SectionChanges?) -> Bool {
        let path = cursor.flatMap { cursor in changes?.newPosition(of: cursor) }
        return path.map { !new[$0].lines.isEmpty } ?? false
    }

    /// The row with the cursor, the next one, and those that are seen, the nearest ones first.
    @export(implementation) var candidates: [Int] {
        guard lines.hasRows else { return [] }
        let (seen, next) = (seen.clamped(to: 0..<rowCount), number + 1)
        let others = Array(seen.clamped(to: next..<max(next, rowCount))) + seen.clamped(to: 0..<number).reversed()
        return [number, lines.row(after: number) ?? number] + others.filter { !lines.range(ofRow: $0).isEmpty }
    }

    /// The new numbers of rows, as far as they are needed, if they are still there and have lines. Where the first one is
    /// gone, those that have moved count as gone, too, since they may be anywhere. O(k log k) each for k changes.
    ///
    /// - Parameter id: The identity of the first one.
    @export(implementation)
    func numbers(of paths: [RowPath], _ id: ID?, after changes: SectionChanges) -> [Int?] {
        func number(of path: RowPath) -> Int? { shown(changes.newPosition(of: path).map(lines.number(at:))) }
        guard let cursor = paths.first else { return [] }
        let inserted = { id.flatMap { content.firstPath(of: $0, insertedBy: changes) }.map(lines.number(at:)) }
        if let number = number(of: cursor) ?? shown(inserted()) { return [number] }
        let moved = Set(changes.moves.map(\.old))
        var numbers: [Int?] = [nil]
        for path in paths.dropFirst() {
            numbers.append(moved.contains(path) ? nil : number(of: path))
            if numbers.count > 2, numbers[numbers.count - 1] != nil { break }
        }
        return numbers
    }

    @export(implementation)
    func shown(_ number: Int?) -> Int? { number.flatMap { lines.range(ofRow: $0).isEmpty ? nil : $0 } }

    /// Reads the lines of all rows, and returns the numbers of the first rows with these identities.
    @export(implementation)
    mutating func readAll(finding wanted: [ID]) -> [Int?] {
        var numbers: [ID: Int] = [:]
        let ids = Set(wanted)
        var number = 0
        lines = RowLines(content) { row in
            if ids.contains(row.id), numbers[row.id] == nil { numbers[row.id] = number }
            number += 1
            return row.lines.count
        }
        return wanted.map { shown(numbers[$0]) }
    }
}
