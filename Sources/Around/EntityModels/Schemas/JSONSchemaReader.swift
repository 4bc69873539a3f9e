import MillraceEntities

/// Finds the types that a JSON Schema (2020-12) describes.
///
/// Read are `type`, `properties`, `required`, `items`, `additionalProperties`, `enum`, `const`, `format` of dates,
/// `$ref` within the document, `allOf` of objects, and `oneOf` and `anyOf`. Keywords that only restrict values, such as
/// `minLength`, are left out.
struct JSONSchemaReader {
    let document: FieldValue
    let rules: SampleRules
    var model: Model

    /// The type that was read for each reference. While one is being read there is only its structure, if it is one.
    var read: [String: ModelType] = [:]
    private(set) var beingRead: Set<String> = []

    /// The entity of each kind, and its description.
    var entities: [EntityKind: TypeID] = [:]
    var described: [TypeID: FieldValue] = [:]

    /// Finds the types that a schema describes.
    ///
    /// - Parameters:
    ///   - document: The schema.
    ///   - root: The name of the described type.
    static func model(of document: FieldValue, as root: String, _ rules: SampleRules) throws(ModelError) -> Model {
        var reader = JSONSchemaReader(document: document, rules: rules, model: Model(identity: rules.identity))
        let location = Location(pointer: "#", hint: root, kind: rules.place(ofRoot: root).kind, owner: nil)
        let type = try reader.referred("#", at: location)
        reader.model.roots.append(ModelRoot(name: root, type: type))
        reader.model.breakCycles()
        return reader.model
    }

    /// Where a schema stands.
    struct Location {
        var pointer: String

        /// The name of a type there.
        var hint: String

        /// The name of an entity there.
        var kind: String
        var owner: TypeID?

        /// Whether there are no entities.
        var isValue = false

        /// The reference of which this is the schema; nil if it is only a part of one.
        var reference: String?

        /// The place of a part; or of a schema within another that describes the same.
        func step(_ name: String, isSame: Bool = false) -> Location {
            var location = self
            location.pointer += "/\(name)"
            if !isSame { location.reference = nil }
            return location
        }
    }

    func mistake(_ what: String, at location: Location) -> ModelError { ModelError("\(location.pointer): \(what)") }

    // MARK: - References

    private mutating func reference(_ reference: String, at location: Location) throws(ModelError) -> ModelType {
        guard reference.hasPrefix("#") else {
            throw mistake("\"\(reference)\" is in another document. To fix: copy it to $defs", at: location)
        }
        if reference == "#" { return try referred(reference, at: location) }
        let last = reference.split(separator: "/").last.map(String.init) ?? location.hint
        let target = Location(
            pointer: reference,
            hint: last,
            kind: rules.kinds[last] ?? SampleRules.kind(ofTag: last),
            owner: nil,
            isValue: rules.values.contains(last)
        )
        return try referred(reference, at: target)
    }

    private mutating func referred(_ pointer: String, at location: Location) throws(ModelError) -> ModelType {
        if let type = read[pointer] { return type }
        guard let schema = resolve(pointer) else { throw ModelError("\(pointer): there is no such schema") }
        guard beingRead.insert(pointer).inserted else {
            throw mistake("the schema contains itself, and is no object", at: location)
        }
        var location = location
        location.reference = pointer
        let type = try type(of: schema, at: location)
        read[pointer] = type
        return type
    }

    func resolve(_ pointer: String) -> FieldValue? {
        guard pointer == "#" || pointer.hasPrefix("#/") else { return nil }
        return pointer.split(separator: "/").dropFirst().reduce(document) { value, step -> FieldValue? in
            let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
            switch value {
            case .object(let members): return members[last: name]
            case .array(let elements): return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: return nil
            }
        }
    }

    // MARK: - Schemas

    mutating func type(of schema: FieldValue, at location: Location) throws(ModelError) -> ModelType {
        if case .bool = schema { return .anything }
        guard case .object(let members) = schema else {
            throw mistake("a schema is expected, and \(schema.kindOfValue) found", at: location)
        }
        if case .string(let text)? = members[last: "$ref"] { return try reference(text, at: location) }
        if let parts = members.schemas("allOf") {
            return try combined(parts, members, at: location)
        }
        for name in ["oneOf", "anyOf"] {
            if let parts = members.schemas(name) {
                return try alternatives(parts, at: location.step(name, isSame: true))
            }
        }
        if case .array(let values)? = members[last: "enum"] { return choice(values, members, at: location) }
        if let value = members[last: "const"] { return Self.constant(value) }
        return try plain(members, at: location)
    }

    private static func constant(_ value: FieldValue) -> ModelType {
        switch value {
        case .null: .optional(.anything)
        case .string: .text
        default: value.scalarType ?? .anything
        }
    }

    private mutating func plain(_ members: [FieldValue.Member], at location: Location) throws(ModelError) -> ModelType {
        let types = members.types
        var isOptional = false
        var found: Set<ModelType> = []
        for type in types {
            switch type {
            case "null": isOptional = true
            case "boolean": found.insert(.bool)
            case "integer": found.insert(.integer)
            case "number": found.insert(.number)
            case "string": found.insert(members[last: "format"] == .string("date-time") ? .date : .text)
            case "array": found.insert(.array(try element(members, at: location)))
            case "object":
                found.insert(try object(members, at: location, isOptional: types.contains("null")))
            default: throw mistake("there is no type \"\(type)\"", at: location)
            }
        }
        let type = SampleInference.united(found) ?? .anything
        return isOptional ? type.asOptional : type
    }

    private mutating func element(_ members: [FieldValue.Member], at location: Location) throws(ModelError) -> ModelType
    {
        guard let items = members[last: "items"] else { return .anything }
        let type = try type(of: items, at: location.step("items"))
        return type.wrapped == .anything ? .anything : type
    }

    mutating func choice(
        _ values: [FieldValue],
        _ members: [FieldValue.Member],
        at location: Location
    ) -> ModelType {
        let texts = values.compactMap(\.text)
        let others = values.filter { $0 != .null }
        var type = SampleInference.united(Set(others.map(Self.constant))) ?? .anything
        if texts.count == others.count, !texts.isEmpty {
            var seen: Set<String> = []
            let distinct = texts.filter { seen.insert($0).inserted }
            let comment = members.comment
            type = .named(model.declare(location.hint, in: location.owner, as: .choice(distinct), comment: comment))
        }
        return others.count == values.count ? type : type.asOptional
    }
}
