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

    /// What is run again when what is beneath it changes; nil once the server has confirmed it.
    var operation: Operation?

    /// What it changes, over what is beneath.
    var patch = EntityPatch()

    /// What the operation has read.
    var reads: Set<EntityFieldKey> = []

    /// Why the operation could not be run the last time. Then it changes nothing.
    var error: EntityError?

    /// When it was confirmed.
    var time: UInt64 = 0

    var isPending: Bool { operation != nil }

    /// Runs the operation over what is beneath, and returns what differs from before.
    mutating func run(on snapshot: inout EntitySnapshot) -> Set<EntityFieldKey> {
        guard let operation else { return [] }
        let former = patch
        var draft = EntityDraft(snapshot)
        do {
            try operation(&draft)
            take(draft)
        } catch {
            (patch, self.error) = (EntityPatch(), EntityError(wrapping: error))
            reads = draft.reads
        }
        snapshot.base = draft.snapshot.base
        return former.keys.union(patch.keys)
    }

    /// Takes over what the operation has written to a draft and read from it.
    mutating func take(_ draft: EntityDraft) {
        (patch, reads, error) = (draft.patch, draft.reads, nil)
    }
}

extension EntityError {
    init(wrapping error: any Error) {
        self = error as? EntityError ?? EntityError(.unencodable("\(error)"))
    }
}
