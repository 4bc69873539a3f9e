import MillraceSignals
import MillraceStorage

/// A value that is kept whole.
final class ValuePart<State, Value: Codable & Equatable & Sendable>: JournalPart {
    let name: String
    private let version: Int
    private let path: WritableKeyPath<State, Value>
    private let reader: JournaledValueReader<Value>
    private var base: Value?
    /// The sum of what was written of it in this run.
    private var sum: UInt32?

    init(
        _ path: WritableKeyPath<State, Value>,
        _ name: String,
        _ version: Int,
        _ carry: ((JournaledValue) throws -> Value)?
    ) {
        (self.name, self.version, self.path) = (name, version, path)
        reader = JournaledValueReader(version: version, carry: carry)
    }

    func restore(_ snapshot: PartSnapshot, _ state: inout State) throws {
        guard case .value(let piece) = snapshot else { throw UnknownKind(expected: "a value") }
        let value = try reader.read(piece)
        state[keyPath: path] = value
        base = value
    }

    func writeChanges(of state: State, as store: String, _ writer: inout ByteWriter) throws -> (() -> Void)? {
        let present = state[keyPath: path]
        let isEqual = base == present
        if isEqual, let base, JournalCoding.haveSameBits(base, present) { return nil }
        let data = try JournalCoding.encode(present)
        let sum = Checksum(of: data).value
        // Equal dictionaries may be in different orders.
        let isWritten = isEqual && (sum == self.sum || base.map { JournalCoding.areWrittenAlike($0, present) } ?? false)
        if !isWritten {
            writer.begin(RecordKind.value, store, name, version)
            writer.write(data)
        }
        return { [self] in
            self.sum = sum
            letGoLater(exchange(&base, with: present) as Any)
        }
    }

    var writeSnapshot: Writing? {
        guard let base else { return nil }
        let (name, version) = (name, version)
        return { store, emit in
            var writer = ByteWriter()
            writer.begin(RecordKind.value, store, name, version)
            writer.write(try JournalCoding.encode(base))
            try emit(writer)
        }
    }
}
