import MillraceEntities

extension JSONSchemaReader {
    mutating func alternatives(_ parts: [FieldValue], at location: Location) throws(ModelError) -> ModelType {
        let present = parts.filter { $0.members.types != ["null"] && $0.members[last: "const"] != .null }
        let isOptional = present.count < parts.count
        let type = try oneOf(present, at: location)
        return isOptional ? type.asOptional : type
    }

    private mutating func oneOf(_ parts: [FieldValue], at location: Location) throws(ModelError) -> ModelType {
        if parts.count == 1 { return try type(of: parts[0], at: location.step("0", isSame: true)) }
        let constants = parts.compactMap { $0.members[last: "const"] }.filter { $0.text != nil }
        if !constants.isEmpty, constants.count == parts.count { return choice(constants, [], at: location) }
        if let (tag, values) = try tag(of: parts, at: location) {
            return try union(parts, tag, values, at: location)
        }
        var found: Set<ModelType> = []
        for (index, part) in parts.enumerated() { found.insert(try type(of: part, at: location.step("\(index)"))) }
        if found.count == 1, let type = found.first { return type }
        let isOptional = found.contains { $0 != $0.wrapped }
        let type = SampleInference.united(Set(found.map(\.wrapped))) ?? .anything
        return isOptional ? type.asOptional : type
    }

    /// The property that is another constant in each schema; nil if there is none.
    private func tag(of parts: [FieldValue], at location: Location) throws(ModelError) -> (String, [String])? {
        var all: [[FieldValue.Member]] = []
        for (index, part) in parts.enumerated() {
            let flat = try flattened(part, at: location.step("\(index)"), depth: 0)
            guard case .object(let properties)? = flat[last: "properties"] else { return nil }
            all.append(properties)
        }
        for name in all.first?.map(\.name) ?? [] {
            let values = all.compactMap { $0[last: name]?.constantText }
            if values.count == parts.count, Set(values).count == values.count { return (name, values) }
        }
        return nil
    }

    private mutating func union(
        _ parts: [FieldValue],
        _ tag: String,
        _ values: [String],
        at location: Location
    ) throws(ModelError) -> ModelType {
        let id = model.declare(location.hint, in: location.owner, as: .union(ModelUnion(tag: tag)))
        if let reference = location.reference { read[reference] = .named(id) }
        var union = ModelUnion(tag: tag)
        for (index, value) in values.enumerated() {
            var inner = location.step("\(index)")
            (inner.hint, inner.kind, inner.owner) = (value, SampleRules.kind(ofTag: value), id)
            guard case .named(let type) = try type(of: parts[index], at: inner).wrapped else {
                throw mistake("an object is expected", at: inner)
            }
            union.cases.append(ModelUnion.Case(value: value, type: type))
        }
        // Entities are declared at the top, and so are types that hold nothing else.
        model.types[id].form = .union(union)
        return .named(id)
    }
}
