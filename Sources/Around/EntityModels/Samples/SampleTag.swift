import MillraceEntities

/// Objects of several types at one place, distinguished by a field such as `type`.
struct SampleTag {
    /// The field.
    let name: String

    /// The objects of each value of it.
    let groups: [String: [SampleObject]]

    /// Finds the field that distinguishes objects; nil if there is none.
    ///
    /// They are if all have the field, and at least two of its values come each with something of its own: a field that
    /// all of its objects have and no other has, or one that holds another sort of value than elsewhere. A single text
    /// that merely differs, such as a status, distinguishes nothing.
    init?(_ objects: [SampleObject]) {
        for name in ["__typename", "type", "kind", "_type", "$type"] {
            guard let groups = Self.groups(objects, by: name), groups.count > 1 else { continue }
            let distinct = groups.keys.count { Self.hasItsOwn($0, groups, except: name) }
            guard name == "__typename" || distinct > 1 else { continue }
            self.name = name
            self.groups = groups
            return
        }
        return nil
    }

    private static func groups(_ objects: [SampleObject], by name: String) -> [String: [SampleObject]]? {
        var groups: [String: [SampleObject]] = [:]
        for object in objects {
            guard let value = object.text(of: name) else { return nil }
            groups[value, default: []].append(object)
        }
        return groups
    }

    private static func hasItsOwn(_ value: String, _ groups: [String: [SampleObject]], except tag: String) -> Bool {
        guard let group = groups[value], let first = group.first else { return false }
        let others = groups.filter { $0.key != value }.values.flatMap { $0 }
        return first.names.contains { name in
            guard name != tag, group.allSatisfy({ $0[name] != nil }) else { return false }
            let (own, other) = (sorts(of: name, in: group), sorts(of: name, in: others))
            return !own.isEmpty && own.isDisjoint(with: other)
        }
    }

    private static func sorts(of name: String, in objects: [SampleObject]) -> Set<String> {
        Set(objects.compactMap { $0[name] }.filter { $0 != .null }.map(\.kindOfValue))
    }
}
