import Millrace
import MillraceOffline

/// Notes with a text, which are edited off line.
enum NoteEdit: OutboxEdit {
    case write(Int, String)
    /// A word about a note, which stands for itself.
    case comment(Int, String)

    /// The text that the server has.
    typealias Reply = String

    var subject: Int {
        switch self {
        case .write(let note, _), .comment(let note, _): note
        }
    }
    var text: String {
        switch self {
        case .write(_, let text), .comment(_, let text): text
        }
    }
    var holdsLaterEdits: Bool { if case .comment = self { false } else { true } }
}

struct NotesState: Equatable {
    var texts: [Int: String] = [:]
    var outbox = Outbox<NoteEdit>(device: "phone")

    /// The answers that the app has seen, in their order.
    var seen: [OutboxAnswer<String>] = []
}

/// The user writes a note.
struct Write: Action, Equatable, Codable {
    var note: Int
    var text: String
    var version: String?
}

/// The user says something about a note.
struct Comment: Action, Equatable, Codable {
    var note: Int
    var text: String
}

/// What was decided of an entry.
enum Decide: Action, Equatable {
    case retry(OutboxKey, String?)
    case discard(OutboxKey)
    case discardAll(Int)
    case resolve(OutboxKey)
    case settle(OutboxKey, OutboxAnswer<String>)
    case logIn(String?)
    case hurry
    case sendAgain
    case start
}

func makeNotes(
    _ state: NotesState = NotesState(),
    on dispatcher: Dispatcher,
    sender: OutboxSender<NoteEdit>,
    isFolding: Bool = false
) -> Store<NotesState> {
    Store(state, on: dispatcher) { store in
        store.on(Write.self) { state, action in
            state.texts[action.note] = action.text
            state.outbox.add(.write(action.note, action.text), version: action.version) { _, later in
                isFolding ? later : nil
            }
            return state.outbox.send(by: sender)
        }
        store.on(Comment.self) { state, action in
            state.outbox.add(.comment(action.note, action.text))
            return state.outbox.send(by: sender)
        }
        store.on(OutboxAnswered<NoteEdit>.self) { state, answered in
            if state.outbox.take(answered) != nil, let answer = answered.answer { state.seen.append(answer) }
            return state.outbox.send(by: sender)
        }
        store.on(Decide.self) { state, decision in
            switch decision {
            case .retry(let key, let text):
                let note = state.outbox[key]?.edit.subject ?? 0
                state.outbox.retry(key, as: text.map { .write(note, $0) })
            case .discard(let key): state.outbox.discard(key)
            case .discardAll(let note): state.outbox.discardAll(of: note)
            case .resolve(let key):
                state.outbox.resolve(key) { mine, theirs in
                    theirs == mine.edit.text ? nil : .write(mine.edit.subject, "\(theirs)+\(mine.edit.text)")
                }
            case .settle(let key, let answer): state.outbox.settle(key, as: answer)
            case .logIn(let account): state.outbox.account = account
            case .hurry: state.outbox.hurry()
            case .sendAgain: state.outbox.sendAgain()
            case .start: break
            }
            return state.outbox.send(by: sender)
        }
    }
}
