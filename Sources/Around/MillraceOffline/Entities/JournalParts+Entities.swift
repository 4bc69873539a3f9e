public import MillraceEntities
public import MillraceJournal

extension JournalParts {
    /// Keeps the server's records of entities, field by field: a turn writes the fields that it has received. The table
    /// of the next run answers every reading as this one does, and takes a late answer as this one would: tickets that
    /// were taken before hold. An answer that says nothing new costs some twenty bytes, for its time.
    ///
    /// Changes that wait are not kept, since they are closures: an outbox makes them again. Entities of kinds that the
    /// schema does not have any more are left out.
    ///
    /// - Parameters:
    ///   - path: The table.
    ///   - name: The name of the part, which no other part of the store has.
    /// - Complexity: For each turn that changes the table O(k log n) for k entities, and O(n) for n changes that wait if
    ///   one behind them is confirmed.
    public mutating func entities(_ path: WritableKeyPath<State, EntityTable>, as name: String) {
        add(EntitiesPart(path, name))
    }
}
