@testable import MillraceEntities

/// A schema of things that are edited, with versions: a field of the one, and the answers' tags of the other.
let issueSchema = EntitySchema(
    EntityType("issue", version: "lock_version", fields: ["owner": .one("user")]),
    EntityType("note", version: "etag"),
    EntityType("user")
)

let issue1 = EntityID("issue", 1)
