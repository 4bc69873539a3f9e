import Millrace
import MillraceEntities

/// A member of a room, as the last membership event of that room says.
public struct Member: Hashable, Codable, Sendable {
    /// What the member is called, and shown by.
    struct Profile: Hashable, Codable, Sendable {
        var name: String?
        var avatar: String?
    }

    var profile = Profile()
    /// Whether the person is in the room now.
    var isHere = true
}

/// In how many rooms people have which name and picture.
///
/// A room has a name of its own for each member, and a person who changes the name gets it in all rooms. So the name of
/// a person, where no room is concerned, is that of most rooms. Of two names that are in equally many rooms, the former
/// one counts, so a name for one room only is not taken for the name of the person.
struct ProfileIndex: Equatable, Sendable {
    private var counts: [String: [Member.Profile: Int]] = [:]
    private(set) var chosen: [String: Member.Profile] = [:]

    /// Replaces what a person is called in one room. O(k) for k different names.
    mutating func replace(_ old: Member.Profile?, by new: Member.Profile?, of user: String) {
        guard old != new else { return }
        var counts = counts[user, default: [:]]
        if let old { counts[old] = counts[old].flatMap { $0 > 1 ? $0 - 1 : nil } }
        if let new { counts[new, default: 0] += 1 }
        self.counts[user] = counts
        guard let most = counts.values.max(), chosen[user].flatMap({ counts[$0] }) != most else { return }
        // Among several the new one, or else the first in order, so that the result does not depend on chance.
        let candidates = counts.filter { $0.value == most }.keys
        chosen[user] =
            candidates.first { $0 == new }
            ?? candidates.min { ($0.name ?? "", $0.avatar ?? "") < ($1.name ?? "", $1.avatar ?? "") }
    }

    /// Notes what the homeserver says of a person, whatever the rooms say.
    mutating func choose(_ profile: Member.Profile, of user: String) { chosen[user] = profile }
}

extension RoomsState {
    /// Takes what the membership events of some rooms say.
    mutating func takeMembers(_ updates: [RoomUpdate]) {
        var users: Set<String> = []
        for update in updates where !update.facts.isEmpty {
            guard var members = rooms[id: update.id]?.members else { continue }
            for fact in update.facts {
                switch fact {
                case .person(let person):
                    let profile = Member.Profile(name: person.name, avatar: person.avatar)
                    profiles.replace(members[person.id]?.profile, by: profile, of: person.id)
                    members[person.id] = Member(profile: profile)
                    users.insert(person.id)
                case .left(let user): members[user]?.isHere = false
                default: break
                }
            }
            rooms[id: update.id]?.members = members
        }
        merge(users)
    }

    /// Forgets the members of a room that the user is no longer in.
    mutating func forgetMembers(of room: String) {
        let members = rooms[id: room]?.members ?? [:]
        for (user, member) in members { profiles.replace(member.profile, by: nil, of: user) }
        merge(members.keys)
    }

    /// Counts the members of a room that was saved.
    mutating func countMembers(of room: Room) {
        for (user, member) in room.members {
            if profiles.chosen[user] == nil, let saved = try? people.read(Person.self, Person.kind[user]) {
                profiles.choose(Member.Profile(name: saved.name, avatar: saved.avatar), of: user)
            }
            profiles.replace(nil, by: member.profile, of: user)
        }
    }

    /// Merges the names of people into the entities.
    private mutating func merge(_ users: some Sequence<String>) {
        let people = users.sorted().compactMap { user in
            profiles.chosen[user].map { PersonFact(id: user, name: $0.name, avatar: $0.avatar) }
        }
        // What is told are texts, so that merging cannot fail; a person without a name would be the only loss.
        if !people.isEmpty { _ = try? self.people.merge(encoding: people, as: .many(Person.kind)) }
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
    init(
        of people: [String],
        in members: [String: Member],
        ambiguous: Set<String>,
        elsewhere: Names,
        own: String?
    ) {
        var names: [String: String] = [:]
        for user in people {
            if let member = members[user] {
                let name = Names(member.profile.name.map { [user: $0] } ?? [:])[user]
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
            let name = Names(member.profile.name.map { [user: $0] } ?? [:])[user]
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
        return combine(people, members, ambiguous, entities.names(of: people), own).map {
            people,
            members,
            ambiguous,
            names,
            own in
            Names(of: people, in: members, ambiguous: ambiguous, elsewhere: names, own: own)
        }
        .removeDuplicates()
    }
}
