import MillraceEntities

/// Finds the types of samples.
///
/// All values of a place are looked at together, so nothing depends on their order. First the objects of each kind of
/// entities are collected; then each kind's fields are found from all of its objects.
struct SampleInference {
    private let rules: SampleRules
    private let entities: SampleEntities
    private var model: Model

    /// The types of the kinds that were met, and those that are not filled in yet.
    private var kinds: [String: TypeID] = [:]
    private var unfinished: [(kind: String, id: TypeID)] = []
    private var finishedCount = 0
    private var unions: [String: TypeID] = [:]

    /// Finds the types of samples.
    ///
    /// - Parameter samples: All samples of all answers. These are written in the order in which they first occur.
    static func model(of samples: [Sample], _ rules: SampleRules) -> Model {
        var inference = SampleInference(samples, rules)
        var seen: Set<String> = []
        for root in samples.map(\.root) where seen.insert(root).inserted {
            inference.add(root, samples.filter { $0.root == root }.map(\.value))
        }
        inference.model.breakCycles()
        return inference.model
    }

    private init(_ samples: [Sample], _ rules: SampleRules) {
        self.rules = rules
        entities = SampleEntities(in: samples, rules)
        model = Model(identity: rules.identity)
    }

    private mutating func add(_ root: String, _ values: [FieldValue]) {
        // One sample may be a list of values like another one.
        let isMixed = values.contains(where: \.isArray) && values.contains { !$0.isArray }
        let all = isMixed ? values.flatMap(\.elements) : values
        let scope = Scope(place: rules.place(ofRoot: root), hint: root, owner: nil)
        let type = type(of: all, in: scope)
        model.roots.append(ModelRoot(name: root, type: type))
        // Filling one adds others.
        while finishedCount < unfinished.count {
            let next = unfinished[finishedCount]
            finishedCount += 1
            fill(next.id, from: entities.objects[next.kind] ?? [], kind: EntityKind(rawValue: next.kind))
        }
    }

    /// Where values stand that are looked at together.
    private struct Scope {
        let place: SamplePlace

        /// The name of a type there.
        let hint: String

        /// The type in which one is declared.
        let owner: TypeID?
    }

    // MARK: - Values

    private mutating func type(of values: [FieldValue], in scope: Scope) -> ModelType {
        let present = values.filter { $0 != .null }
        let type = typeOfPresent(present, in: scope)
        return present.count == values.count ? type : type.asOptional
    }

    private mutating func typeOfPresent(_ values: [FieldValue], in scope: Scope) -> ModelType {
        let scalars = Set(values.compactMap(\.scalarType))
        let arrays = values.count(where: \.isArray)
        let objects = values.objects
        if arrays > 0, arrays == values.count { return .array(elementType(of: values, in: scope)) }
        if !objects.isEmpty, scalars.isEmpty, arrays == 0 { return type(of: objects, in: scope) }
        if arrays > 0 { return .anything }
        if let reference = reference(values, scalars, objects, in: scope) { return reference }
        return objects.isEmpty ? Self.united(scalars) ?? .anything : .anything
    }

    private mutating func elementType(of arrays: [FieldValue], in scope: Scope) -> ModelType {
        let type = type(of: arrays.flatMap(\.elements), in: scope)
        return type.wrapped == .anything ? .anything : type
    }

    /// The common type of scalars of several types; nil if they have none.
    static func united(_ types: Set<ModelType>) -> ModelType? {
        switch types {
        case _ where types.count == 1: types.first
        case [.text, .date]: .text
        case [.integer, .number]: .number
        case _ where types.isSubset(of: [.integer, .number, .decimal]): types.isEmpty ? nil : .decimal
        default: nil
        }
    }

    // MARK: - Entities

    /// The identity's type, if all of a kind's objects have one.
    private func identityType(of objects: [SampleObject]) -> ModelType {
        let types = Set(objects.compactMap { $0[rules.identity]?.scalarType }.map { $0 == .date ? .text : $0 })
        guard let type = types.first, types.count == 1, type == .integer || type == .text else { return .anything }
        return type
    }

