import Foundation
import MillraceBase
import MillraceFlux
import MillraceSignals

/// A store that a journal keeps, whatever its state. It does not keep the store.
class AnyKeptStore: StateWatcher {
    final let name: String
    private weak var journal: JournalCore?

    /// Whether something may have changed since it was written.
    final var isDirty = false

    init(_ name: String, in journal: JournalCore) { (self.name, self.journal) = (name, journal) }

    final func stateChanged() { journal?.noteChange(of: self) }

    /// Writes what has changed. Returns what to call when it was written; nothing if nothing has changed.
    func writeChanges(_ writer: inout ByteWriter) throws -> [() -> Void] { fatalError() }

    /// Whether something of it was written.
    var wasWritten: Bool { fatalError() }

    /// What writes the parts whole, as they were written last.
    var snapshot: @Sendable (_ emit: (ByteWriter) throws -> Void) throws -> Void { fatalError() }
}

final class KeptStore<State>: AnyKeptStore {
    private let state: Observable<State>
    private let parts: [JournalPart<State>]

    init(_ store: Store<State>, called name: String, _ parts: [JournalPart<State>], in journal: JournalCore) {
        state = store.state
        self.parts = parts
        super.init(name, in: journal)
    }

    /// Gives the store the state that was kept. If that cannot be read, the store stays as it is.
    func restore(_ store: Store<State>, from image: [String: PartImage]) throws(JournalError) {
        var restored = state.value
        for part in parts {
            guard let found = image[part.name] else { continue }
            do {
                try part.restore(found, &restored)
            } catch {
                throw JournalError(store: name, part: part.name, reason: "\(error)")
            }
        }
        store.restore { $0 = restored }
    }

    /// The parts that were kept once, and are not any more.
    func unknownParts(of image: [String: PartImage]) -> [String: PartImage] {
        image.filter { name, _ in !parts.contains { $0.name == name } }
    }

    override func writeChanges(_ writer: inout ByteWriter) throws -> [() -> Void] {
        let present = state.value
        return try parts.compactMap { try $0.writeChanges(of: present, as: name, &writer) }
    }

    override var wasWritten: Bool { parts.contains { $0.snapshot != nil } }

    override var snapshot: @Sendable ((ByteWriter) throws -> Void) throws -> Void {
        let (name, writings) = (name, parts.compactMap(\.snapshot))
        return { emit in for writing in writings { try writing(name, emit) } }
    }
}
