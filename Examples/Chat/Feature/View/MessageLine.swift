import MillraceTerminal

extension MessageRow {
    /// The row in one line, without its time: who says what, what has become of it, and the reactions.
    public func line(_ names: Names) -> String {
        let marks = reactions.sorted { $0.key < $1.key }.map { "  \($0.key) \($0.value)" }.joined()
        return (text(names) + marks + ending).oneLine
    }

    private func text(_ names: Names) -> String {
        let name = names[sender]
        switch content {
        case .message(let message, let isEdited):
            let answer = answered.map { "(to “\($0.body.prefix(20))”) " } ?? ""
            var shown = message
            if case .image = message.kind {} else { shown.body = answer + message.body }
            return shown.line(of: name) + (isEdited ? " (edited)" : "")
        case .happening(let words): return "— \(words)"
        case .encrypted: return "\(name): (encrypted)"
        case .deleted: return "\(name): (deleted)"
        case .unknown(let kind): return "\(name): (an event of the kind \(kind))"
        case .damaged(let problem): return "(a damaged event: \(problem))"
        case .gap: return "(older messages are missing here)"
        }
    }

    private var ending: String {
        switch delivery {
        case .told: ""
        case .onItsWay: "  (on its way\(percent.map { ", \($0) %" } ?? ""))"
        case .refused(let reason): "  (not sent: \(reason))"
        }
    }

    /// When it was sent.
    var sent: EventTime { EventTime(time) }
}
