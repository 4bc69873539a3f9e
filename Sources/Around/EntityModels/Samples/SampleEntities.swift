import MillraceEntities

/// The entities in samples: which objects are of which kind.
///
/// An object with an identity is of the kind that the field is called where it stands, `comment` for `comments`. Kinds
/// unite where the samples show that they are the same.
struct SampleEntities {
    /// The objects of each kind.
    private(set) var objects: [String: [SampleObject]] = [:]

    /// The fields whose objects are of several kinds, told apart by a tag: by the name of the place.
    private(set) var tags: [String: SampleTag] = [:]

    private let rules: SampleRules

    /// The kinds of the places whose objects say what they are themselves.
    private var renamed: [String: String] = [:]

    /// The kinds that are called otherwise, since they are the same as another.
    private var same: [String: String] = [:]

    /// Kinds that the user has named.
    private let fixed: Set<String>

    /// Kinds that the objects themselves have named.
    private var told: Set<String> = []

    init(in samples: [Sample], _ rules: SampleRules) {
        self.rules = rules
        fixed = Set(samples.map { rules.place(ofRoot: $0.root).kind }).union(rules.kinds.values)
        for sample in samples { collect(sample.value, at: rules.place(ofRoot: sample.root)) }
        split()
        unite()
    }

    /// The kind of the entities at a place; nil if there are none.
    func kind(at place: SamplePlace) -> String? { kind(called: renamed[place.kind] ?? place.kind) }

    /// The kind that has a name, or is the same; nil if there are no such entities.
    func kind(called name: String) -> String? {
        let kind = same[name] ?? name
        return objects[kind] == nil ? nil : kind
    }

    // MARK: - Collecting

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

    /// Sorts objects by what they say they are, where they do.
    private mutating func split() {
        let found = objects
        objects = [:]
        for (kind, all) in found.sorted(by: { $0.key < $1.key }) {
            if !rules.kinds.values.contains(kind), let tag = SampleTag(all) {
                tags[kind] = tag
                for (value, group) in tag.groups { add(group, to: SampleRules.kind(ofTag: value)) }
            } else if !fixed.contains(kind), let name = all.typeName {
                renamed[kind] = SampleRules.kind(ofTag: name)
                add(all, to: SampleRules.kind(ofTag: name))
            } else {
                objects[kind, default: []] += all
            }
        }
    }

    private mutating func add(_ objects: [SampleObject], to kind: String) {
        self.objects[kind, default: []] += objects
        told.insert(kind)
    }

    // MARK: - Uniting

    private mutating func unite() {
        let names = objects.keys.sorted()
        let evidence = names.reduce(into: [:]) { $0[$1] = SampleEvidence(objects[$1] ?? [], identity: rules.identity) }
        var groups = names.map { [$0] }
        for (index, first) in names.enumerated() {
            for second in names[(index + 1)...] {
                guard let one = evidence[first], let other = evidence[second], one.isSame(as: other) else { continue }
                join(first, second, in: &groups)
            }
        }
        for group in groups where group.count > 1 {
            let all = group.flatMap { objects[$0] ?? [] }
            let name = group.min { rank($0, evidence) < rank($1, evidence) } ?? group[0]
            for kind in group {
                objects[kind] = nil
                same[kind] = name
            }
            objects[name] = all
        }
    }

    private func join(_ first: String, _ second: String, in groups: inout [[String]]) {
        guard let one = groups.firstIndex(where: { $0.contains(first) }),
            let other = groups.firstIndex(where: { $0.contains(second) }), one != other
        else { return }
        let all = groups[one] + groups[other]
        guard all.count(where: isNamed) < 2 else { return }
        groups[one] = all
        groups.remove(at: other)
    }

    /// Whether a kind's name was given: such kinds are never the same.
    private func isNamed(_ kind: String) -> Bool { fixed.contains(kind) || told.contains(kind) }

    /// What a united kind is called after: one whose name was given, else the one with the most entities.
    private func rank(_ kind: String, _ evidence: [String: SampleEvidence]) -> (Int, Int, Int, String) {
        (isNamed(kind) ? 0 : 1, -(evidence[kind]?.texts.count ?? 0), kind.count, kind)
    }
}

/// What the samples tell of a kind that may show that it is the same as another.
struct SampleEvidence {
    /// The texts in the fields of each entity, by its identity.
    private(set) var texts: [String: [String: Set<String>]] = [:]
    private let names: Set<String>
    private let identity: String

    init(_ objects: [SampleObject], identity: String) {
        self.identity = identity
        names = Set(objects.flatMap(\.names))
        for object in objects {
            guard let id = object[identity]?.identityText else { continue }
            for name in object.names where name != identity {
                guard let text = object.text(of: name) else { continue }
                texts[id, default: [:]][name, default: []].insert(text)
            }
            texts[id, default: [:]][identity] = []
        }
    }

    /// Whether two kinds are the same: one entity is in both and says the same, or both have the same fields, identity
    /// and at least three more. Never if an entity of the one contradicts the other's.
    func isSame(as other: SampleEvidence) -> Bool {
        var agree = false
        for (id, fields) in texts {
            guard let others = other.texts[id] else { continue }
            for (name, values) in fields where name != identity {
                guard let otherValues = others[name] else { continue }
                if values.isDisjoint(with: otherValues) { return false }
                agree = true
            }
        }
        return agree || (names == other.names && names.count > 3)
    }
}

extension [SampleObject] {
    /// The one type that all of them say they are, as GraphQL does; nil if they do not.
    fileprivate var typeName: String? {
        let names = Set(map { $0.text(of: "__typename") })
        return names.count == 1 ? names.first ?? nil : nil
    }
}
