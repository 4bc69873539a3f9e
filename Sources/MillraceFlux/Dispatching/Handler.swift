import MillraceSignals

/// A closure that is called with the actions of one type, and where it stands in a dispatch.
@usableFromInline
final class Handler {
    /// Who registered it.
    let registrant: Registrant

    /// The type of the actions.
    let actionType: any Action.Type

    /// The registrants whose handlers for the same type are called before this one.
    let after: [Registrant]

    private let handle: (ActionAddress, Turn) -> Void

    /// The dispatch in which the handler was registered: in that one it is called only if it is waited for.
    let addedIn: Int

    /// The last dispatch in which the handler was called, and the last in which it returned.
    @exclusivity(unchecked) var startedIn = 0
    @exclusivity(unchecked) private var finishedIn = 0

    /// Where it stands in the list of its route.
    @exclusivity(unchecked) var place: UInt32 = 0

    /// No further handler of its store follows: when it has returned, the store's state can be read.
    @exclusivity(unchecked) var isLast = false

    /// The handler that its registrant registered before this one. The registration owns this list.
    @exclusivity(unchecked) var previous: Handler?

    #if DEBUG
    /// The number of the first dispatch after the handler was registered.
    var firstDispatch = 0
    #endif

    init(
        _ registrant: Registrant,
        for actionType: any Action.Type,
        after: [Registrant],
        addedIn: Int,
        handle: @escaping (ActionAddress, Turn) -> Void
    ) {
        self.registrant = registrant
        self.actionType = actionType
        self.after = after
        self.addedIn = addedIn
        self.handle = handle
    }

    /// Releases the list that begins with this handler, when nobody needs it any more. In a loop: releasing it from its
    /// head would call as deep as it is long.
    func releasePrevious() {
        var next = previous
        previous = nil
        while let handler = next {
            next = handler.previous
            handler.previous = nil
        }
    }

    /// Whether its registrant has left.
    var isRemoved: Bool { registrant.hasLeft }

    /// Forbids or allows reading the state of its store. A bare callback has no state.
    func setAwaited(_ isAwaited: Bool) { registrant.cell?.setAwaited(isAwaited) }

    /// Calls the closure.
    @inline(__always)
    func call(with action: ActionAddress, in dispatch: Int, _ turn: Turn) {
        startedIn = dispatch
        handle(action, turn)
        finishedIn = dispatch
        if registrant.isWatched { registrant.tellWatchers(turn) }
    }

    func hasReturned(in dispatch: Int) -> Bool { finishedIn == dispatch }

    func isRunning(in dispatch: Int) -> Bool { startedIn == dispatch && finishedIn != dispatch }

    /// Whether it is still to be called in a dispatch.
    func isAwaited(in dispatch: Int) -> Bool { startedIn != dispatch && addedIn != dispatch && !isRemoved }
}
