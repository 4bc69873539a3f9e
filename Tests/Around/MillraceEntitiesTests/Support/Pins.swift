import MillraceSpecs

@testable import MillraceEntities

/// A schema of pins on boards, with comments that reply to each other.
let pinSchema = EntitySchema(
    EntityType(
        "pin",
        fields: [
            "author": .one("user"),
            "comments": .many("comment"),
            "place": .object(["owner": .one("user")]),
            "subject": .oneOf(tag: "type", ["user": "user", "board": "board"]),
            "links": .list(["to": .one("pin")]),
        ]
    ),
    EntityType("comment", fields: ["author": .one("user"), "replies": .many("comment")]),
    EntityType("user", fields: ["friends": .many("user"), "best": .one("user")]),
    EntityType("board"),
    EntityType("member", id: "room", "user")
)

extension EntityTable {
    init() { self.init(schema: pinSchema) }

    /// Merges JSON that is written in a spec.
    @discardableResult
    mutating func tell(
        _ text: String,
        as shape: EntityField = .one("pin"),
        ticket: EntityTicket? = nil
    ) throws -> [EntityID] {
        try merge(text.utf8, as: shape, ticket: ticket)
    }
}

let pin7 = EntityID("pin", 7)
let user3 = EntityID("user", 3)

struct Author: Codable, Equatable {
    var id: Int
    var name: String
}

struct Pin: Codable, Equatable {
    var id: Int
    var title: String
    var author: Author?
}

struct Title: Codable, Equatable {
    var title: String?
}

/// The error that a closure throws, as text; nil if it throws none.
func message(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}
