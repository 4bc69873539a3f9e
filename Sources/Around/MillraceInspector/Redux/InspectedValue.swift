/// A value in a recording for inspection: a state, a part of one, or an action's content.
indirect enum InspectedValue: Equatable {
    /// A value without parts: as JSON has it.
    case plain(JSONTree)
    case fields(type: String, [InspectedPart])
    case enumCase(String, [InspectedPart])
    /// Elements without identities, and sets.
    case list([InspectedValue])
    /// Rows and their identities, in order.
    case rows(InspectedRows)
    case dictionary([String: InspectedValue])
    case optional(InspectedValue)

    /// Reads a value; nil if it has a form that is not known.
    init?(_ tree: JSONTree) {
        switch tree {
        case .null, .bool, .string, .number: self = .plain(tree)
        case .array(let elements):
            guard let values = Self.values(elements) else { return nil }
            self = .list(values)
        case .object(let members):
            guard let value = Self.object(members) else { return nil }
            self = value
        }
    }

    private static func object(_ members: [String: JSONTree]) -> InspectedValue? {
        if let digits = members["n"]?.text { return .plain(.string(digits)) }
        if let fields = members["f"] { return parts(fields).map { .fields(type: members["t"]?.text ?? "", $0) } }
        if let name = members["c"]?.text { return parts(members["a"] ?? .array([])).map { .enumCase(name, $0) } }
        if let rows = members["l"] {
            guard let parts = parts(rows) else { return nil }
            return .rows(InspectedRows(parts))
        }
        if let entries = members["d"] {
            return parts(entries).map { .dictionary(Dictionary($0.map { ($0.name, $0.value) }) { $1 }) }
        }
        if let elements = members["s"]?.elements { return values(elements).map { .list($0) } }
        if let inner = members["o"] { return InspectedValue(inner).map { .optional($0) } }
        if members["r"] == .bool(true) { return .plain(.string("redacted")) }
        return members["x"]?.text.map { .plain(.string($0)) }
    }

    private static func values(_ elements: [JSONTree]) -> [InspectedValue]? {
        var values: [InspectedValue] = []
        for element in elements {
            guard let value = InspectedValue(element) else { return nil }
            values.append(value)
        }
        return values
    }

    private static func parts(_ tree: JSONTree) -> [InspectedPart]? {
        guard let pairs = tree.pairs else { return nil }
        var parts: [InspectedPart] = []
        for (name, value) in pairs {
            guard let value = InspectedValue(value) else { return nil }
            parts.append(InspectedPart(name: name, value: value))
        }
        return parts
    }
}

/// A field, or a part of a case's payload.
struct InspectedPart: Equatable {
    var name: String
    var value: InspectedValue
}

/// Rows in order, each found by its identity.
struct InspectedRows: Equatable {
    private(set) var order: [String]
    private(set) var values: [String: InspectedValue]

    init(_ parts: [InspectedPart]) {
        order = parts.map(\.name)
        values = Dictionary(parts.map { ($0.name, $0.value) }) { $1 }
    }

    subscript(identity: String) -> InspectedValue? {
        get { values[identity] }
        _modify { yield &values[identity] }
    }

    mutating func insert(_ value: InspectedValue, _ identity: String, at index: Int) -> Bool {
        guard order.indices.contains(index) || index == order.count, values[identity] == nil else { return false }
        order.insert(identity, at: index)
        values[identity] = value
        return true
    }

    mutating func remove(_ identity: String, at index: Int) -> Bool {
        guard order.indices.contains(index), order[index] == identity else { return false }
        order.remove(at: index)
        values[identity] = nil
        return true
    }
}
