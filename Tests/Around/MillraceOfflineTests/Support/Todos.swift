import Foundation
import Millrace
import MillraceNetwork
import MillraceOffline

struct Todo: Identifiable, Codable, Equatable, Sendable {
    var id: UUID
    var title: String

    /// The version that the server has given it.
    var version: String?
}

/// What the user does, as the server has to hear it.
enum TodoEdit: OutboxEdit {
    case add(Todo)
    case rename(UUID, String)
    case remove(UUID)

    /// What the server has saved, or has in case of a conflict.
    typealias Reply = Todo

    var subject: UUID {
        switch self {
        case .add(let todo): todo.id
        case .rename(let id, _), .remove(let id): id
        }
    }

    /// One edit that does what an earlier one of the same to-do and a later one do; nil if there is none.
    static func fold(_ earlier: TodoEdit, _ later: TodoEdit) -> TodoEdit? {
        switch (earlier, later) {
        case (.rename, .rename(let id, let title)): return .rename(id, title)
        case (.add(var todo), .rename(_, let title)):
            todo.title = title
            return .add(todo)
        default: return nil
        }
    }

    /// What is sent in the place of an edit that conflicts: a to-do that was renamed at both places is called by both
    /// names. Nil if nothing is left to be said.
    static func decide(_ mine: OutboxEntry<TodoEdit>, _ theirs: Todo) -> TodoEdit? {
        switch mine.edit {
        case .rename(_, theirs.title): nil
        case .rename(let id, let title): .rename(id, "\(theirs.title) / \(title)")
        case .add, .remove: mine.edit
        }
    }
}

struct TodoState: Equatable {
    var items: Table<Todo> = []
    var outbox: Outbox<TodoEdit>

    mutating func rename(_ id: UUID, _ title: String) {
        let version = items[id: id]?.version
        items[id: id]?.title = title
        outbox.add(.rename(id, title), version: version, folding: TodoEdit.fold)
    }
}

struct AddTodo: Action { var todo: Todo }
struct RenameTodo: Action { var id: UUID, title: String }
struct BecameOnline: Action {}
struct GiveUp: Action { var key: OutboxKey }
struct TryAgain: Action { var key: OutboxKey }

struct TodoServices {
    /// Sends an edit under a key, and says what the server has then.
    var save: @Sendable (TodoEdit, _ key: String, _ version: String?) async throws -> Todo
    var durability = Durability.immediate
}

func makeSender(_ services: TodoServices) -> OutboxSender<TodoEdit> {
    OutboxSender(durability: services.durability) { entry in
        let todo = try await services.save(entry.edit, entry.key.text, entry.version)
        return .saved(todo, version: todo.version)
    } catching: { error in
        guard let error = error as? RequestError else { return .refused("\(error)") }
        if case .status(let status) = error.reason, status.status == 412, let todo = status.todo {
            return .conflict(theirs: todo, version: todo.version)
        }
        if error.isPassing {
            return error.mayBeDone ? .later(after: error.retryAfter) : .notDone(after: error.retryAfter)
        }
        return error.mayBeDone ? .unknown(error.message) : .refused(error.message)
    }
}

extension BadStatus {
    /// What the server has, which it says when it refuses an edit of an old version.
    fileprivate var todo: Todo? { try? JSONDecoder().decode(Todo.self, from: Data(body.utf8)) }
}

func makeTodos(_ state: TodoState, with services: TodoServices, on dispatcher: Dispatcher) -> Store<TodoState> {
    let sender = makeSender(services)
    return Store(state, on: dispatcher) { store in
        store.on(AddTodo.self) { state, action in
            state.items.append(action.todo)
            state.outbox.add(.add(action.todo))
        }
        store.on(RenameTodo.self) { state, action in state.rename(action.id, action.title) }
        store.on(OutboxAnswered<TodoEdit>.self) { state, answered in
            guard let entry = state.outbox.take(answered) else { return }
            switch answered.answer {
            case .saved(let todo?, _):
                // What waits behind it stays on the screen.
                state.items[id: todo.id]?.version = todo.version
                if state.outbox.status(of: todo.id) == .saved { state.items.updateOrAppend(todo) }
            case .conflict:
                state.outbox.resolve(entry.key, by: TodoEdit.decide)
            case .saved, .refused, .later, .notDone, .unknown, .keyInUse, .prepared, nil: break
            }
        }
        store.onChange(of: \.outbox) { state, _ in state.outbox.send(by: sender) }
        store.on(BecameOnline.self) { state, _ in
            state.outbox.hurry()
            // Also what an earlier run has left.
            return state.outbox.send(by: sender)
        }
        store.on(TryAgain.self) { state, action in state.outbox.retry(action.key) }
        store.on(GiveUp.self) { state, action in state.outbox.discard(action.key) }
    }
}
