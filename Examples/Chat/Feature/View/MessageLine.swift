import MillraceTerminal

extension MessageRow {
    /// The row without its time: who says what, what has become of it, and the reactions. A message has its line breaks.
    public func text(_ names: Names) -> String { text(names, [.init(text: text)]).text }

    /// The same, with the emphasis of a formatted text, and of what is answered.
    func formattedText(_ names: Names) -> FormattedText {
        if image == nil, let html = message?.formatted {
            let formatted = FormattedText(html: html)
            if formatted.text.contains(where: { !$0.isWhitespace }) { return text(names, formatted.parts) }
        }
        return text(names, [.init(text: text)])
    }

    private func text(_ names: Names, _ said: [FormattedText.Part]) -> FormattedText {
        FormattedText([.init(text: beginning(names))] + quotation(names) + said + [.init(text: end)])
    }

    /// What stands before the text: who says it.
    private func beginning(_ names: Names) -> String {
        let name = names[sender].oneLine
        switch content {
        case .message(let message, _): return message.kind == .emote ? "* \(name) " : "\(name): "
        case .encrypted, .deleted, .unknown: return "\(name): "
        case .happening: return "— "
        case .damaged, .gap: return ""
        }
    }

    /// What is answered, in a line.
    private func quotation(_ names: Names) -> [FormattedText.Part] {
        guard let answered, message != nil else { return [] }
        let name = answered.sender.map { "\(names[$0].oneLine): " } ?? ""
        return [.init(text: "> \(name)\(answered.text.excerpt(60))", marks: .quoted), .init(text: "\n")]
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
        let marks = reactions.sorted { $0.key < $1.key }.map { key, reaction in
            reaction.isOwn ? "  [\(key.oneLine) \(reaction.count)]" : "  \(key.oneLine) \(reaction.count)"
        }
        .joined()
        switch delivery {
        case .told: return edited + marks
        case .onItsWay: return "\(edited)\(marks)  (on its way\(percent.map { ", \($0) %" } ?? ""))"
        case .refused(let reason): return "\(edited)\(marks)  (not sent: \(reason.oneLine))"
        }
    }
}

extension String {
    /// The beginning of the text, in a line.
    func excerpt(_ length: Int) -> String {
        let line = String(prefix(4 * length)).oneLine
        return line.count > length ? "\(line.prefix(length - 1))…" : line
    }

    /// Without line breaks at either end.
    fileprivate var trimmed: String {
        let end = lastIndex { !$0.isNewline }.map { index(after: $0) } ?? startIndex
        return String(self[..<end].drop { $0.isNewline })
    }
}
