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

    /// Whether two values are the same; texts and names are, if they consist of the same code points, and numbers, if
    /// they have the same bits.
    package static func == (left: FieldValue, right: FieldValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one.bitPattern == other.bitPattern
        case (.string(let one), .string(let other)), (.decimal(let one), .decimal(let other)),
            (.key(let one), .key(let other)):
            one.hasCodePoints(of: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        case (.reference(let one), .reference(let other)): one == other
        default: false
        }
    }

    /// The text of a scalar that may serve as an identity; nil if it is none.
    package var identityText: String? {
        switch self {
        case .integer(let number): String(number)
        case .number(0): "0"
        case .string(let text), .decimal(let text), .key(let text): text
        case .reference(let id): id.key
        case .null, .bool, .number, .array, .object: nil
        }
    }

    /// A few words for a message: the kind of the value.
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

extension FieldValue.Member {
    /// Whether two members have the same value, and names of the same code points.
    package static func == (left: Self, right: Self) -> Bool {
        left.name.hasCodePoints(of: right.name) && left.value == right.value
    }
}

extension [FieldValue.Member] {
    /// The value of a name; nil if there is none.
    package subscript(name: String) -> FieldValue? {
        for member in self where member.name == name { return member.value }
        return nil
    }

    /// The members, of those with the same name only the last one.
    func withoutRepeatedNames() -> [FieldValue.Member] {
        // Few names are compared faster than hashed.
        if count <= 16 {
            let isRepeated = indices.contains { index in self[..<index].contains { $0.name == self[index].name } }
            if !isRepeated { return self }
        }
        var last: [String: Int] = [:]
        last.reserveCapacity(count)
        for (index, member) in enumerated() { last[member.name] = index }
        return last.count == count ? self : enumerated().filter { last[$1.name] == $0 }.map(\.element)
    }

    /// The members sorted by name, as they are stored. Of members with the same name the last one counts.
    package func sortedByName() -> [FieldValue.Member] {
        func isEachBefore(_ members: Self, _ areInOrder: (String, String) -> Bool) -> Bool {
            members.indices.dropFirst().allSatisfy { areInOrder(members[$0 - 1].name, members[$0].name) }
        }
        if isEachBefore(self, <) { return self }
        // Those with the same name stay in their order.
        let sorted = sorted { $0.name < $1.name }
        if isEachBefore(sorted, !=) { return sorted }
        return zip(sorted, sorted.dropFirst()).filter { $0.name != $1.name }.map(\.0) + sorted.suffix(1)
    }
}

extension FieldValue {
    /// Calls a closure with each entity that it refers to.
    func forEachReference(_ body: (EntityID) -> Void) {
        switch self {
        case .reference(let id): body(id)
        case .array(let elements): for element in elements { element.forEachReference(body) }
        case .object(let members): for member in members { member.value.forEachReference(body) }
        case .null, .bool, .integer, .number, .decimal, .string, .key: return
        }
    }

    /// The value with references to other entities in the place of some.
    func replacingReferences(_ ids: [EntityID: EntityID]) -> FieldValue {
        switch self {
        case .reference(let id): .reference(ids[id] ?? id)
        case .array(let elements): .array(elements.map { $0.replacingReferences(ids) })
        case .object(let members): .object(members.map { Member($0.name, $0.value.replacingReferences(ids)) })
        case .null, .bool, .integer, .number, .decimal, .string, .key: self
        }
    }
}
