/// The value of a field: a value of JSON, in which entities are replaced by references.
package enum FieldValue: Hashable, Sendable {
    case null
    case bool(Bool)

    /// A number without a fraction. A `Double` that has none is one as well, since JSON does not tell `1` from `1.0`.
    case integer(Int)
    case number(Double)

    /// A number that neither an `Int` nor a `Double` holds exactly, as it was written.
    case decimal(String)
    case string(String)

    /// An identity, or a part of one: `1` and `"1"` are the same.
    case key(String)
    case array([FieldValue])

    /// An object that is no entity. Stored ones are sorted by name; those that were just parsed are in document order.
    case object([Member])

    /// Boxed, so that the other cases stay small.
    indirect case reference(EntityID)

    /// A named value of an object.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: FieldValue

        package init(_ name: String, _ value: FieldValue) {
            self.name = name
            self.value = value
        }
    }
}

extension FieldValue {
    /// A number: an integer wherever that is the same.
    package static func number(of double: Double) -> FieldValue {
        if double == 0, double.sign == .minus { return .number(double) }
        return Int(exactly: double).map(FieldValue.integer) ?? .number(double)
    }

    /// The text of a scalar that may serve as an identity; nil if it is none.
    package var identityText: String? {
        switch self {
        case .integer(let number): String(number)
        case .string(let text), .decimal(let text), .key(let text): text
        case .reference(let id): id.key
        case .null, .bool, .number, .array, .object: nil
        }
    }

    /// A few words for a message: what is there.
    package var kindOfValue: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number, .decimal: "a number"
        case .string: "a string"
        case .key: "an identity"
        case .array: "an array"
        case .object: "an object"
        case .reference(let id): "a reference to \(id)"
        }
    }
}

extension [FieldValue.Member] {
    /// The value of a name; nil if there is none.
    package subscript(name: String) -> FieldValue? {
        for member in self where member.name == name { return member.value }
        return nil
    }

    /// The members sorted by name, as they are stored. Of members with the same name the last one counts.
    package func sortedByName() -> [FieldValue.Member] {
        var isSorted = true
        for index in indices.dropFirst() where !(self[index - 1].name < self[index].name) {
            isSorted = false
            break
        }
        if isSorted { return self }
        var last: [String: Int] = [:]
        for (index, member) in enumerated() { last[member.name] = index }
        return enumerated().filter { last[$1.name] == $0 }.map(\.element).sorted { $0.name < $1.name }
    }
}

extension FieldValue {
    /// About the number of bytes that it takes beside its own 24.
    var byteCount: Int {
        switch self {
        case .null, .bool, .integer, .number: 0
        case .string(let text), .decimal(let text), .key(let text): text.utf8.count > 15 ? text.utf8.count + 32 : 0
        case .array(let elements): elements.reduce(32) { $0 + 24 + $1.byteCount }
        case .object(let members): members.reduce(32) { $0 + 40 + $1.value.byteCount }
        case .reference(let id): 48 + id.key.utf8.count
        }
    }

    /// Calls a closure with each entity that it refers to.
    func forEachReference(_ body: (EntityID) -> Void) {
        switch self {
        case .reference(let id): body(id)
        case .array(let elements): for element in elements { element.forEachReference(body) }
        case .object(let members): for member in members { member.value.forEachReference(body) }
        case .null, .bool, .integer, .number, .decimal, .string, .key: return
        }
    }
}
