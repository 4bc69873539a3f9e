import MillraceSignals
import Synchronization

/// One callback for the actions of one type.
@usableFromInline
final class Entry<ActionType: Action> {
    @usableFromInline let registrant: Registrant

    /// The registrants whose entries for the same type come before this one.
    let after: [Registrant]
    @usableFromInline let call: (ActionType, Turn) -> Void

    /// The dispatch in which the entry was added; it is not called in that one unless it is waited for.
    let addedIn: Int

    /// The last dispatch in which the entry was called, and the last in which it returned.
    @exclusivity(unchecked) @usableFromInline var startedIn = 0
    @exclusivity(unchecked) @usableFromInline var finishedIn = 0

    /// No further handler of its store follows: when it has been called, the store's state may be read.
    @exclusivity(unchecked) @usableFromInline var isLast = false

    #if DEBUG
    /// The number of the dispatch that follows its being added.
    var addedBefore = 0
    #endif

    init(_ registrant: Registrant, after: [Registrant], addedIn: Int, call: @escaping (ActionType, Turn) -> Void) {
        self.registrant = registrant
        self.after = after
        self.addedIn = addedIn
        self.call = call
    }

    @inlinable var isRemoved: Bool { registrant.isRemoved.load(ordering: .relaxed) }

    /// Lets the state of its store be read, or not. A bare callback has none.
    @inlinable
    @inline(__always)
    func setAwaited(_ isAwaited: Bool) { registrant.cell?.setAwaited(isAwaited) }

    @inlinable
    @inline(__always)
    func call(with action: ActionType, in dispatch: Int, _ turn: Turn) {
        startedIn = dispatch
        call(action, turn)
        finishedIn = dispatch
    }
}

/// A callback for the actions of every type.
struct Callback {
    let registrant: Registrant
    let call: (any Action) -> Void
}
