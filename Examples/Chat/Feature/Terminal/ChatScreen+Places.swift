import Foundation
import Millrace
import MillraceApp
import MillraceTerminal

// The keys that choose a message, and those that lead to other places.
extension ChatScreen {
    // MARK: Choosing a message

    /// Chooses the message above or below the chosen one.
    func choose(_ step: Int) {
        let rows = list.rows.value
        guard let room = view.value.room, view.value.page == nil, !rows.isEmpty else { return }
        let present = rows.lastIndex { $0.id == messages.chosen }
        guard let next = present.map({ $0 + step }) ?? (step < 0 ? messages.seen.last : nil), next < rows.count
        else { return messages.choose(nil) }
        messages.choose(rows[max(0, next)].id)
        if step < 0 { fillNearTop(of: room) }
    }

    /// Chooses the event of a link, if the list has it.
    func chooseAwaited() {
        guard let event = awaited, list.rows.value.contains(where: { $0.id == event }) else { return }
        awaited = nil
        messages.choose(event)
    }

    /// The message that is chosen, or else the lowest one of a kind that is seen.
    private func chosenRow(where isFit: (MessageRow) -> Bool) -> MessageRow? {
        let rows = list.rows.value
        if let chosen = messages.chosen { return rows.last { $0.id == chosen }.flatMap { isFit($0) ? $0 : nil } }
        return rows.prefix(messages.seen.upperBound).last(where: isFit)
    }

    // MARK: Answers, edits and reactions

    /// What one often reacts with. A number stands for it.
    static let usualReactions = ["👍", "❤️", "😄", "🎉", "👀"]

    /// What is written becomes the answer to the chosen message, or to the last one.
    func beginReply() {
        guard canWrite, let row = chosenRow(where: { $0.message != nil }) else { return }
        compose(.reply(to: row.id), textWithoutPurpose)
    }

    /// The field has the text of one's last message, or of the chosen one.
    func beginEdit() {
        guard canWrite, let row = lastOwn(where: { $0.message?.kind == .text }), let text = row.message?.body else {
            return
        }
        compose(.edit(of: row.id, before: textWithoutPurpose), text)
    }

    func askForReaction() {
        if canWrite, let row = chosenRow(where: { $0.message != nil }) { ask(.react(row.id)) }
    }

    private var canWrite: Bool {
        view.value.room?.isWritable == true && view.value.page == nil && route.question == nil
    }

    private func compose(_ purpose: Conversation.Purpose?, _ text: String) {
        messages.choose(nil)
        tell(Compose(purpose: purpose, text: text))
        field.value = TerminalTextField(text, allowsLineBreaks: true)
    }

    /// What is written, or was before the edit of a message began.
    private var textWithoutPurpose: String {
        if case .edit(_, let before)? = view.value.room?.purpose { before } else { field.value.text }
    }

    // MARK: Going to other places

    func showPerson() {
        guard view.value.page == nil, let row = chosenRow(where: { !$0.sender.isEmpty }) else { return }
        chat.dispatcher.dispatch(Go.push(.person(row.sender)))
    }

    func showImage() {
        guard view.value.page == nil, let row = chosenRow(where: { $0.image != nil && $0.delivery == .told }) else {
            return
        }
        chat.dispatcher.dispatch(Go.push(.image(row.id)))
    }

    func goBack() -> TerminalApplication.Continuation {
        if chat.damage.value != nil {
            chat.damage.value = nil
            return .goOn
        }
        if route.isSearching { chat.search.value = "" }
        if !route.presented.isEmpty {
            chat.dispatcher.dispatch(Go.back)
        } else if view.value.isGone {
            leaveGoneRoom()
        } else if route.tabs[0].pushed.count > 1 || route.person != nil {
            chat.dispatcher.dispatch(Go.back)
        } else if messages.chosen != nil {
            messages.choose(nil)
        } else if view.value.room?.purpose != nil {
            compose(nil, textWithoutPurpose)
        } else if view.value.passwordOf != nil || chat.hasDrafts || !field.value.text.isEmpty {
            ask(.quit)
        } else {
            return .quit
        }
        return .goOn
    }

    func acceptInvitation() {
        if let room = view.value.room, room.membership == .invited { chat.dispatcher.dispatch(Join(room: room.id)) }
    }

    // MARK: Questions

    /// Asks something, or stops asking it.
    func ask(_ question: ChatPlace) {
        chat.search.value = ""
        if let present = route.question {
            chat.dispatcher.dispatch(Go.dismiss())
            if present == question { return }
        }
        chat.dispatcher.dispatch(Go.present(question))
    }

    func answer(_ question: ChatPlace, _ text: String) -> TerminalApplication.Continuation {
        let text = text.trimmingCharacters(in: .whitespaces)
        chat.search.value = ""
        chat.dispatcher.dispatch(Go.dismiss())
        switch question {
        case .attach where !text.isEmpty:
            messages.goToEnd()
            let path = NSString(string: text).expandingTildeInPath
            tell(chat.sendingFile(URL(fileURLWithPath: path)))
        case .join(let proposed, let event) where !text.isEmpty:
            chat.dispatcher.dispatch(Join(room: text, event: text == proposed ? event : nil))
        case .leave(let room):
            isLeaving = room
            chat.dispatcher.dispatch(Leave(room: room))
        case .delete(let event):
            if let room = route.room { list.delete(event) { chat.redact(event, in: room) } }
        case .react(let message):
            if let room = route.room, !text.isEmpty { react(text, to: message, in: room) }
        case .quit: return .quit
        default: break
        }
        return .goOn
    }

    /// Reacts to a message, or takes back what the user has reacted with already.
    private func react(_ text: String, to message: String, in room: String) {
        let number = Int(text) ?? 0
        let key = (1...Self.usualReactions.count).contains(number) ? Self.usualReactions[number - 1] : text
        if chat.unreact(key, to: message, in: room) == nil { chat.react(key, to: message, in: room) }
    }
}
