extension Model {
    /// Puts a reference wherever an entity would contain itself, also in arrays, since a store knows entities that
    /// refer to each other in a cycle; and leaves the type of a structure open that would be stored within itself.
    mutating func breakCycles() {
        var (path, finished) = ([TypeID](), Set<TypeID>())
        for id in types.indices { refer(from: id, &path, &finished) }
        for id in types.indices { leaveOpen(fieldsOf: id) }
    }

    // MARK: - Entities

    private mutating func refer(from id: TypeID, _ path: inout [TypeID], _ finished: inout Set<TypeID>) {
        guard !finished.contains(id), !path.contains(id) else { return }
        path.append(id)
        for field in types[id].structure?.fields ?? [] {
            guard let inner = field.type.declared else { continue }
            if path.contains(inner), kind(of: inner) != nil {
                replace(field.key, of: id, by: field.type.replacing(inner, by: reference(to: inner)))
            } else {
                refer(from: inner, &path, &finished)
            }
        }
        if case .union(let union) = types[id].form {
            for item in union.cases { refer(from: item.type, &path, &finished) }
        }
        path.removeLast()
        finished.insert(id)
    }

    private mutating func reference(to entity: TypeID) -> ModelType {
        let key = types[entity].structure?.fields.first { $0.key == identity }
        guard let key, key.type.wrapped != .anything else { return .anything }
        return .named(reference(to: entity, identity: key.type.wrapped))
    }

    private mutating func replace(_ key: String, of id: TypeID, by type: ModelType) {
        guard case .structure(var structure) = types[id].form,
            let index = structure.fields.firstIndex(where: { $0.key == key })
        else { return }
        structure.fields[index].type = type
        types[id].form = .structure(structure)
    }

    // MARK: - Structures

    private mutating func leaveOpen(fieldsOf id: TypeID) {
        for field in types[id].structure?.fields ?? [] {
            guard case .named(let stored) = field.type.wrapped, contains(id, storedIn: stored) else { continue }
            replace(field.key, of: id, by: field.type.replacing(stored, by: .anything))
        }
    }

    /// Whether a value of a type is stored, other than in an array, in another.
    private func contains(_ id: TypeID, storedIn outer: TypeID) -> Bool {
        var (seen, rest) = (Set<TypeID>(), [outer])
        while let next = rest.popLast() {
            if next == id { return true }
            if seen.insert(next).inserted { rest += stored(in: next) }
        }
        return false
    }

    /// The types of which a type stores values. Unions and references are written as indirect enums, which store none.
    private func stored(in id: TypeID) -> [TypeID] {
        (types[id].structure?.fields ?? []).compactMap { field in
            guard case .named(let stored) = field.type.wrapped else { return nil }
            return types[stored].structure == nil ? nil : stored
        }
    }
}

extension ModelType {
    /// The type with another one in the place of a declared one.
    fileprivate func replacing(_ id: TypeID, by type: ModelType) -> ModelType {
        switch self {
        case .named(id): type
        case .optional(let inner): .optional(inner.replacing(id, by: type))
        case .array(let inner): .array(inner.replacing(id, by: type))
        case .map(let inner): .map(inner.replacing(id, by: type))
        default: self
        }
    }
}
