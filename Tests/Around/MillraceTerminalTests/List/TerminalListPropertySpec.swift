import MillraceSpecs
import MillraceViews

@testable import MillraceTerminal

/// Random edits, keys and sizes: what a list shows equals what plain code shows, and what is read stays at its place.
final class TerminalListPropertySpec: Spec {
    typealias List = TerminalList<Int>

    func testSpec() {
        it("shows what plain code would, and does not move what is read, whatever happens") {
            var rows = RandomRows()
            for round in 0..<100 {
                var model = rows.table(round.isMultiple(of: 3) ? 40 : 6)
                var list = List(model, size: TerminalSize(columns: 12, rows: 7), followsEnd: round.isMultiple(of: 5))
                for step in 0..<25 {
                    let former = (list, model)
                    var isEdit = false
                    switch Int.random(in: 0..<10, using: &rows.random) {
                    case 0: list.scroll(by: Int.random(in: -9...9, using: &rows.random))
                    case 1:
                        let height = Int.random(in: 0...12, using: &rows.random)
                        list.resize(to: TerminalSize(columns: 12, rows: height))
                    case 2: _ = list.go(toSeen: Int.random(in: -1...12, using: &rows.random))
                    case 3: _ = list.go(to: Int.random(in: 0...200, using: &rows.random))
                    case 4...6:
                        let keys: [TerminalKey] = [.up, .down, .up, .down, .pageUp, .pageDown, .home, .end]
                        _ = list.move(keys.randomElement(using: &rows.random) ?? .up)
                    default:
                        isEdit = true
                        model = rows.changed(model)
                        let isKnown = Int.random(in: 0..<5, using: &rows.random) > 0
                        list.show(LiveList(model), isKnown ? model.changes(from: former.1) : nil)
                    }
                    let problem =
                        self.problem(list, PlainList(model)) ?? (isEdit ? self.jump(former, list, model) : nil)
                    expect(problem).to(beNil(), description: "seed \(Seed.current), round \(round), step \(step)")
                    guard problem == nil else { return }
                }
            }
        }
    }

    /// What is wrong with what a list shows; nil if nothing is.
    private func problem(_ list: List, _ plain: PlainList) -> String? {
        var canvas = TerminalCanvas(size: list.size)
        canvas.draw(list, in: TerminalRegion(size: list.size), cursor: .hidden)
        let height = list.height
        let expected = plain.lines.dropFirst(list.firstLine).prefix(height).map(\.text)
        let title = list.size.rows > height ? [plain.title ?? ""] : []
        let text = title + expected + Array(repeating: "", count: height - expected.count)
        if canvas.text != text { return "shows \(canvas.text) and not \(text)" }
        if list.firstLine < 0 { return "begins above the first line" }
        if list.firstLine > max(0, plain.lines.count - height), !plain.isOneRowSeen(list) {
            return "shows less than it could"
        }
        guard let row = list.row else { return plain.lines.contains { $0.row != nil } ? "has no cursor" : nil }
        let rows = plain.seen(list).compactMap(\.row)
        if !rows.isEmpty, !rows.contains(row.id) { return "shows nothing of its cursor's row" }
        let seen = plain.ids[list.seen].filter { id in plain.lines.contains { $0.row == id } }
        let expectedSeen = rows.reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
        return seen == expectedSeen || height == 0 ? nil : "has seen \(seen) and not \(expectedSeen)"
    }

    /// What has jumped that could have stayed; nil if nothing has.
    private func jump(
        _ former: (list: List, model: ListModel<List.Row>),
        _ list: List,
        _ model: ListModel<List.Row>
    )
        -> String?
    {
        let (before, plain) = (PlainList(former.model), PlainList(model))
        guard let cursor = former.list.row, let row = list.row, !list.isUntouched,
            !(list.followsEnd && former.list.isAtEnd)
        else { return nil }
        // The list goes to a row that it was told to go to before that came.
        if let awaited = former.list.awaited, plain.ids.contains(awaited) { return nil }
        let changes = model.changes(from: former.model)
        let isThere = plain.place(of: cursor.id) != nil
        if isThere, row.id != cursor.id {
            return "has left its row \(cursor.id) for \(row.id): \(before.ids), after \(changes): \(plain.ids)"
        }
        if !isThere, !changes.moves.isEmpty || !changes.sections.isEmpty { return nil }
        let held = isThere ? [cursor.id] : before.seen(former.list).compactMap(\.row)
        let possible: [Int] = held.compactMap { id in
            guard let old = before.place(of: id), let new = plain.place(of: id) else { return nil }
            return max(0, min(new - (old - former.list.firstLine), plain.lines.count - list.height))
        }
        // A row of which nothing would be seen comes into sight.
        let isForced = possible.contains {
            !plain.lines.dropFirst($0).prefix(list.height).contains { $0.row == row.id }
        }
        if possible.isEmpty || isForced || possible.contains(list.firstLine) { return nil }
        return """
            stands at \(list.firstLine) with its cursor on \(row.id), not at \(possible); was at \(former.list.firstLine) of \
            \(former.list.height) on \(cursor.id): \(before.lines.map(\.text)), after \(changes): \(plain.lines.map(\.text))
            """
    }
}

/// All lines of a table, one after the other.
private struct PlainList {
    var title: String?
    var ids: [Int] = []
    var lines: [(text: String, row: Int?)] = []

    init(_ model: ListModel<TerminalRow<Int>>) {
        title = model.title
        for section in model.sections {
            if let header = section.header { lines.append((header, nil)) }
            for row in section.rows {
                ids.append(row.id)
                lines += row.lines.map { ($0.text, row.id) }
            }
            if let footer = section.footer { lines.append((footer, nil)) }
        }
    }

    func place(of id: Int) -> Int? { lines.firstIndex { $0.row == id } }

    func seen(_ list: TerminalList<Int>) -> [(text: String, row: Int?)] {
        Array(lines.dropFirst(list.firstLine).prefix(list.height))
    }

    func isOneRowSeen(_ list: TerminalList<Int>) -> Bool { Set(seen(list).map(\.row)).count == 1 }
}
