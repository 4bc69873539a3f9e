import MillraceData
public import MillraceEntities

/// An edit of entities: an ``OutboxEdit`` that changes a table of them before the server has saved it.
///
/// ```swift
/// struct Like: EntityEdit {
///     var subject: EntityID
///
///     func apply(to draft: inout EntityDraft) throws {
///         try draft.edit(Likes.self, subject) { $0.likes += 1 }
///     }
/// }
/// ```
public protocol EntityEdit: OutboxEdit {
    /// Makes the edit.
    ///
    /// It is run again whenever something changes that it reads, so it must be pure. While it throws, for instance
    /// because its entity is gone, it changes nothing.
    func apply(to draft: inout EntityDraft) throws
}

extension Outbox where Edit: EntityEdit {
    /// Shows in a table of entities the changes of entries that the server has not saved yet, also those with a
    /// problem; not those that are held for another account.
    ///
    /// ```swift
    /// pins.on(OutboxAnswered<PinEdit>.self) { state, answered in
    ///     if let entry = state.outbox.take(answered), case .saved(let answer?, _) = answered.answer {
    ///         state.entities.confirm(entry, with: answer)
    ///     }
    ///     state.outbox.show(in: &state.entities)
    ///     return state.outbox.send(by: pinSender)
    /// }
    /// ```
    ///
    /// Call it after every change of the outbox, and when the app begins: the entries' changes are not saved with the
    /// table, since they follow from the entries. Saved changes must have been confirmed before; everything else that
    /// is not in the outbox any more is taken back.
    ///
    /// - Parameter entities: The table, always the same one.
    /// - Complexity: O(k log n) for k entries that have changed since the last call; O(n) while entries of other accounts
    ///   are held.
    public mutating func show(in entities: inout EntityTable) {
        let visible = held.isEmpty ? content : Table(content.filter { !held.contains(id: $0.key) })
        let changes = visible.changes(from: shown)
        var gone = Set(changes.deletions.map { shown[$0].origin })
        for position in (changes.insertions + changes.modifications.map(\.new)).sorted() {
            let entry = visible[position]
            gone.remove(entry.origin)
            if shown[id: entry.key]?.edit == entry.edit { continue }
            let edit = entry.edit
            entities.show(entry.origin.text) { draft in try edit.apply(to: &draft) }
        }
        for position in changes.deletions where gone.contains(shown[position].origin) {
            entities.change(named: shown[position].origin.text).map { entities.refuse($0) }
        }
        shown = visible
    }
}

extension EntityTable {
    /// Notes that the server has saved an entry of an `Outbox`, which the outbox has shown in this table. See
    /// `confirm(_:with:replacing:)` of a change.
    ///
    /// - Parameters:
    ///   - entry: The entry, as `take(_:)` has returned it.
    ///   - answer: The server's answer.
    ///   - temporary: The identities under which the edit has added the entities that the answer is made of.
    /// - Returns: The entities that the answer is made of, in their order, without those within others.
    @discardableResult
    public mutating func confirm<Edit: EntityEdit>(
        _ entry: OutboxEntry<Edit>,
        with answer: EntityAnswer,
        replacing temporary: EntityID...
    ) -> [EntityID] {
        guard let change = change(named: entry.origin.text) else { return merge(answer) }
        return confirm(change, answer, replacing: temporary)
    }

    /// Notes that the server has saved an entry of an `Outbox`, with an answer that contains no entities. See
    /// `confirm(_:version:)` of a change.
    ///
    /// - Parameters:
    ///   - entry: The entry, as `take(_:)` has returned it.
    ///   - version: The version that the answer says of the entity that the edit writes.
    public mutating func confirm<Edit: EntityEdit>(_ entry: OutboxEntry<Edit>, version: String? = nil) {
        change(named: entry.origin.text).map { confirm($0, version: version) }
    }
}
