/// Identifies a change that was made before the server has confirmed it.
///
/// Keep it until the server has answered, and pass it to `confirm` or `refuse`. It keeps nothing alive.
public struct EntityChange: Hashable, Sendable, Codable {
    let number: UInt64
}

/// One change on top of what the server has told.
struct EntityLayer: Sendable {
    typealias Operation = @Sendable (inout EntityDraft) throws -> Void

    let change: EntityChange

    /// What is run again when what it has read changes beneath it; nil once the server has confirmed it.
    private(set) var operation: Operation?

    /// What it changes, over what is beneath.
    var patch = EntityPatch()

    /// What the operation has read, and what stood there beneath the layer.
    ///
    /// Compared with what stands there now, this tells whether it would do the same again. No way in has to say what
    /// it changes, so none can forget it.
    private var seen: [EntityFieldKey: SeenPart] = [:]

    /// Why the operation could not be run the last time. Then it changes nothing.
    private(set) var error: EntityError?

    /// When it was confirmed.
    var time: UInt64 = 0

    /// A layer that has not been run.
    init(_ change: EntityChange, _ operation: @escaping Operation) {
        self.change = change
        self.operation = operation
    }

    var isPending: Bool { operation != nil }

    /// The entities that it has read or changes.
    var ids: Set<EntityID> { Set(seen.keys.map(\.id)).union(patch.deltas.keys) }

    /// Runs the operation over what is beneath. Returns why it failed; then it changes nothing.
    @discardableResult
    mutating func run(on snapshot: inout EntitySnapshot) -> (any Error)? {
        guard let operation else { return nil }
        var draft = EntityDraft(snapshot)
        let failure = Result { try operation(&draft) }.failure
        patch = failure == nil ? draft.patch : EntityPatch()
        error = failure.map(EntityError.init(wrapping:))
        snapshot.base = draft.snapshot.base
        seen = [:]
        for key in draft.reads { seen[key] = snapshot.part(key) }
        return failure
    }

    /// Runs the operation again, if something that it has read is not what it was.
    mutating func update(over snapshot: inout EntitySnapshot) {
        if isPending, seen.contains(where: { snapshot.part($0.key) != $0.value }) { run(on: &snapshot) }
    }

    /// Notes that the server has confirmed it: what it changes stays as it is.
    mutating func confirm() { (operation, seen, error) = (nil, [:], nil) }
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
