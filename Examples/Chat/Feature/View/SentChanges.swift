/// What the user has sent about messages, and the homeserver has not sent back: deletions, edits and reactions. What was
/// refused changes nothing, and is told.
struct SentChanges {
    private let changes: [String: [Sent]]
    private let user: String

    init(_ sent: [Sent], by user: String) {
        self.user = user
        changes = Dictionary(grouping: sent.filter(\.outgoing.isChange)) { $0.target ?? "" }
    }

    /// Shows in a row what was sent about it, and what others have reacted with.
    ///
    /// - Parameter target: What the row is about: its event, or what was sent and has none yet.
    func apply(to row: inout MessageRow, of target: String, _ relations: Relations?) {
        var reactors: [String: Set<String>] = [:]
        var refusals: [String] = []
        for (event, reaction) in relations?.reactions ?? [:] {
            refusals += (changes[event] ?? []).compactMap(\.refusal)
            if !isDeleted(event) { reactors[reaction.key, default: []].insert(reaction.sender) }
        }
        for sent in changes[target] ?? [] {
            if let refusal = sent.refusal {
                refusals.append(refusal)
                continue
            }
            switch sent.outgoing.content {
            case .redaction:
                row = row.whileBeingDeleted
                row.delivery = sent.isOnItsWay ? .onItsWay : .told
                return
            case .edit(let text, _):
                row.show(text)
                if sent.isOnItsWay, row.delivery == .told { row.delivery = .onItsWay }
            case .reaction(let key, _): if !isDeleted(sent.event ?? sent.id) { reactors[key, default: []].insert(user) }
            case .text, .image, .reply: break
            }
        }
        if let refusal = refusals.first { row.delivery = .refused(refusal) }
        guard row.message != nil else { return }
        row.reactions = reactors.mapValues { MessageRow.Reaction(count: $0.count, isOwn: $0.contains(user)) }
    }

    /// The user's reaction to something by a key: its event, or what was sent and has none yet.
    func reaction(_ key: String, to target: String, _ relations: Relations?) -> String? {
        let told = relations?.reactions.first { $0.value == .init(sender: user, key: key) && !isDeleted($0.key) }?.key
        return told
            ?? changes[target]?.first { sent in
                sent.outgoing.content == .reaction(key, to: sent.outgoing.target ?? "") && sent.refusal == nil
                    && !isDeleted(sent.event ?? sent.id)
            }?.id
    }

    private func isDeleted(_ target: String) -> Bool {
        changes[target]?.contains { $0.outgoing.isDeletion && $0.refusal == nil } == true
    }
}

extension MessageRow {
    /// Shows another text.
    fileprivate mutating func show(_ text: String) {
        guard case .message(var message, _) = content else { return }
        (message.body, message.formatted) = (text, nil)
        content = .message(message, isEdited: true)
    }
}
