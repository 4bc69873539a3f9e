/// An operation of a patch: how a state changes at one place.
enum InspectedOperation {
    /// A step of a path.
    enum Step: Equatable {
        case name(String), index(Int), row(String), key(String), element
    }

    case replace([Step], by: InspectedValue)
    case insert([Step], InspectedValue, index: Int?)
    case remove([Step], InspectedValue, index: Int?)

    /// Reads an operation; nil if it has a form that is not known.
    init?(_ tree: JSONTree) {
        guard let parts = tree.elements, parts.count >= 3, let steps = parts[1].elements else { return nil }
        var path: [Step] = []
        for step in steps {
            guard let step = Step(step) else { return nil }
            path.append(step)
        }
        guard let value = InspectedValue(parts[2]) else { return nil }
        let index = parts.count > 3 ? parts[3].integer : nil
        switch parts[0].text {
        case "=":
            guard parts.count == 4, let new = InspectedValue(parts[3]) else { return nil }
            self = .replace(path, by: new)
        case "+": self = .insert(path, value, index: index)
        case "-": self = .remove(path, value, index: index)
        default: return nil
        }
    }
}

extension InspectedOperation.Step {
    fileprivate init?(_ tree: JSONTree) {
        if let name = tree.text {
            self = .name(name)
        } else if let index = tree.integer {
            self = .index(index)
        } else if let parts = tree.elements, let kind = parts.first?.text {
            let text = parts.count > 1 ? parts[1].text : nil
            switch (kind, text) {
            case ("#", let identity?): self = .row(identity)
            case ("k", let key?): self = .key(key)
            case ("e", _): self = .element
            default: return nil
            }
        } else {
            return nil
        }
    }
}

/// A patch does not fit the state that it should change.
struct PatchMismatch: Error {}

extension InspectedValue {
    /// Applies an operation, in place. Cost: O(values on its path), and where an element of a list comes or goes, of
    /// those behind it.
    mutating func apply(_ operation: InspectedOperation) throws(PatchMismatch) {
        switch operation {
        case .replace(let path, let new):
            try change(path[...]) { value throws(PatchMismatch) in value = new }
        case .insert(let path, let new, let index):
            guard let last = path.last else { throw PatchMismatch() }
            try change(path.dropLast()) { list throws(PatchMismatch) in try list.insert(new, last, at: index) }
        case .remove(let path, let old, let index):
            guard let last = path.last else { throw PatchMismatch() }
            try change(path.dropLast()) { list throws(PatchMismatch) in try list.remove(old, last, at: index) }
        }
    }

    /// Changes the value at a path. Each value is taken out of its holder meanwhile, so that nothing is copied.
    private mutating func change(
        _ path: ArraySlice<InspectedOperation.Step>,
        _ body: (inout InspectedValue) throws(PatchMismatch) -> Void
    ) throws(PatchMismatch) {
        guard let step = path.first else { return try body(&self) }
        let rest = path.dropFirst()
        let holder = self
        self = .plain(.null)
        switch (holder, step) {
        case (.fields(let type, var parts), .name(let name)):
            try Self.change(&parts, name, rest, body)
            self = .fields(type: type, parts)
        case (.enumCase(let label, var parts), .name(let name)):
            try Self.change(&parts, name, rest, body)
            self = .enumCase(label, parts)
        case (.list(var values), .index(let index)) where values.indices.contains(index):
            try values[index].change(rest, body)
            self = .list(values)
        case (.rows(var rows), .row(let identity)) where rows[identity] != nil:
            try rows[identity]?.change(rest, body)
            self = .rows(rows)
        case (.dictionary(var values), .key(let key)) where values[key] != nil:
            try values[key]?.change(rest, body)
            self = .dictionary(values)
        default: throw PatchMismatch()
        }
    }

    private static func change(
        _ parts: inout [InspectedPart],
        _ name: String,
        _ rest: ArraySlice<InspectedOperation.Step>,
        _ body: (inout InspectedValue) throws(PatchMismatch) -> Void
    ) throws(PatchMismatch) {
        let place = name.hasPrefix(".") ? Int(name.dropFirst()) : nil
        guard let index = parts.firstIndex(where: { $0.name == name }) ?? place, parts.indices.contains(index) else {
            throw PatchMismatch()
        }
        try parts[index].value.change(rest, body)
    }

    private mutating func insert(
        _ value: InspectedValue,
        _ step: InspectedOperation.Step,
        at index: Int?
    ) throws(PatchMismatch) {
        let holder = self
        self = .plain(.null)
        switch (holder, step) {
        case (.rows(var rows), .row(let identity)):
            guard let index, rows.insert(value, identity, at: index) else { throw PatchMismatch() }
            self = .rows(rows)
        case (.list(var values), .index(let place)):
            guard values.indices.contains(index ?? place) || index ?? place == values.count else {
                throw PatchMismatch()
            }
            values.insert(value, at: index ?? place)
            self = .list(values)
        case (.list(var values), .element):
            values.append(value)
            self = .list(values)
        case (.dictionary(var values), .key(let key)):
            guard values.updateValue(value, forKey: key) == nil else { throw PatchMismatch() }
            self = .dictionary(values)
        default: throw PatchMismatch()
        }
    }

    private mutating func remove(
        _ value: InspectedValue,
        _ step: InspectedOperation.Step,
        at index: Int?
    ) throws(PatchMismatch) {
        let holder = self
        self = .plain(.null)
        switch (holder, step) {
        case (.rows(var rows), .row(let identity)):
            guard let index, rows.remove(identity, at: index) else { throw PatchMismatch() }
            self = .rows(rows)
        case (.list(var values), .index(let place)):
            guard values.indices.contains(index ?? place) else { throw PatchMismatch() }
            values.remove(at: index ?? place)
            self = .list(values)
        case (.list(var values), .element):
            guard let index = values.firstIndex(of: value) else { throw PatchMismatch() }
            values.remove(at: index)
            self = .list(values)
        case (.dictionary(var values), .key(let key)):
            guard values.removeValue(forKey: key) != nil else { throw PatchMismatch() }
            self = .dictionary(values)
        default: throw PatchMismatch()
        }
    }
}
