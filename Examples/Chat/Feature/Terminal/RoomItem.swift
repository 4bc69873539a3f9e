import Foundation
import Millrace
import MillraceTerminal

/// A row of a room with all that its lines depend on: with another one of these they are made anew, and else not.
struct RoomItem: Identifiable, Equatable, Sendable {
    /// What is the same for all rows of a room.
    struct Setting: Equatable, Sendable {
        let names: Names
        let timeZone: TimeZone
        let columns: Int
    }

    let row: MessageRow
    let setting: Setting
    /// The day that begins with it; nil where it is that of the row above.
    let day: String?
    var isChosen = false

    var id: String { row.id }

    /// The rows of a room, the oldest first, of which none is chosen. O(rows).
    static func items(of rows: [MessageRow], _ setting: Setting) -> Table<RoomItem> {
        var above: String?
        let items = rows.map { row in
            let day = EventTime(row.time, in: setting.timeZone).day
            defer { above = day }
            return RoomItem(
                row: row,
                setting: setting,
                day: day == above ? nil : row.time > 0 ? "── \(day) ──" : ""
            )
        }
        return Table(items, uniquingIDsWith: { $1 })
    }

    /// The lines of the row, below those of the day and of what is new, if these begin with it.
    var terminalRow: TerminalRow<String> {
        var style = row.style
        style.isReversed = isChosen
        let time = row.time > 0 ? "\(EventTime(row.time, in: setting.timeZone).clock) " : ""
        let words = row.formattedText(setting.names).spans(style)
        let text = TerminalParagraph([TerminalSpan(time, style)] + words + [TerminalSpan(row.hint, style)])
        let headings = [
            day.map { TerminalLine($0, style: .dim) }, row.isFirstNew ? TerminalLine("── new ──", style: .bold) : nil,
        ]
        return TerminalRow(id, headings.compactMap(\.self) + text.lines(columns: max(1, setting.columns)))
    }
}

extension FormattedText {
    /// The parts in their styles, each of which is made of another one.
    func spans(_ style: TerminalStyle) -> [TerminalSpan] {
        parts.map { part in
            var span = TerminalSpan(part.text, style)
            if part.marks.contains(.strong) { span.style.isBold = true }
            if part.marks.contains(.code) { span.style.foreground = .green }
            if part.marks.contains(.struck) || part.marks.contains(.quoted) { span.style.isDim = true }
            return span
        }
    }
}

extension RoomView {
    /// What stands in the field while nothing is written.
    var placeholder: String {
        guard membership == .joined else { return "" }
        return isEncrypted ? "nothing can be sent here" : "a message (? for all keys)"
    }

    /// What is shown in place of the messages of a room that the user is invited to; nil where that is not so.
    var invitation: [TerminalLine]? {
        guard membership == .invited else { return nil }
        let name = inviter.map { names[$0].oneLine } ?? "Somebody"
        return [TerminalLine("\(name) invites you.", style: .bold), "ctrl-y accepts, ctrl-l declines."]
    }

    /// Whether a message can be sent to it.
    var isWritable: Bool { membership == .joined && !isEncrypted }
}

extension MessageRow {
    /// What can be done with it, if it was not sent.
    fileprivate var hint: String {
        if case .refused = delivery { "  ctrl-r tries again, ctrl-g discards it" } else { "" }
    }

    fileprivate var style: TerminalStyle {
        switch (delivery, content) {
        case (.refused, _): TerminalStyle(foreground: .red)
        case (.onItsWay, _): .dim
        case (_, .damaged), (_, .unknown): TerminalStyle(foreground: .yellow)
        case (_, .happening), (_, .deleted), (_, .encrypted), (_, .gap): .dim
        case (_, .message(let message, _)):
            message.kind == .notice ? TerminalStyle(foreground: .cyan) : .plain
        }
    }
}
