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

    /// The kinds that are called otherwise, since they are the same as another.
    private var same: [String: String] = [:]

    /// Kinds whose name somebody gave, which are never the same.
    private var fixed: Set<String> = []

    init(in samples: [Sample], _ rules: SampleRules) {
        self.rules = rules
        fixed = Set(samples.map { rules.place(ofRoot: $0.root).kind }).union(rules.kinds.values)
        for sample in samples { collect(sample.value, at: rules.place(ofRoot: sample.root)) }
        split()
        unite()
    }

    /// The kind that a name stands for; nil if there are no such entities.
    func kind(of name: String) -> String? {
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

    private mutating func split() {
        let found = objects
        for kind in found.keys.sorted() where !rules.kinds.values.contains(kind) {
            guard let all = found[kind], let tag = SampleTag(all) else { continue }
            tags[kind] = tag
            // What stays at its old name is of a value that is called the same.
            objects[kind] = nil
        }
        for (_, tag) in tags.sorted(by: { $0.key < $1.key }) {
            for (value, group) in tag.groups.sorted(by: { $0.key < $1.key }) {
                objects[SampleRules.kind(ofTag: value), default: []] += group
                fixed.insert(SampleRules.kind(ofTag: value))
            }
        }
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
        guard all.count(where: fixed.contains) < 2 else { return }
        groups[one] = all
        groups.remove(at: other)
    }

    /// What a united kind is called after: one whose name was given, else the one with the most entities.
    private func rank(_ kind: String, _ evidence: [String: SampleEvidence]) -> (Int, Int, Int, String) {
        (fixed.contains(kind) ? 0 : 1, -(evidence[kind]?.texts.count ?? 0), kind.count, kind)
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
