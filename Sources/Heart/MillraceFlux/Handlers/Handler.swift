import MillraceBase
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

    private let handle: (UnsafeRawPointer, TurnRunner) -> Void

    /// The number of the last dispatch in which the handler was registered or called, and how far it has come in that
    /// one. In any other dispatch it has not been called. Where it was registered between two dispatches, the complement
    /// of the number of the former.
    @exclusivity(unchecked) private var dispatch: Int
    @exclusivity(unchecked) private var progress: Progress

    private struct Progress: OptionSet {
        let rawValue: UInt8

        /// It was registered during the dispatch: it is called only if a callback waits for it.
        static var added: Progress { Progress(rawValue: 1) }

        /// It was called, or waits for others before it is.
        static var started: Progress { Progress(rawValue: 2) }

        /// It has returned.
        static var returned: Progress { Progress(rawValue: 4) }
    }

    /// Whether it is called before all that are not, whenever those are registered.
    let isFirst: Bool

    /// Whether it is the last handler of its store in the list: when it has returned, the store's state can be read.
    @exclusivity(unchecked) var isLast = false

    /// Where it stands in the list of its type.
    @exclusivity(unchecked) var place: UInt32 = 0

    /// The handler that its registrant registered before this one. The registration owns this list.
    @exclusivity(unchecked) var previous: Handler?

    #if DEBUG
    /// Where the user's code registered it; nil for a bare callback.
    var site: CallSite?
    #else
    /// Unknown: the memory of a handler is measured.
    var site: CallSite? { nil }
    #endif

    init(
        _ registrant: Registrant,
        for actionType: any Action.Type,
        after: [Registrant],
        isFirst: Bool = false,
        addedIn: Int,
        handle: @escaping (UnsafeRawPointer, TurnRunner) -> Void
    ) {
        self.registrant = registrant
        self.actionType = actionType
        self.after = after
        self.isFirst = isFirst
        dispatch = addedIn
        progress = .added
        self.handle = handle
    }

    /// Releases the list that begins with this handler, when it is not needed any more. In a loop: releasing it from
    /// its head would call as deep as it is long.
    func releasePrevious() {
        var next = previous
        previous = nil
        while let handler = next {
            next = handler.previous
            handler.previous = nil
        }
    }

    /// Whether its registration has ended: it is not called any more, and is dropped when the lists are not in use.
    var isUnregistered: Bool { registrant.hasEnded }

    /// Forbids or allows reading the state of its store. A bare callback has no state.
    func setAwaited(_ isAwaited: Bool) { registrant.cell?.setAwaited(isAwaited) }

    /// Calls the closure.
    @inline(__always)
    func call(with action: UnsafeRawPointer, in dispatch: Int, _ runner: TurnRunner) {
        start(in: dispatch)
        handle(action, runner)
        progress.insert(.returned)
    }

    /// Notes that it is called, or about to be.
    @inline(__always)
    func start(in dispatch: Int) {
        if self.dispatch == dispatch {
            progress.insert(.started)
        } else {
            self.dispatch = dispatch
            progress = .started
        }
    }

    /// The number of the first dispatch after it was registered; nil if it has been called since.
    var firstDispatch: Int? {
        if progress != .added { return nil }
        return (dispatch < 0 ? ~dispatch : dispatch) + 1
    }

    func wasAdded(in dispatch: Int) -> Bool { has(.added, in: dispatch) }

    func hasStarted(in dispatch: Int) -> Bool { has(.started, in: dispatch) }

    func hasReturned(in dispatch: Int) -> Bool { has(.returned, in: dispatch) }

    func isRunning(in dispatch: Int) -> Bool { hasStarted(in: dispatch) && !hasReturned(in: dispatch) }

    /// Whether it is being called, or waits for others.
    var isRunning: Bool { progress.contains(.started) && !progress.contains(.returned) }

    /// Whether it is still to be called in a dispatch.
    func isAwaited(in dispatch: Int) -> Bool {
        !hasStarted(in: dispatch) && !wasAdded(in: dispatch) && !isUnregistered
    }

    private func has(_ progress: Progress, in dispatch: Int) -> Bool {
        self.dispatch == dispatch && self.progress.contains(progress)
    }
}
