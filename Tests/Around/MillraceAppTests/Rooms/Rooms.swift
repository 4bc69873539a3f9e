import Foundation
import Millrace
import MillraceApp
import MillraceNetwork

// The feature that Documentation/Families.md quotes: the rooms of a chat.

// MARK: - What a room needs

struct RoomServices: Sendable {
    /// The messages before a number; the last ones without.
    var page: @Sendable (_ room: String, _ before: Int?) async throws(RequestError) -> Page<Message, Int>

    /// Delivers a message.
    var deliver: @Sendable (_ message: Message, _ room: String) async throws -> Void

    var identifiers = Identifiers.random
}

struct Message: Identifiable, Equatable, Codable, Sendable {
    let id: UUID
    var text: String
    var isDelivered = true
}

// MARK: - One room

struct Room: Equatable {
    let id: String
    var messages = Pages<Message, Int, RequestError>("messages")
    var draft = ""
    var failure: String?
}

struct ShowOlder: Action {}
struct Retry: Action {}
struct Write: Action { let text: String }
struct SendDraft: Action {}
struct Posted: Action { let message: Message }
struct Delivered: Action { let message: Message }
struct DeliveryFailed: Action { let reason: String }

func makeRoom(_ id: String, with services: RoomServices, on dispatcher: Dispatcher) -> Store<Room> {
    Store(Room(id: id), on: dispatcher) { room in
        room.on(ShowOlder.self) { state, _ in
            state.messages.loadNext { before throws(RequestError) in try await services.page(id, before) }
        }
        room.on(Retry.self) { state, _ in
            state.messages.retry { before throws(RequestError) in try await services.page(id, before) }
        }
        room.on(PageLoaded<Page<Message, Int>, RequestError>.self) { state, loaded in state.messages.take(loaded) }
        room.on(Write.self) { state, action in state.draft = action.text }
        room.on(SendDraft.self) { state, _ in
            if state.draft.isEmpty { return .none }
            let text = state.draft
            state.draft = ""
            state.failure = nil
            return .run("deliver", .concat) { send in
                let message = Message(id: services.identifiers(), text: text, isDelivered: false)
                send(Posted(message: message))
                try await services.deliver(message, id)
                send(Delivered(message: message))
                send.toAll(RoomWasUsed(room: id))
            } catching: {
                DeliveryFailed(reason: "\($0)")
            }
        }
        room.on(Posted.self) { state, action in state.messages.elements.insert(action.message, at: 0) }
        room.on(Delivered.self) { state, action in
            state.messages.elements[id: action.message.id]?.isDelivered = true
        }
        room.on(DeliveryFailed.self) { state, action in state.failure = action.reason }
    }
}

// MARK: - The lobby

struct Lobby: Equatable {
    /// The rooms that the user is in, the one that was used last first.
    var roomIDs: [String] = []
}

struct Joined: Action { let room: String }
struct Left: Action { let room: String }
struct RoomWasUsed: Action { let room: String }

func makeLobby(on dispatcher: Dispatcher) -> Store<Lobby> {
    Store(Lobby(), on: dispatcher, name: "lobby") { lobby in
        lobby.on(Joined.self) { state, action in
            if !state.roomIDs.contains(action.room) { state.roomIDs.append(action.room) }
        }
        lobby.on(Left.self) { state, action in state.roomIDs.removeAll { $0 == action.room } }
        lobby.on(RoomWasUsed.self) { state, action in
            guard let place = state.roomIDs.firstIndex(of: action.room) else { return }
            state.roomIDs.insert(state.roomIDs.remove(at: place), at: 0)
        }
    }
}

// MARK: - The chat contains both

final class Chat {
    let dispatcher: Dispatcher
    let lobby: Store<Lobby>
    let rooms: StoreFamily<String, Room>

    /// The number of messages that are not delivered, over all rooms.
    let waitingCount: Observable<Int>

    init(with services: RoomServices, on dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
        lobby = makeLobby(on: dispatcher)
        rooms = StoreFamily(of: lobby, \.roomIDs, name: "rooms") { id in
            makeRoom(id, with: services, on: dispatcher)
        }
        waitingCount =
            rooms.collect { room in room.messages.elements.count { !$0.isDelivered } }
            .map { $0.values.reduce(0, +) }
    }
}
