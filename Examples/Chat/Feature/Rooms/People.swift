import Millrace
import MillraceEntities

/// A person, as a membership event says. It is merged into the entities, so that a person who changes the name changes it
/// everywhere in the same turn; and the screens show this projection of the entity.
struct Person: Equatable, Codable, Sendable {
    let id: String
    /// The name; nil where the person has none (any more).
    let name: String?
    let avatar: String?

    static let kind: EntityKind = "person"

    static let schema = EntitySchema(EntityType(kind))

    private enum CodingKeys: CodingKey { case id, name, avatar }

    /// Writes nil as null, because the event says that there is no name. An absent member would leave the old name.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(avatar, forKey: .avatar)
    }
}

/// The names of people, for a screen.
public struct Names: Equatable, Sendable {
    private var names: [String: String] = [:]

    /// Creates names; those that are not known are made of the identities.
    public init(_ names: [String: String] = [:]) { self.names = names }

    /// The name that a person has told; nil without one.
    func told(_ user: String) -> String? { names[user].flatMap { $0.isEmpty ? nil : $0 } }

    /// The name of a person: without one the first part of the identity, "ada" of "@ada:example.org".
    public subscript(_ user: String) -> String { Self.name(of: user, told: names[user]) }

    /// The name of a person who has told this one.
    static func name(of user: String, told name: String?) -> String {
        if let name, !name.isEmpty { return name }
        let local = user.split(separator: ":").first ?? ""
        return local.hasPrefix("@") ? String(local.dropFirst()) : user
    }
}

extension Entities {
    /// The names of some people. Changes in the turn in which one of them changes, and in no other.
    func names(of users: Observable<[String]>) -> Observable<Names> {
        let people = observable(Person.self, users.map { $0.map { Person.kind[$0] } })
        return Observable.select { read in
            let told = zip(read(users), read(people)).compactMap { user, person in
                (try? person.get())?.name.map { (user, $0) }
            }
            return Names(Dictionary(told) { $1 })
        }
    }
}
