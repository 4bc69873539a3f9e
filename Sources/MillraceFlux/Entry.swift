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

    @inlinable
    @inline(__always)
    func call(with action: ActionType, in dispatch: Int, _ turn: Turn) {
        startedIn = dispatch
        call(action, turn)
        finishedIn = dispatch
    }
}

/// Entries in the order in which they are called. It does not change while they are, but is replaced.
@usableFromInline
final class Ordered<ActionType: Action> {
    /// A place in the order, as the store knows it whose handler stands there.
    @usableFromInline
    struct Place {
        /// Where the store's state lies, kept by its registrant; nil for a bare callback.
        @usableFromInline let cell: Unmanaged<Cell>?

        /// No further handler of the store follows.
        @usableFromInline let isLast: Bool

        /// Lets the state be read, or not.
        @inlinable
        @inline(__always)
        func setAwaited(_ isAwaited: Bool) { cell?._withUnsafeGuaranteedRef { $0.setAwaited(isAwaited) } }
    }

    @exclusivity(unchecked) @usableFromInline var entries: [Entry<ActionType>]

    /// For each entry its place. Empty until it is needed.
    @exclusivity(unchecked) @usableFromInline var places: [Place] = []

    init(_ entries: [Entry<ActionType>]) { self.entries = entries }

    /// From here on no state is read whose store has a handler to come: reading would give the old one. O(n).
    @inlinable
    func beginAwaiting() {
        if places.isEmpty { makePlaces() }
        for place in places { place.setAwaited(true) }
    }

    @usableFromInline
    func makePlaces() {
        var seen: Set<ObjectIdentifier> = []
        let reversed = entries.reversed().map { entry in
            let isLast = entry.registrant.cell.map { seen.insert(ObjectIdentifier($0)).inserted } ?? false
            return Place(cell: entry.registrant.cell.map { .passUnretained($0) }, isLast: isLast)
        }
        places = reversed.reversed()
    }
}

/// A callback for the actions of every type.
struct Callback {
    let registrant: Registrant
    let call: (any Action) -> Void
}
