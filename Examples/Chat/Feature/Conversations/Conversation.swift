import Foundation
import Millrace

/// What the user writes in one room, in a store that lives as long as the room.
public struct Conversation: Equatable, Sendable {
    /// The text that the user is writing.
    public internal(set) var draft = ""
    /// What the text is to be; nil for a message.
    public internal(set) var purpose: Purpose?
    /// Why the file of an image could not be sent.
    public internal(set) var fileProblem: String?

    /// What the text that the user is writing is, if it is no message of its own.
    public enum Purpose: Equatable, Codable, Sendable {
        case reply(to: String)
        /// Another text for a message. With the text that the user was writing before.
        case edit(of: String, before: String)

        /// The same, about the event of what was sent here, if there is one.
        func about(_ events: Table<SentEvent>) -> Purpose {
            switch self {
            case .reply(let target): .reply(to: events[id: target]?.event ?? target)
            case .edit(let target, let before): .edit(of: events[id: target]?.event ?? target, before: before)
            }
        }
    }
}

/// The user writes.
struct Draft: Action { let text: String }

/// The user begins to write for a purpose; nil for no other one than a message.
struct Compose: Action {
    let purpose: Conversation.Purpose?
    let text: String
}

/// The user sends the image in a file.
public struct SendFile: Action {
    let file: URL
    let id: String
    let time: Int

    init(_ file: URL, with services: ChatServices) {
        self.file = file
        (id, time) = (services.identifiers().uuidString.lowercased(), services.time())
    }
}

struct FileNotRead: Action { let problem: ChatProblem }

/// Makes the store of one room's conversation.
func makeConversation(_ room: String, with services: ChatServices, on dispatcher: Dispatcher) -> Store<Conversation> {
    Store(Conversation(), on: dispatcher, name: "conversation") { store in
        store.on(Draft.self) { state, action in state.draft = action.text }
        store.on(Post.self) { state, action in
            guard action.outgoing.room == room else { return }
            switch (action.outgoing.content, state.purpose) {
            case (.edit, .edit(_, let before)?): (state.draft, state.purpose) = (before, nil)
            case (.text, _), (.reply, _): (state.draft, state.purpose) = ("", nil)
            default: break
            }
        }
        store.on(Compose.self) { state, action in (state.draft, state.purpose) = (action.text, action.purpose) }
        store.on(SendFile.self) { state, action in
            state.fileProblem = nil
            return .run("read", .concat) { send in
                let image = try await services.read(action.file, for: action.id)
                send.toAll(
                    Post(outgoing: Outgoing(id: action.id, room: room, content: .image(image), time: action.time))
                )
            } catching: { error in
                FileNotRead(problem: ChatProblem(caught: error))
            }
        }
        store.on(FileNotRead.self) { state, action in state.fileProblem = action.problem.message }
        store.on(Discard.self) { state, action in
            if action.room == room { state.fileProblem = nil }
        }
    }
}
