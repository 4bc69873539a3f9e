/// A field that answers are merged into, member by member, with the time at which each part of it was told.
///
/// So the order in which answers arrive does not matter: what was told last counts, for each member.
struct MergedValue: Hashable, Sendable, Codable {
    /// When it was replaced as a whole, or deleted, last. What was told before is gone.
    private var replacement: UInt64 = 0

    /// When anything of it was told last.
    private var time: UInt64 = 0

    /// What it is; null, if it is an object.
    private var plain = FieldValue.null

    /// The members; nil if it is no object that is merged.
    private var members: [String: MergedValue]?

    /// What it is.
    var value: FieldValue {
        guard let members else { return plain }
        return .object(members.map { FieldValue.Member($0, $1.value) }.sortedByName())
    }

    /// Merges what was told of it at a time.
    ///
    /// - Parameter fields: The fields of the object, if it is one that is merged; nil if it is replaced as a whole.
    mutating func apply(_ new: FieldValue, _ fields: [String: EntityField]?, at now: UInt64) {
        guard let fields, case .object(let newMembers) = new else { return replace(by: new, at: now) }
        if now < replacement { return }
        var members = members ?? [:]
        (self.members, plain) = (nil, .null)
        for member in newMembers {
            var inner: [String: EntityField]?
            if case .object(let fields, isMerged: true) = fields[member.name] { inner = fields }
            members[member.name, default: MergedValue()].apply(member.value, inner, at: now)
        }
        self.members = members
        time = max(time, now)
    }

    private mutating func replace(by value: FieldValue, at now: UInt64) {
        if now < replacement { return }
        if delete(until: now) { return }
        (members, plain, time) = (nil, value, now)
    }

    /// Drops what was told until a time. Returns whether anything is left.
    mutating func delete(until now: UInt64) -> Bool {
        replacement = max(replacement, now)
        if time <= now { return false }
        members = members?.compactMapValues { member in
            var member = member
            return member.delete(until: now) ? member : nil
        }
        return true
    }
}

extension FieldValue {
    /// This object, with the members of a former one that it does not contain.
    func merged(into former: FieldValue, _ fields: [String: EntityField]) -> FieldValue {
        guard case .object(let new) = self, case .object(let old) = former else { return self }
        var members = new.map { member -> Member in
            guard case .object(let inner, isMerged: true) = fields[member.name], let before = old[member.name] else {
                return member
            }
            return Member(member.name, member.value.merged(into: before, inner))
        }
        members.append(contentsOf: old.filter { new[$0.name] == nil })
        return .object(members.sortedByName())
    }
}
