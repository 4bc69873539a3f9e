/// A part of a store's state that a journal keeps.
package protocol JournalPart<State>: AnyObject {
    associatedtype State

    /// Writes the part whole, on any thread, as pieces of a snapshot.
    typealias Writing = @Sendable (_ store: String, _ emit: (ByteWriter) throws -> Void) throws -> Void

    /// The name in the file.
    var name: String { get }

    /// Restores a state from its snapshot, from which changes are counted from now on.
    func restore(_ snapshot: PartSnapshot, _ state: inout State) throws

    /// Writes the changes since it was written last.
    ///
    /// - Returns: A closure to call when it was written; nil if nothing has changed.
    func writeChanges(of state: State, as store: String, _ writer: inout ByteWriter) throws -> (() -> Void)?

    /// Writes the last written state; nil if there is none.
    var writeSnapshot: Writing? { get }
}

/// Reads one value, or carries it from an older version.
struct JournaledValueReader<Value: Decodable> {
    let version: Int
    let carry: ((JournaledValue) throws -> Value)?

    func read(_ piece: JournaledValue) throws -> Value {
        if piece.version == version { return try JournalCoding.decode(Value.self, from: piece.data) }
        guard let carry else { throw UnknownVersion(found: piece.version, expected: version) }
        return try carry(piece)
    }
}

/// It was written by a program of another version.
struct UnknownVersion: Error, CustomStringConvertible {
    let found: Int
    let expected: Int

    var description: String {
        "it has version \(found), and the program reads version \(expected). To fix: pass `carry`, which makes one of the other."
    }
}

/// The snapshot is of another kind.
package struct UnknownKind: Error, CustomStringConvertible {
    private let expected: String

    package init(expected: String) { self.expected = expected }

    package var description: String {
        "it is not \(expected). To fix: keep what has become something else under another name."
    }
}

struct RepeatedIdentity: Error, CustomStringConvertible {
    var description: String { "two rows have the same identity. To fix: let `carry` keep identities apart." }
}
