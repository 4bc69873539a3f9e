import MillraceTerminal

extension ChatView {
    /// The view on a terminal: the rooms on the left, the room on the right, the text below it.
    ///
    /// Where there is little room only the room is shown. Cost: O(cells).
    ///
    /// - Parameters:
    ///   - field: What is written, with the cursor in it.
    ///   - messages: The messages of the room.
    ///   - pageLine: How many lines of the page over the room are above the screen.
    public func canvas(
        size: TerminalSize,
        field: TerminalTextField,
        messages: TerminalList<String>,
        pageLine: Int
    ) -> TerminalCanvas {
        var canvas = TerminalCanvas(size: size)
        let hintRows = Self.hintRows(of: size)
        let left = leftColumns(of: size.columns)
        let height = size.rows - hintRows
        if left > 0 { drawRooms(TerminalRegion(column: 0, row: 0, columns: left - 1, rows: height), on: &canvas) }
        let right = TerminalRegion(column: left, row: 0, columns: size.columns - left, rows: height)
        draw(messages, pageLine, in: messageRegion(of: size, fieldLines: field.lineCount), on: &canvas)
        drawRoom(right, field, on: &canvas)
        if hintRows > 0 {
            let region = TerminalRegion(column: 0, row: height, columns: size.columns, rows: hintRows)
            canvas.draw(ChatKeys.hints, in: region)
        }
        return canvas
    }

    private func drawRooms(_ region: TerminalRegion, on canvas: inout TerminalCanvas) {
        let width = region.size.columns
        let title = badge.unread > 0 ? "Rooms (\(badge.unread))" : "Rooms"
        canvas.draw(search.map { "Search: \($0)" } ?? title, row: 0, column: 0, width: width, style: .bold)
        // Where there is enough space a room has a second line, with its last message.
        let lineCount = region.size.rows >= 24 ? 2 : 1
        let shown = max(1, (region.size.rows - 1) / lineCount)
        let latest = EventTime(rooms.first?.time ?? 0, in: timeZone)
        let first = max(0, (rooms.firstIndex { $0.id == selected } ?? 0) - (shown - 1))
        for (index, room) in rooms.dropFirst(first).prefix(shown).enumerated() {
            var style = TerminalStyle(isBold: room.unread > 0, isDim: room.isInvitation)
            if room.id == selected { style.isReversed = true }
            if room.highlights > 0 { style.foreground = .yellow }
            let count = room.isInvitation ? "invited" : room.unread > 0 ? "\(room.unread)" : nil
            let last = EventTime(room.time, in: timeZone)
            let time = room.isInvitation || room.time == 0 ? nil : last.short(before: latest)
            let end = [count, time].compactMap(\.self).joined(separator: " ")
            let title = (room.isEncrypted ? ChatView.lock : "") + room.title(names).oneLine
            let name = TerminalText(title).fitted(to: max(0, width - end.count - 1))
            let row = 1 + index * lineCount
            canvas.draw("\(name) \(end)", row: row, column: 0, width: width, style: style)
            guard lineCount > 1, let excerpt = room.excerpt(names), row + 1 < region.size.rows else { continue }
            canvas.draw(excerpt.oneLine, row: row + 1, column: 1, width: width - 1, style: .dim)
        }
    }

    private func drawRoom(_ region: TerminalRegion, _ field: TerminalTextField, on canvas: inout TerminalCanvas) {
        let (column, width) = (region.column, region.size.columns)
        let room = page == nil ? self.room : nil
        var heading = page.map { [$0.title] } ?? [self.room?.title ?? "Chat", self.room?.topic].compactMap(\.self)
        if room?.isEncrypted == true { heading[0] = ChatView.lock + heading[0] }
        canvas.draw(heading.joined(separator: ": ").oneLine, row: 0, column: column, width: width, style: .bold)
        let fieldRows = Self.fieldRows(of: canvas.size, lineCount: field.lineCount)
        let fieldRow = region.size.rows - fieldRows
        if let note {
            let style = problem == nil ? TerminalStyle.dim : TerminalStyle(foreground: .red)
            canvas.draw(note.oneLine, row: fieldRow - 1, column: column, width: width, style: style)
        }
        drawField(field, TerminalRegion(column: column, row: fieldRow, columns: width, rows: fieldRows), on: &canvas)
    }

    /// Draws the page over the room from its top, or the messages, which stand at the bottom.
    private func draw(
        _ messages: TerminalList<String>,
        _ pageLine: Int,
        in region: TerminalRegion,
        on canvas: inout TerminalCanvas
    ) {
        let (column, size) = (region.column, region.size)
        if let lines = page?.lines(image) {
            let first = max(0, min(pageLine, lines.count - size.rows))
            for (row, line) in lines.dropFirst(first).prefix(size.rows).enumerated() {
                canvas.draw(line, row: region.row + row, column: column)
            }
        } else if let lines = room?.invitation {
            let shown = lines.suffix(size.rows)
            for (row, line) in shown.enumerated() {
                canvas.draw(line, row: region.row + size.rows - shown.count + row, column: column)
            }
        } else if room != nil {
            let rows = min(messages.lineCount, size.rows)
            let bottom = TerminalSize(columns: size.columns, rows: rows)
            let place = TerminalRegion(column: column, row: region.row + size.rows - rows, size: bottom)
            canvas.draw(messages, in: place, cursor: .hidden)
        }
    }

    private func drawField(_ field: TerminalTextField, _ region: TerminalRegion, on canvas: inout TerminalCanvas) {
        let (row, column, width) = (region.row, region.column, region.size.columns)
        guard let user = passwordOf else {
            let question = question ?? ("› ", room?.placeholder ?? "")
            let label = canvas.draw(question.label.oneLine, row: row, column: column, width: width, style: .bold)
            return canvas.draw(
                field,
                row: row,
                column: column + label,
                width: width - label,
                rows: region.size.rows,
                placeholder: question.placeholder
            )
        }
        let label = canvas.draw("Password of \(user): ", row: row, column: column, width: width, style: .bold)
        // How long it is may be seen; what it is may not.
        let hidden = TerminalTextField(String(repeating: "•", count: field.text.count))
        canvas.draw(hidden, row: row, column: column + label, width: width - label)
    }
}
