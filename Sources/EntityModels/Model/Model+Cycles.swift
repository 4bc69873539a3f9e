extension Model {
    /// Puts a box, or a reference, wherever a type would be stored within itself.
    mutating func breakCycles() {
        for id in types.indices {
            guard let structure = types[id].structure else { continue }
            for index in structure.fields.indices {
                let type = structure.fields[index].type
                guard case .named(let stored) = type.wrapped, contains(id, storedIn: stored) else { continue }
                replace(fieldAt: index, of: id, by: indirect(stored), isOptional: type != type.wrapped)
            }
        }
    }

    private mutating func indirect(_ id: TypeID) -> ModelType {
        guard let structure = types[id].structure, structure.kind != nil else { return .boxed(id) }
        let key = structure.fields.first { $0.key == identity }
        return .named(reference(to: id, identity: key?.type.wrapped ?? .identity))
    }

    private mutating func replace(fieldAt index: Int, of id: TypeID, by type: ModelType, isOptional: Bool) {
        guard case .structure(var structure) = types[id].form else { return }
        structure.fields[index].type = isOptional ? .optional(type) : type
        types[id].form = .structure(structure)
    }

    /// Whether a value of a type is stored, other than in an array or behind a box, in another.
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
