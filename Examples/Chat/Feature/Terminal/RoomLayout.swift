import Foundation
import MillraceTerminal

/// A line of a room, as it is drawn.
struct RoomViewLine: Equatable {
    let line: TerminalLine
    /// Whether it belongs to the message that is chosen.
    var isChosen = false
}

/// The rows of a room in lines, of so many columns. Only the rows that are seen are laid out.
struct RoomLayout {
    let room: RoomView
    let columns: Int
    let timeZone: TimeZone

    /// The lines of a room, from the top of a screen of some height to a position.
    ///
    /// At the top of the room they fill the height, too, if there are enough.
    func lines(_ height: Int, at position: RoomPosition) -> [RoomViewLine] {
        guard height > 0 else { return [] }
        if room.membership == .invited {
            let inviter = room.inviter.map { room.names[$0] } ?? "Somebody"
            return [
                RoomViewLine(line: TerminalLine("\(inviter.oneLine) invites you.", style: .bold)),
                RoomViewLine(line: "ctrl-y accepts, ctrl-l declines."),
            ]
            .suffix(height)
        }
        let lines = linesAbove(height, position)
        guard lines.count < height, position.isAboveEnd else { return lines }
        return linesAbove(height, moved(position, up: lines.count - height))
    }

    /// The position so many lines further up, or down if there are less than none: not above the top of the room, nor
    /// below its end.
    func moved(_ position: RoomPosition, up lines: Int) -> RoomPosition {
        let rows = room.rows
        guard var row = rows.indices.last else { return RoomPosition() }
        row = max(0, row - position.scroll)
        var hidden = position.hiddenLines + lines
        if hidden > 0 {
            var count = self.lines(of: row, chosen: nil).count
            while hidden >= count, row > 0 {
                (hidden, row) = (hidden - count, row - 1)
                count = self.lines(of: row, chosen: nil).count
            }
            hidden = min(hidden, count - 1)
        }
        while hidden < 0, row < rows.count - 1 {
            row += 1
            hidden += self.lines(of: row, chosen: nil).count
        }
        var new = position
        (new.scroll, new.hiddenLines) = (rows.count - 1 - row, max(0, hidden))
        return new
    }

    /// The position further up or down at which a screen of some height is full, if there are enough lines.
    func moved(_ position: RoomPosition, up lines: Int, filling height: Int) -> RoomPosition {
        let new = moved(position, up: lines)
        return moved(new, up: min(0, linesAbove(height, new).count - height))
    }

    /// As many lines above a position as there are, up to a height.
    private func linesAbove(_ height: Int, _ position: RoomPosition) -> [RoomViewLine] {
        var lines: [RoomViewLine] = []
        var row = room.rows.count - 1 - min(position.scroll, max(0, room.rows.count - 1))
        var hidden = position.hiddenLines
        while row >= 0, lines.count < height {
            let block = self.lines(of: row, chosen: position.chosen)
            lines += block.dropLast(min(hidden, block.count - 1)).reversed()
            (hidden, row) = (0, row - 1)
        }
        return lines.prefix(height).reversed()
    }

    /// The lines of a row, the first of a day, and the first that is new, with a heading: one at least.
    private func lines(of index: Int, chosen: String?) -> [RoomViewLine] {
        let row = room.rows[index]
        let text = row.formattedText(room.names)
        let sent = EventTime(row.time, in: timeZone)
        let time = row.time > 0 ? "\(sent.clock) " : ""
        var style = row.style
        if row.id == chosen { style.isReversed = true }
        var lines: [RoomViewLine] = []
        if index == 0 || EventTime(room.rows[index - 1].time, in: timeZone).day != sent.day {
            lines.append(RoomViewLine(line: TerminalLine(row.time > 0 ? "── \(sent.day) ──" : "", style: .dim)))
        }
        if row.isFirstNew { lines.append(RoomViewLine(line: TerminalLine("── new ──", style: .bold))) }
        let words = [TerminalSpan(time, style)] + text.spans(style) + [TerminalSpan(row.hint, style)]
        return lines
            + TerminalParagraph(words).lines(columns: max(1, columns)).map {
                RoomViewLine(line: $0, isChosen: row.id == chosen)
            }
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
