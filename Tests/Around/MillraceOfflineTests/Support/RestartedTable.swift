import Foundation
import MillraceData
import MillraceSpecs

@testable import MillraceEntities
@testable import MillraceJournal
@testable import MillraceOffline

/// A table of entities with the changes that wait, which ends at any moment and is there again from its journal.
struct RestartedTable {
    private struct State { var table: EntityTable }

    private var state: State
    private var part = Self.makePart()

    /// What the file says.
    private var snapshot = JournalSnapshot()

    /// What the records so far have taken.
    private(set) var written = 0

    init(schema: EntitySchema) { state = State(table: EntityTable(schema: schema)) }

    var table: EntityTable {
        get { state.table }
        set { state.table = newValue }
    }

    /// Ends a turn: writes what has changed.
    mutating func write() throws {
        var record = ByteWriter()
        let written = try part.writeChanges(of: state, as: "notes", &record)
        if !record.isEmpty { try apply(record) }
        written?()
    }

    /// Reads the file anew, and shows the changes again.
    mutating func restart(showing waiting: [(name: String, operation: NoteOperation)]) throws {
        let read = State(table: EntityTable(schema: state.table.schema))
        (state, part) = (read, Self.makePart())
        if let found = snapshot.parts(of: "notes")?["entities"] { try part.restore(found, &state) }
        for change in waiting { state.table.show(change.name, change.operation.run) }
    }

    /// Puts a snapshot in the place of the records: one that is made of what was written, or of what was read.
    mutating func makeSnapshot(ofImage: Bool) throws {
        let former = snapshot
        snapshot = JournalSnapshot()
        if ofImage {
            try former.write { try apply($0) }
        } else {
            try part.writeSnapshot?("notes") { try apply($0) }
        }
    }

    private mutating func apply(_ record: ByteWriter) throws {
        written += record.bytes.count
        try snapshot.apply(record.bytes)
    }

    private static func makePart() -> EntitiesPart<State> { EntitiesPart(\.table, "entities") }
}

/// What a change that waits does to one note.
enum NoteOperation: Hashable {
    case write(EntityID, String, String?), add(EntityID, String), delete(EntityID)

    var id: EntityID {
        switch self {
        case .write(let id, _, _), .add(let id, _), .delete(let id): id
        }
    }

    func run(_ draft: inout EntityDraft) throws {
        switch self {
        case .write(_, let name, let text):
            try draft.edit(Texts.self, id) { if name == "a" { $0.a = text } else { $0.b = text } }
        case .add(_, let text):
            if (try? draft.read(Texts.self, id)) != nil { return }
            try draft.merge(encoding: ["id": id.key, "a": text], as: .one(id.kind))
        case .delete: draft.delete(id)
        }
    }

    private struct Texts: Codable { var a: String?, b: String? }
}
