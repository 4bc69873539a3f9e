import Millrace

/// A person as the page of the person shows it.
public struct PersonView: Equatable, Sendable {
    /// A room that the user is in, too.
    public struct SharedRoom: Equatable, Sendable {
        /// The room's identity.
        public let id: String
        /// What the room is called.
        public let title: String
        /// What the person is called in this room, if that is another name.
        public let name: String?
    }

    /// The identity.
    public let id: String
    /// What the person is called, where no room is concerned.
    public let name: String
    /// The address of the picture, if there is one.
    public let avatar: String?
    /// The rooms that the user is in, too; the one in which something has happened last first.
    public let rooms: [SharedRoom]
    /// Whether the homeserver is asked about the person.
    public let isFetching: Bool
    /// Why the homeserver could not say anything about the person.
    public let problem: String?
}

extension Chat {
    /// A person as the page of the person shows it.
    public func person(_ user: String) -> Observable<PersonView> {
        let known = entities.observable(Person.self, Observable([Person.kind[user]]))
        let rooms = liveRooms.filter { $0.membership == .joined && $0.members[user]?.isHere == true }
            .sorted { ($0.lastTime, $1.id) > ($1.lastTime, $0.id) }
        let fetching = combine(self.rooms.isInFlight("profile"), self.rooms.state.select(\.profileProblem))
        return combine(known, rooms.observable, titleNames, fetching).map { known, rooms, names, fetching in
            let person = known.first.flatMap { try? $0.get() }
            let name = Names.name(of: user, told: person?.name)
            return PersonView(
                id: user,
                name: name,
                avatar: person?.avatar,
                rooms: rooms.map { room in
                    let own = room.members[user]?.person.name
                    let title = RoomRow(room).title(names)
                    return PersonView.SharedRoom(id: room.id, title: title, name: own == person?.name ? nil : own)
                },
                isFetching: fetching.0,
                problem: fetching.1
            )
        }
        .removeDuplicates()
    }
}
