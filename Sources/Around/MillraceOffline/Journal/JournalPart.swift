import Foundation
import MillraceBase
import MillraceData
import MillraceSignals

/// A part of a store's state that a journal keeps.
@usableFromInline
class JournalPart<State> {
    /// Writes the part whole, on any thread, as pieces of a snapshot.
    typealias Writing = @Sendable (_ store: String, _ emit: (ByteWriter) throws -> Void) throws -> Void

    final let name: String
    final let version: Int

    init(_ name: String, _ version: Int) { (self.name, self.version) = (name, version) }

    /// Restores a state from its image, from which changes are counted from now on.
    func restore(_ image: PartImage, _ state: inout State) throws { fatalError() }

    /// Writes the changes since it was written last.
    ///
    /// - Returns: A closure to call when it was written; nil if nothing has changed.
    func writeChanges(of state: State, as store: String, _ writer: inout ByteWriter) throws -> (() -> Void)? {
        fatalError()
    }

    /// Writes the last written state; nil if there is none.
    var snapshot: Writing? { fatalError() }
}

/// Reads one value, or carries it from an older version.
struct PieceReader<Value: Decodable> {
    let version: Int
    let carry: ((JournaledValue) throws -> Value)?

    func read(_ piece: PartImage.Piece) throws -> Value {
        if piece.version == version { return try JournalCoding.decode(Value.self, from: piece.data) }
        guard let carry else { throw UnknownVersion(found: piece.version, expected: version) }
        return try carry(JournaledValue(version: piece.version, data: piece.data))
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

/// The image is of another kind.
struct UnknownKind: Error, CustomStringConvertible {
    let expected: String

    var description: String { "it is not \(expected). To fix: keep what has become something else under another name." }
}

struct RepeatedIdentity: Error, CustomStringConvertible {
    var description: String { "two rows have the same identity. To fix: let `carry` keep identities apart." }
}
