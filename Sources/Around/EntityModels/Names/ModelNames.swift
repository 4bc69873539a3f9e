/// The names of the types and the fields of a model in Swift. The same model gives the same names.
struct ModelNames {
    /// The name of each type, as it is declared.
    private(set) var types: [String] = []

    /// The names of the fields of each structure, or of the cases of each union and choice.
    private(set) var members: [[String]] = []

    init(of model: Model) {
        types = Array(repeating: "", count: model.types.count)
        nameTypes(of: model)
        members = model.types.map { Self.members(of: $0, model) }
    }

    // MARK: - Types

    private mutating func nameTypes(of model: Model) {
        var top = SwiftName.knownTypes
        // The answers have the names that the user gave, whatever else there is.
        let roots = model.roots.compactMap { root in root.type.declared.map { ($0, root.name) } }
        for (id, name) in roots where types[id].isEmpty && model.types[id].hint == name {
            types[id] = Self.unused(SwiftName.type(name), in: &top, reserved: SwiftName.knownTypes)
        }
        for id in model.types.indices where model.types[id].owner == nil && types[id].isEmpty {
            types[id] = Self.unused(SwiftName.type(model.types[id].hint), in: &top, reserved: SwiftName.knownTypes)
        }
        // A type declared within another one hides nothing from the code around it.
        let written = SwiftName.takenTypes.union(types)
        var inner: [TypeID: Set<String>] = [:]
        for id in model.types.indices {
            guard let owner = model.types[id].owner else { continue }
            var taken = inner[owner] ?? written.union(Self.path(to: owner, in: model).map { types[$0] })
            types[id] = Self.unused(SwiftName.type(model.types[id].hint), in: &taken)
            inner[owner] = taken
        }
    }

    /// The types within which something is declared, with the innermost itself.
    private static func path(to id: TypeID, in model: Model) -> [TypeID] {
        sequence(first: id) { model.types[$0].owner }.map { $0 }
    }

    // MARK: - Members

    private static func members(of type: ModelDeclaration, _ model: Model) -> [String] {
        switch type.form {
        case .structure(let structure):
            let identity = structure.kind == nil ? nil : model.identity
            let taken = SwiftName.takenProperties.union(identity == nil || identity == "id" ? [] : ["id"])
            return distinct(structure.fields.map(\.key), except: taken)
        case .union(let union): return distinct(union.cases.map(\.value), except: ["unknown", "self"])
        case .choice(let values): return distinct(values, except: ["unknown", "self", "rawValue", "hashValue"])
        case .reference: return []
        }
    }

    /// A name for each key. Keys that are a name as they are come first, so that they keep it.
    private static func distinct(_ keys: [String], except taken: Set<String>) -> [String] {
        var taken = taken
        var names = Array(repeating: "", count: keys.count)
        for isExact in [true, false] {
            for (index, key) in keys.enumerated() where (SwiftName.property(key) == key) == isExact {
                names[index] = unused(SwiftName.property(key), in: &taken, or: "Field")
            }
        }
        return names
    }

    /// The name, or the name and a number where it is taken; where Swift itself has taken it, the name and a word.
    private static func unused(
        _ name: String,
        in taken: inout Set<String>,
        reserved: Set<String> = SwiftName.takenTypes.union(SwiftName.takenProperties),
        or suffix: String = "Model"
    ) -> String {
        let base = reserved.contains(name) ? name + suffix : name
        var (result, number) = (base, 1)
        while !taken.insert(result).inserted {
            number += 1
            result = "\(base)\(number)"
        }
        return result
    }
}
