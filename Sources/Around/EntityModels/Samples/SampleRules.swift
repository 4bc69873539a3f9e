import MillraceEntities

/// A sample: the name of its type, and its value.
struct Sample: Hashable, Sendable {
    let root: String
    let value: FieldValue
}

/// Where objects stand: the kind that they are of if they are entities, and whether they may be.
struct SamplePlace: Hashable {
    let kind: String
    let isValue: Bool
}

/// Rules for the objects that are entities, and for their names.
struct SampleRules: Hashable, Sendable {
    /// The name of the field that makes an object an entity.
    var identity = "id"

    /// The kinds of the entities at fields that are called otherwise.
    var kinds: [String: String] = [:]

    /// The fields at which there are no entities, also if objects there have an identity.
    var values: Set<String> = []

    /// Where the values of a field stand.
    func place(of field: String) -> SamplePlace {
        let kind = kinds[field] ?? SwiftName.property(field.singular)
        return SamplePlace(kind: kind, isValue: values.contains(field))
    }

    /// Where an answer as a whole stands.
    func place(ofRoot name: String) -> SamplePlace {
        SamplePlace(kind: Self.kind(ofTag: name), isValue: values.contains(name))
    }

    /// The kind of the entities that a tag, or a type, has given a name.
    static func kind(ofTag value: String) -> String { SwiftName.property(value.isEmpty ? "value" : value) }

    /// Whether an object is an entity: it has an identity.
    func isEntity(_ object: SampleObject, at place: SamplePlace) -> Bool {
        !place.isValue && object[identity]?.identityText != nil
    }
}
