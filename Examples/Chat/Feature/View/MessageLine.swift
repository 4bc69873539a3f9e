import MillraceTerminal

extension MessageRow {
    /// The row in one line, without its time: who says what, what has become of it, and the reactions.
    public func line(_ names: Names) -> String {
        (text(names) + ending).oneLine
    }

    /// The row in one line with the emphasis of a formatted text; nil for a text without format.
    func formattedLine(_ names: Names) -> FormattedText? {
        guard image == nil, case .message(var message, let isEdited) = content, let html = message.formatted else {
            return nil
        }
        let formatted = FormattedText(html: html)
        guard formatted.text.contains(where: { !$0.isWhitespace }) else { return nil }
        // What stands before the text is as in the line without format.
        var row = self
        message.body = ""
        row.content = .message(message, isEdited: false)
        let after = ((isEdited ? Self.editedNote : "") + ending).oneLine
        return FormattedText([.init(text: row.text(names).oneLine)] + formatted.parts + [.init(text: after)])
    }

    private func text(_ names: Names) -> String {
        let name = names[sender]
        switch content {
        case .message(let message, let isEdited):
            let answer = answered.map { "(to “\($0.body.prefix(20))”) " } ?? ""
            var shown = message
            if case .image = message.kind {} else { shown.body = answer + message.body }
            return shown.line(of: name) + (isEdited ? Self.editedNote : "")
        case .happening(let words): return "— \(words)"
        case .encrypted: return "\(name): (encrypted)"
        case .deleted: return "\(name): (deleted)"
        case .unknown(let kind): return "\(name): (an event of the kind \(kind))"
        case .damaged(let problem): return "(a damaged event: \(problem))"
        case .gap: return "(older messages are missing here)"
        }
    }

    private static let editedNote = " (edited)"

    /// The reactions, and what has become of it.
    private var ending: String {
        let marks = reactions.sorted { $0.key < $1.key }.map { "  \($0.key) \($0.value)" }.joined()
        switch delivery {
        case .told: return marks
        case .onItsWay: return "\(marks)  (on its way\(percent.map { ", \($0) %" } ?? ""))"
        case .refused(let reason): return "\(marks)  (not sent: \(reason))"
        }
    }
}
