import Foundation
import MillraceBase
import MillraceFlux
import MillraceSignals

/// A store that a journal keeps, whatever its state. It does not keep the store.
final class JournaledStore: StateWatcher {
    let name: String
    private weak var journal: JournalCore?

    /// Whether something may have changed since it was written.
    var isDirty = false

    private let write: (inout ByteWriter) throws -> [() -> Void]
    private let snapshotWritings:
        () -> [@Sendable (_ store: String, _ emit: (ByteWriter) throws -> Void) throws -> Void]

    init<State>(_ store: Store<State>, called name: String, _ parts: [any JournalPart<State>], in journal: JournalCore)
    {
        let state = store.state
        (self.name, self.journal) = (name, journal)
        write = { writer in
            let present = state.value
            return try parts.compactMap { try $0.writeChanges(of: present, as: name, &writer) }
        }
        snapshotWritings = { parts.compactMap(\.writeSnapshot) }
    }

    func stateChanged() { journal?.noteChange(of: self) }

    /// Writes the parts that have changed. Returns the closures to call when they were written; none if nothing has
    /// changed.
    func writeChanges(_ writer: inout ByteWriter) throws -> [() -> Void] { try write(&writer) }

    /// Whether something of it was written.
    var wasWritten: Bool { !snapshotWritings().isEmpty }

    /// Writes the parts whole, as they were written last.
    var writeSnapshot: @Sendable (_ emit: (ByteWriter) throws -> Void) throws -> Void {
        let (name, snapshotWritings) = (name, snapshotWritings())
        return { emit in for writing in snapshotWritings { try writing(name, emit) } }
    }
}

extension Store {
    /// Gives the store the state of a journal's parts. If one cannot be read, the store stays as it is.
    func restore(
        _ parts: [any JournalPart<State>],
        from snapshot: [String: PartSnapshot],
        as name: String
    ) throws(JournalError) {
        var restored = state.value
        for part in parts {
            guard let found = snapshot[part.name] else { continue }
            do {
                try part.restore(found, &restored)
            } catch {
                throw JournalError(store: name, part: part.name, reason: "\(error)")
            }
        }
        restore { $0 = restored }
    }
}
