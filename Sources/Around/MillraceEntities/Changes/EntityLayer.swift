/// Identifies a change that was made before the server has confirmed it.
///
/// Keep it until the server has answered, and pass it to `confirm` or `refuse`. It keeps nothing alive.
public struct EntityChange: Hashable, Sendable, Codable {
    let number: UInt64
}

/// One change on top of the server's records.
struct EntityLayer: Identifiable, Sendable {
    typealias Operation = @Sendable (inout EntityDraft) throws -> Void

    let change: EntityChange

    /// A second name of the change; nil if there is none.
    let name: String?

    /// The operation that is run again when a field that it has read changes beneath it; nil once the server has
    /// confirmed it.
    private(set) var operation: Operation?

    /// Its changes, over the state beneath.
    var patch = EntityPatch()

    /// The entities that the operation has edited, also where its edit has changed nothing.
    private(set) var edited: Set<EntityID> = []

    /// The fields that the operation has read, and their values beneath the layer.
    ///
    /// A comparison with the present values shows whether it would do the same again. No way in has to declare its
    /// changes, so none can forget one.
    private var seen: [EntityFieldKey: SeenPart] = [:]

    /// The values beneath the fields that it changes, from when it first changed them; nil where nothing was known.
    ///
    /// So this is what its author has seen. It stays the same when the operation is run again. The version of the
    /// entity is noted too: the change is sent with it.
    private(set) var origins: [EntityID: [Int: FieldValue?]] = [:]

    /// Why the operation could not be run the last time. Then it changes nothing.
    private(set) var error: EntityError?

    /// When it was confirmed.
    var time: UInt64 = 0

    /// A layer that has not been run.
    init(_ change: EntityChange, name: String? = nil, _ operation: @escaping Operation) {
        (self.change, self.name) = (change, name)
        self.operation = operation
    }

    var id: EntityChange { change }

    var isPending: Bool { operation != nil }

    /// The entities that it has read, that it changes or has changed, and that its changes refer to.
    var touched: Set<EntityID> {
        var ids = Set(patch.deltas.keys)
        for key in seen.keys { ids.insert(key.id) }
        ids.formUnion(origins.keys)
        patch.forEachReference { ids.insert($0) }
        return ids
    }

    /// Runs the operation over the state beneath. Returns why it failed; then it changes nothing.
    @discardableResult
    mutating func run(on snapshot: inout EntitySnapshot) -> (any Error)? {
        guard let operation else { return nil }
        var draft = EntityDraft(snapshot)
        let failure = Result { try operation(&draft) }.failure
        patch = failure == nil ? draft.patch : EntityPatch()
        error = failure.map(EntityError.init(wrapping:))
        snapshot.base = draft.snapshot.base
        noteOrigins(on: snapshot)
        (edited, seen) = (draft.edited, [:])
        for key in draft.reads { seen[key] = snapshot.part(key) }
        return failure
    }

    /// Notes the values beneath fields that were not changed before.
    private mutating func noteOrigins(on snapshot: EntitySnapshot) {
        for (id, delta) in patch.deltas {
            let view = snapshot.view(of: id)
            for number in delta.fields.keys where origins[id]?[number] == nil { note(view[number], number, of: id) }
            if let version = snapshot.versionNumber(of: id.kind), origins[id]?[version] == nil {
                note(view[version], version, of: id)
            }
        }
    }

    private mutating func note(_ value: FieldValue?, _ number: Int, of id: EntityID) {
        origins[id, default: [:]][number] = .some(value)
    }

    /// Notes another version of an entity, if it changes that entity: its author knows the server's present values.
    mutating func noteVersion(_ version: FieldValue?, _ number: Int, of id: EntityID) {
        if isPending, concerns(id) { note(version, number, of: id) }
    }

    /// Whether it changes an entity, or did before somebody else has said the same.
    func concerns(_ id: EntityID) -> Bool { patch[id] != nil || origins[id] != nil }

    /// Whether a field that it has read of some entities has changed, so that it has to be run again.
    func isOutdated(over snapshot: EntitySnapshot, where changed: Set<EntityID>) -> Bool {
        seen.contains { changed.contains($0.key.id) && snapshot.part($0.key) != $0.value }
    }

    /// Notes that the server has confirmed it: its changes stay as they are.
    mutating func confirm() { (operation, edited, seen, origins, error) = (nil, [], [:], [:], nil) }

    /// Adds the values of an entity in the answer that confirms it.
    mutating func merge(_ fields: [(number: Int, value: FieldValue)], of id: EntityID) {
        if patch[id]?.exists == false { patch[id] = nil }
        for (number, value) in fields { patch.set(id, number, to: value) }
    }

    /// Puts another operation in the place of its own, and runs it: its author knows the present values beneath.
    mutating func replace(on snapshot: inout EntitySnapshot, with operation: @escaping Operation) {
        self.operation = operation
        for (id, fields) in origins {
            let view = snapshot.view(of: id)
            for number in fields.keys { note(view[number], number, of: id) }
        }
        run(on: &snapshot)
    }
}

extension Result {
    /// The error; nil if there is none.
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}

extension EntityError {
    init(wrapping error: any Error) {
        self = error as? EntityError ?? EntityError(.unencodable("\(error)"))
    }
}
