public import Foundation
import MillraceBase
public import MillraceData

/// The parts of a store's state that a journal keeps: those that are named, and nothing else.
///
/// ```swift
/// try journal.keep(todo) {
///     $0.table(\.items, as: "items")
///     $0.value(\.syncToken, as: "token")
/// }
/// ```
///
/// A name stands for the part in the file, whatever the program calls it: do not change it. Parts that the program has
/// once kept and does not any more stay in the file.
public struct JournalParts<State> {
    private(set) var parts: [any JournalPart<State>] = []

    /// What is done with a state that was kept in another epoch of the journal: each returns whether it has changed it.
    package var beginningsOfEpochs: [(inout State, _ epoch: UInt64?) -> Bool] = []

    /// Keeps a table row by row: a turn writes the rows that it has changed.
    ///
    /// - Parameters:
    ///   - path: The table.
    ///   - name: The name of the part, which no other part of the store has.
    ///   - version: The version of the rows. Increase it when rows that were written cannot be decoded any more.
    ///   - carry: Makes a row of one that was written with another version.
    /// A row that was replaced by an equal one is written if its JSON is another, as that of a text in another Unicode form.
    ///
    /// When it is read, many rows are decoded on all cores, so decoding must depend on nothing but what was written.
    ///
    /// - Complexity: For each turn that changes the table O(k log n) for k changed rows; the time goes into their JSON.
    @export(implementation)
    public mutating func table<Row: Codable & Identifiable & Sendable>(
        _ path: WritableKeyPath<State, Table<Row>>,
        as name: String,
        version: Int = 1,
        carry: ((JournaledValue) throws -> Row)? = nil
    ) {
        addTable(
            TablePart(path, name, version, carry) { state in
                state[keyPath: path]
            } changes: { present, former in
                present.changes(from: former) { !JournalCoding.areWrittenAlike($0, $1) }
            } encode: { rows, position in
                try JournalCoding.encode(rows[position])
            }
        )
    }

    /// Keeps a value whole: a turn in which it has become another one writes it. So does one in which an equal one with
    /// other JSON has taken its place, as that of a text in another Unicode form. For large values use a table.
    ///
    /// - Parameters:
    ///   - path: The value; `\.self` for the whole state.
    ///   - name: The name of the part, which no other part of the store has.
    ///   - version: The version of the value. Increase it when one that was written cannot be decoded any more.
    ///   - carry: Makes a value of one that was written with another version.
    public mutating func value<Value: Codable & Equatable & Sendable>(
        _ path: WritableKeyPath<State, Value>,
        as name: String,
        version: Int = 1,
        carry: ((JournaledValue) throws -> Value)? = nil
    ) {
        add(ValuePart(path, name, version, carry))
    }

    @usableFromInline
    mutating func addTable<Row>(_ part: TablePart<State, Row>) { add(part) }

    package mutating func add(_ part: some JournalPart<State>) {
        if parts.contains(where: { $0.name == part.name }) { stopRepeated(part.name) }
        parts.append(part)
    }
}

private func stopRepeated(_ name: String) -> Never {
    stop(
        """
        JournalParts: two parts of one store are called \(name). \
        To fix: give each a name of its own; it stands for the part in the file.
        """
    )
}