    /// An entity where some values, or all, are only identities: those that stand for one that samples show.
    private mutating func reference(
        _ values: [FieldValue],
        _ scalars: Set<ModelType>,
        _ objects: [SampleObject],
        in scope: Scope
    ) -> ModelType? {
        guard !scope.place.isValue, scope.owner != nil, entities.tags[scope.place.kind] == nil,
            let kind = entities.kind(at: scope.place), objects.allSatisfy({ rules.isEntity($0, at: scope.place) })
        else { return nil }
        let known = entities.objects[kind] ?? []
        let identity = identityType(of: known)
        let types = Set(scalars.map { $0 == .date ? .text : $0 })
        guard identity != .anything, types.isSubset(of: [identity]) else { return nil }
        let identities = Set(known.compactMap { $0[rules.identity]?.identityText })
        let isKnown = values.contains { $0.identityText.map(identities.contains) ?? false }
        guard isKnown || !objects.isEmpty else { return nil }
        return .named(model.reference(to: entity(kind), identity: identity))
    }

    private mutating func entity(_ kind: String) -> TypeID {
        if let id = kinds[kind] { return id }
        let id = model.declare(kind, in: nil)
        kinds[kind] = id
        unfinished.append((kind, id))
        return id
    }

    // MARK: - Objects

    private mutating func type(of objects: [SampleObject], in scope: Scope) -> ModelType {
        if objects.allSatisfy(\.names.isEmpty) { return .map(.anything) }
        if objects.allSatisfy({ $0.isMap || $0.names.isEmpty }) {
            return .map(type(of: objects.flatMap { object in object.names.compactMap { object[$0] } }, in: scope))
        }
        if objects.allSatisfy({ rules.isEntity($0, at: scope.place) }) {
            if let tag = entities.tags[scope.place.kind] { return .named(union(of: tag, in: scope)) }
            if let kind = entities.kind(at: scope.place) { return .named(entity(kind)) }
        }
        if let tag = SampleTag(objects) { return .named(declare(tag, in: scope)) }
        let id = model.declare(scope.hint, in: scope.owner)
        fill(id, from: objects)
        return .named(id)
    }

    /// The union of entities that are distinguished by a tag: the same wherever the field is called so.
    private mutating func union(of tag: SampleTag, in scope: Scope) -> TypeID {
        if let id = unions[scope.place.kind] { return id }
        let id = model.declare(scope.hint, in: nil)
        unions[scope.place.kind] = id
        let cases = tag.groups.keys.sorted().map { value in
            ModelUnion.Case(value: value, type: entity(SampleRules.kind(ofTag: value)))
        }
        model.types[id].form = .union(ModelUnion(tag: tag.name, cases: cases))
        return id
    }

    private mutating func declare(_ tag: SampleTag, in scope: Scope) -> TypeID {
        let id = model.declare(scope.hint, in: scope.owner)
        var union = ModelUnion(tag: tag.name)
        for (value, group) in tag.groups.sorted(by: { $0.key < $1.key }) {
            let type = model.declare(value, in: id)
            union.cases.append(ModelUnion.Case(value: value, type: type))
            fill(type, from: group)
        }
        model.types[id].form = .union(union)
        return id
    }

    /// Finds the fields of a structure.
    private mutating func fill(_ id: TypeID, from objects: [SampleObject], kind: EntityKind? = nil) {
        var structure = ModelStructure(kind: kind)
        for name in objects.fieldNames {
            let values = objects.compactMap { $0[name] }
            var type: ModelType
            if kind != nil, name == rules.identity {
                type = identityType(of: objects)
            } else {
                type = self.type(of: values, in: Scope(place: rules.place(of: name), hint: name.singular, owner: id))
                if values.count < objects.count { type = type.asOptional }
            }
            structure.fields.append(ModelField(key: name, type: type, comment: Self.comment(on: type, values)))
        }
        model.types[id].form = .structure(structure)
    }

    /// Why nothing better can be said of a field; nil if something is.
    private static func comment(on type: ModelType, _ values: [FieldValue]) -> String? {
        var inner = type.wrapped
        while case .array(let element) = inner { inner = element.wrapped }
        guard inner == .anything else { return nil }
        let isTold = values.flatMap(\.elements).contains { $0 != .null }
        return isTold ? "The samples differ in what this is." : "The samples do not tell what this is."
    }
}
