import MillraceEntities

/// The entities in samples: which objects are of which kind.
///
/// An object with an identity is of the kind that the field is called where it stands, `comment` for `comments`, unless
/// it names its kind itself.
struct SampleEntities {
    /// The objects of each kind.
    private(set) var objects: [String: [SampleObject]] = [:]

    /// The fields whose objects are of several kinds, distinguished by a tag: by the name of the place.
    private(set) var tags: [String: SampleTag] = [:]

    private let rules: SampleRules

    /// The kinds of the places whose objects name their kind themselves.
    private var renamed: [String: String] = [:]

    init(in samples: [Sample], _ rules: SampleRules) {
        self.rules = rules
        for sample in samples { collect(sample.value, at: rules.place(ofRoot: sample.root)) }
        split(exceptRoots: Set(samples.map { rules.place(ofRoot: $0.root).kind }))
    }

    /// The kind of the entities at a place; nil if there are none.
    func kind(at place: SamplePlace) -> String? {
        let kind = renamed[place.kind] ?? place.kind
        return objects[kind] == nil ? nil : kind
    }

    private mutating func collect(_ value: FieldValue, at place: SamplePlace) {
        switch value {
        case .array(let elements): for element in elements { collect(element, at: place) }
        case .object(let members):
            let object = SampleObject(members)
            if rules.isEntity(object, at: place) { objects[place.kind, default: []].append(object) }
            for name in object.names {
                guard let value = object[name] else { continue }
                collect(value, at: object.isMap ? place : rules.place(of: name))
            }
        default: return
        }
    }

    /// Sorts objects by the kind that they name, where they do, and no rule names one.
    private mutating func split(exceptRoots roots: Set<String>) {
        let found = objects
        objects = [:]
        for (kind, all) in found.sorted(by: { $0.key < $1.key }) {
            let isGiven = rules.kinds.values.contains(kind)
            if !isGiven, let tag = SampleTag(all) {
                tags[kind] = tag
                for (value, group) in tag.groups { objects[SampleRules.kind(ofTag: value), default: []] += group }
            } else {
                let name = isGiven || roots.contains(kind) ? nil : all.typeName
                if let name { renamed[kind] = SampleRules.kind(ofTag: name) }
                objects[renamed[kind] ?? kind, default: []] += all
            }
        }
    }
}

extension [SampleObject] {
    /// The one type that all of them say they are, as GraphQL does; nil if they do not.
    fileprivate var typeName: String? {
        let names = Set(map { $0.text(of: "__typename") })
        return names.count == 1 ? names.first ?? nil : nil
    }
}
