import Foundation
import Millrace

/// What the user writes in one room, in a store that lives as long as the room.
public struct Conversation: Equatable, Sendable {
    /// The text that the user is writing.
    public internal(set) var draft = ""
    /// Why the file of an image could not be sent.
    public internal(set) var fileProblem: String?
}

/// The user writes.
struct Draft: Action { let text: String }

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
            if action.outgoing.room == room, case .text = action.outgoing.content { state.draft = "" }
        }
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
