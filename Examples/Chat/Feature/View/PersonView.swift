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
        let known = entities.observable(Person.self, Person.kind[user])
        let (isFetching, problem) = (rooms.isInFlight("profile"), rooms.state.select(\.profileProblem))
        let rooms = liveRooms.filter { $0.membership == .joined && $0.members[user]?.isHere == true }
            .sorted { ($0.lastTime, $1.id) > ($1.lastTime, $0.id) }
        return Observable.select { [titleNames] read in
            let person = try? read(known).get()
            return PersonView(
                id: user,
                name: Names.name(of: user, told: person?.name),
                avatar: person?.avatar,
                rooms: read(rooms.observable).map { room in
                    let own = room.members[user]?.person.name
                    let title = RoomRow(room).title(read(titleNames))
                    return PersonView.SharedRoom(id: room.id, title: title, name: own == person?.name ? nil : own)
                },
                isFetching: read(isFetching),
                problem: read(problem)
            )
        }
    }
}
