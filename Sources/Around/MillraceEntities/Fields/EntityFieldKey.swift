/// A part of an entity that can change: projections note the keys that they read, and merges those that they change.
struct EntityFieldKey: Hashable, Sendable {
    let id: EntityID
    let part: Part

    init(_ id: EntityID, _ part: Part) {
        self.id = id
        self.part = part
    }

    enum Part: Hashable, Sendable {
        /// Whether it is known, and whether it is deleted.
        case status

        /// A field that some entity of the kind has.
        case number(Int)

        /// A field that no entity of the kind had when it was read.
        case name(String)

        /// Which fields there are.
        case fields
    }
}
