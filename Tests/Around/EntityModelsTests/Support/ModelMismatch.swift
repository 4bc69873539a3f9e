import MillraceEntities

@testable import EntityModels

/// A value that does not fit the models.
struct ModelMismatch: Hashable, Sendable, CustomStringConvertible {
    let path: String
    let expected: String
    let found: String

    /// What is wrong, and where.
    var description: String {
        "\(path.isEmpty ? "" : "\(path): ")\(expected) is expected, and \(found) found"
    }
}

extension Model {
    /// The first thing in an answer that the models would not decode; nil if there is none.
    func mismatch(_ value: FieldValue, _ type: ModelType, at path: String = "") -> ModelMismatch? {
        func unless(_ fits: Bool, _ expected: String) -> ModelMismatch? {
            fits ? nil : ModelMismatch(path: path, expected: expected, found: value.kindOfValue)
        }
        let found = value.scalarType
        switch type {
        case .anything: return nil
        case .optional(let type): return value == .null ? nil : mismatch(value, type, at: path)
        case .bool: return unless(found == .bool, "a boolean")
        case .integer: return unless(found == .integer, "a whole number")
        case .number: return unless(found == .integer || found == .number, "a number")
        case .decimal: return unless([.integer, .number, .decimal].contains(found), "a number")
        case .text: return unless(found == .text || found == .date, "text")
        case .date: return unless(found == .date, "a date in the form of ISO 8601")
        case .array(let element):
            guard case .array(let elements) = value else { return unless(false, "an array") }
            return elements.enumerated().lazy.compactMap { mismatch($1, element, at: "\(path)[\($0)]") }.first
        case .map(let element):
            guard case .object(let members) = value else { return unless(false, "an object") }
            return members.lazy.compactMap { mismatch($0.value, element, at: path.appending($0.name)) }.first
        case .named(let id): return mismatch(value, id, at: path)
        }
    }

    private func mismatch(_ value: FieldValue, _ id: TypeID, at path: String) -> ModelMismatch? {
        switch types[id].form {
        case .choice: return mismatch(value, .text, at: path)
        case .reference(let entity, let identity):
            guard case .object = value else { return mismatch(value, identity, at: path) }
            return mismatch(value, .named(entity), at: path)
        case .union(let union):
            guard case .object(let members) = value, case .string(let tag) = members[last: union.tag] else {
                return ModelMismatch(
                    path: path,
                    expected: "an object with a text \"\(union.tag)\"",
                    found: value.kindOfValue
                )
            }
            // A value that is not listed is decoded too.
            guard let item = union.cases.first(where: { $0.value == tag }) else { return nil }
            return mismatch(value, .named(item.type), at: path)
        case .structure(let structure):
            guard case .object(let members) = value else {
                return ModelMismatch(path: path, expected: "an object", found: value.kindOfValue)
            }
            for field in structure.fields {
                let place = path.appending(field.key)
                guard let value = members[last: field.key] else {
                    if field.type != field.type.wrapped { continue }
                    return ModelMismatch(path: place, expected: "a value", found: "none")
                }
                if let mismatch = mismatch(value, field.type, at: place) { return mismatch }
            }
            return nil
        }
    }
}

extension String {
    /// A path with one more step.
    fileprivate func appending(_ name: String) -> String { isEmpty ? name : "\(self).\(name)" }
}

extension Model {
    /// What of a sample the model would not decode; nil if there is nothing. A sample is one answer or an array of
    /// them.
    func mismatch(_ value: FieldValue, asOneOf root: ModelRoot) -> ModelMismatch? {
        let mismatch = mismatch(value, root.type)
        guard let mismatch, case .array(let elements) = value else { return mismatch }
        if case .array = root.type { return mismatch }
        return elements.enumerated().lazy.compactMap { self.mismatch($1, root.type, at: "[\($0)]") }.first
    }
}
