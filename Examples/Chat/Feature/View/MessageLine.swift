import MillraceTerminal

extension MessageRow {
    /// The row without its time: who says what, what has become of it, and the reactions. A message has its line breaks.
    public func text(_ names: Names) -> String { beginning(names) + text + end }

    /// The row with the emphasis of a formatted text; nil for a text without format.
    func formattedText(_ names: Names) -> FormattedText? {
        guard image == nil, case .message(let message, _) = content, let html = message.formatted else { return nil }
        let formatted = FormattedText(html: html)
        guard formatted.text.contains(where: { !$0.isWhitespace }) else { return nil }
        return FormattedText([.init(text: beginning(names))] + formatted.parts + [.init(text: end)])
    }

    /// What stands before the text: who says it.
    private func beginning(_ names: Names) -> String {
        let name = names[sender].oneLine
        switch content {
        case .message(let message, _):
            let answer = answered.map { "(to “\($0.body.oneLine.prefix(20))”) " } ?? ""
            return message.kind == .emote ? "* \(name) \(answer)" : "\(name): \(answer)"
        case .encrypted, .deleted, .unknown: return "\(name): "
        case .happening: return "— "
        case .damaged, .gap: return ""
        }
    }

    private var text: String {
        switch content {
        case .message(let message, _): message.text.keepingLines.trimmed
        case .happening(let words): words.oneLine
        case .encrypted: "(encrypted)"
        case .deleted: "(deleted)"
        case .unknown(let kind): "(an event of the kind \(kind.oneLine))"
        case .damaged(let problem): "(a damaged event: \(problem.oneLine))"
        case .gap: "(older messages are missing here)"
        }
    }

    /// That it is edited, the reactions, and what has become of it.
    private var end: String {
        let edited = isEdited ? " (edited)" : ""
        let marks = reactions.sorted { $0.key < $1.key }.map { "  \($0.key.oneLine) \($0.value)" }.joined()
        switch delivery {
        case .told: return edited + marks
        case .onItsWay: return "\(edited)\(marks)  (on its way\(percent.map { ", \($0) %" } ?? ""))"
        case .refused(let reason): return "\(edited)\(marks)  (not sent: \(reason.oneLine))"
        }
    }
}

extension String {
    /// Without line breaks at either end.
    fileprivate var trimmed: String {
        let end = lastIndex { !$0.isNewline }.map { index(after: $0) } ?? startIndex
        return String(self[..<end].drop { $0.isNewline })
    }
}
