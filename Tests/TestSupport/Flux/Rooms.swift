import MillraceFlux
import MillraceSignals
import MillraceTesting

/// Which rooms there are: the parent of a family.
package struct Lobby: Equatable, Codable {
    package var rooms: [Int] = []
    package var title = ""

    package init(rooms: [Int] = [], title: String = "") {
        self.rooms = rooms
        self.title = title
    }
}

package struct Open: Action, Equatable, Codable {
    package let room: Int

    package init(room: Int) { self.room = room }
}

package struct Close: Action, Equatable, Codable {
    package let room: Int

    package init(room: Int) { self.room = room }
}

package struct SetRooms: Action, Equatable, Codable {
    package let rooms: [Int]

    package init(rooms: [Int]) { self.rooms = rooms }
}

package func makeLobby(_ rooms: [Int] = [], on dispatcher: Dispatcher) -> Store<Lobby> {
    Store(Lobby(rooms: rooms), on: dispatcher, name: "lobby") { store in
        store.on(Open.self) { state, action in state.rooms.append(action.room) }
        store.on(Close.self) { state, action in state.rooms.removeAll { $0 == action.room } }
        store.on(SetRooms.self) { state, action in state.rooms = action.rooms }
        store.on(Rename.self) { state, action in state.title = action.name }
    }
}

/// A room: what was said, and what came back a second later.
package struct Room: Equatable, Codable {
    package let id: Int
    package var lines: [String] = []

    package init(id: Int, lines: [String] = []) {
        self.id = id
        self.lines = lines
    }
}

package struct Say: Action, Equatable, Codable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// A room asks for an echo, which is said a second later.
package struct Echo: Action, Equatable, Codable {
    package init() {}
}

package func makeRoom(_ id: Int, on dispatcher: Dispatcher) -> Store<Room> {
    Store(Room(id: id), on: dispatcher) { store in
        store.on(Say.self) { state, action in state.lines.append(action.text) }
        store.on(Echo.self) { state, _ in
            let (id, scheduler) = (state.id, dispatcher.scheduler)
            return .run("echo", .concat) {
                try await (scheduler as? TestScheduler)?.sleep(for: .seconds(1))
                return Say("echo \(id)")
            }
        }
    }
}

package func makeRooms(
    of lobby: Store<Lobby>,
    making: StoreFamily<Int, Room>.Making = .withElements
) -> StoreFamily<Int, Room> {
    StoreFamily(of: lobby, \.rooms, name: "rooms", making: making) { makeRoom($0, on: lobby.dispatcher) }
}
