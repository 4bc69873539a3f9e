import Millrace
import MillraceEntities

/// A member of a room, as the last membership event of that room says.
struct Member: Equatable, Codable, Sendable {
    /// What the member is called, and shown by.
    let person: Person
    /// Whether the person is in the room now.
    var isHere = true
}

extension RoomsState {
    /// Takes what the membership events of some rooms say.
    ///
    /// A room has a name of its own for each member, and a person who changes the name gets it in all rooms. So a person
    /// has, where no room is concerned, the name that was told first, or the one to which it was changed last.
    mutating func takeMembers(_ updates: [RoomUpdate]) {
        var changed: [String: Person] = [:]
        for update in updates where !update.facts.isEmpty {
            guard var members = rooms[id: update.id]?.members else { continue }
            for fact in update.facts {
                switch fact {
                case .person(let person):
                    let known = members[person.id]?.person
                    let isNew = known.map { $0 != person } ?? (changed[person.id] == nil && isUnknown(person.id))
                    if isNew { changed[person.id] = person }
                    members[person.id] = Member(person: person)
                case .left(let user): members[user]?.isHere = false
                default: break
                }
            }
            rooms[id: update.id]?.members = members
        }
        merge(changed.values.sorted { $0.id < $1.id })
    }

    private func isUnknown(_ user: String) -> Bool { people.status(of: Person.kind[user]) == .unknown }

    /// Merges what is told of people into the entities.
    mutating func merge(_ told: [Person]) {
        // What is told are texts, so that merging cannot fail; a person without a name would be the only loss.
        if !told.isEmpty { _ = try? people.merge(encoding: told, as: .many(Person.kind)) }
    }
}

extension Names {
    /// The names in a room: those that its members have there.
    ///
    /// Others are shown with their identities, and with the names that they have elsewhere: nobody knows whether they
    /// have them here, or somebody else has.
    ///
    /// - Parameters:
    ///   - ambiguous: The names that several members have. Their identities tell them apart.
    ///   - own: The user, who is known.
    init(of people: [String], in members: [String: Member], ambiguous: Set<String>, elsewhere: Names, own: String?) {
        var names: [String: String] = [:]
        for user in people {
            if let member = members[user] {
                let name = Names.name(of: user, told: member.person.name)
                names[user] = ambiguous.contains(name) ? "\(name) (\(user))" : name
            } else if user == own {
                names[user] = elsewhere[user]
            } else {
                names[user] = elsewhere.told(user).map { "\($0) (\(user))" } ?? user
            }
        }
        self.init(names)
    }

    /// The names that several members of a room have.
    static func ambiguous(in members: [String: Member]) -> Set<String> {
        var (seen, ambiguous): (Set<String>, Set<String>) = ([], [])
        for (user, member) in members where member.isHere {
            let name = Names.name(of: user, told: member.person.name)
            if !seen.insert(name).inserted { ambiguous.insert(name) }
        }
        return ambiguous
    }
}

extension Chat {
    /// The names of some people in a room.
    func names(of people: Observable<[String]>, in room: Observable<Room?>) -> Observable<Names> {
        let members = room.select { $0?.members ?? [:] }
        let ambiguous = members.map { Names.ambiguous(in: $0) }
        let own = rooms.state.select { $0.account?.user }
        let elsewhere = entities.names(of: people)
        return Observable.select { read in
            Names(
                of: read(people),
                in: read(members),
                ambiguous: read(ambiguous),
                elsewhere: read(elsewhere),
                own: read(own)
            )
        }
    }
}
