import MillraceFlux

/// A hall of rooms, of which each has threads and may have a draft: the parent of families within families.
package struct Hall: Equatable, Codable {
    package var rooms: [Int] = []
    package var searched: String?

    package init(rooms: [Int] = []) { self.rooms = rooms }
}

/// A room with threads.
package struct ThreadedRoom: Equatable, Codable {
    package var threads: [String] = []
    package var draft: String?

    package init(threads: [String] = []) { self.threads = threads }
}

package struct Lookup: Action, Equatable, Codable {
    package let text: String?

    package init(_ text: String?) { self.text = text }
}

package struct SetThreads: Action, Equatable, Codable {
    package let threads: [String]

    package init(_ threads: [String]) { self.threads = threads }
}

package struct SetDraft: Action, Equatable, Codable {
    package let draft: String?

    package init(_ draft: String?) { self.draft = draft }
}

/// A child has had enough, and asks to be closed.
package struct Enough: Action, Equatable, Codable {
    package init() {}
}

/// A child tells its parent something a second later, and asks to be closed.
package struct Finish: Action, Equatable, Codable {
    package init() {}
}

/// The stores of a hall.
package final class HallStores {
    package let dispatcher: Dispatcher
    package let hall: Store<Hall>
    package let rooms: StoreFamily<Int, ThreadedRoom>
    package let threads: StoreFamily<ChildKey<Int, String>, [String]>
    package let drafts: StoreFamily<ChildKey<Int, String>, [String]>
    package let search: StoreFamily<String, [String]>

    package init(
        _ rooms: [Int] = [],
        on dispatcher: Dispatcher,
        making: StoreFamily<Int, ThreadedRoom>.Making = .withElements
    ) {
        self.dispatcher = dispatcher
        hall = Store(Hall(rooms: rooms), on: dispatcher, name: "hall") { store in
            store.on(SetRooms.self) { state, action in state.rooms = action.rooms }
            store.on(Lookup.self) { state, action in state.searched = action.text }
            store.on(Rename.self) { state, action in state.searched = action.name }
        }
        self.rooms = StoreFamily(
            of: hall,
            \.rooms,
            name: "rooms",
            making: making,
            closing: { hall, id in hall.rooms.removeAll { $0 == id } }
        ) { id in
            Store(ThreadedRoom(threads: ["first of \(id)"]), on: dispatcher) { store in
                store.on(SetThreads.self) { state, action in state.threads = action.threads }
                store.on(SetDraft.self) { state, action in state.draft = action.draft }
                store.on(Rename.self) { state, action in state.threads.append(action.name) }
                store.on(Enough.self) { _, _ in .close }
            }
        }
        threads = StoreFamily(
            of: self.rooms,
            \.threads,
            name: "threads",
            closing: { room, id in room.threads.removeAll { $0 == id } }
        ) { room, id in
            makeChild("\(id) in \(room)", on: dispatcher)
        }
        drafts = StoreFamily(of: self.rooms, optional: \.draft, name: "draft") { _, draft in
            makeChild(draft, on: dispatcher)
        }
        search = StoreFamily(of: hall, optional: \.searched, name: "search") { makeChild($0, on: dispatcher) }
    }
}

/// A store that takes down what is said, and can finish.
private func makeChild(_ text: String, on dispatcher: Dispatcher) -> Store<[String]> {
    Store([text], on: dispatcher) { store in
        store.on(Say.self) { lines, action in lines.append(action.text) }
        store.on(Enough.self) { _, _ in .close }
        store.on(Finish.self) { lines, _ in
            let name = lines.joined(separator: ", ")
            return .run("finish", after: .seconds(1)) { send in
                send.toParent(Rename(name: name))
                send.close()
                send(Say("never"))
            }
        }
    }
}
