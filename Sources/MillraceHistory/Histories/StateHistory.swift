import MillraceFlux
import MillraceSignals

/// Goes back in time, to see what was: for debugging.
///
/// ```swift
/// let history = StateHistory(of: cart, customer, on: dispatcher)
/// history.back()
/// history.jump(to: 3)
/// history.forward()
/// ```
///
/// Each action that changes one of its stores makes a moment. Going to a moment sets all its stores in one turn, so
/// that a view is drawn once, and the states are those that were, not made anew.
///
/// While the past is shown nothing is dispatched: an action that comes then is ignored, whoever it comes from, and told
/// to ``onIgnored``. A click into what is past is no mistake of the programmer's, and it must not change what is to
/// come. No handler runs, so no effect begins; one that was in flight goes on, but what it dispatches is ignored as
/// well. Going forward to the last moment ends that, and so does ``resume()``.
///
/// Moving is an action, ``TimeTravel``, so that it shows in a log and can be recorded. The dispatcher keeps the
/// history.
public final class StateHistory {
    /// Where in time a history stands.
    public struct Moment: Equatable, Sendable {
        /// The number of the moment that is shown, counted from 0, when the history was made.
        public var number: Int

        /// The moments that are kept.
        public var kept: ClosedRange<Int>

        /// A place among the moments that are kept.
        public init(number: Int, kept: ClosedRange<Int>) {
            self.number = number
            self.kept = kept
        }

        /// Whether there are moments before the one that is shown.
        public var canGoBack: Bool { number > kept.lowerBound }

        /// Whether there are moments after the one that is shown, and so the past is.
        public var canGoForward: Bool { number < kept.upperBound }
    }

    /// Where in time the stores are. It changes in the turn in which they do.
    public let moment: Observable<Moment>

    /// Told of each action that comes while the past is shown.
    public var onIgnored: (any Action) -> Void {
        get { ignoredHandler }
        set {
            // What the former one has captured goes when the new one is in its place.
            let former = ignoredHandler
            ignoredHandler = newValue
            withExtendedLifetime(former) {}
        }
    }
    private var ignoredHandler: (any Action) -> Void = { _ in }

    private weak var dispatcher: Dispatcher?
    private let present = Variable(Moment(number: 0, kept: 0...0))
    private var stores = KeptStores()
    private var timeline: Timeline

    /// Makes a history whose first moment is now. A dispatcher has one at most; a second is a programmer's error.
    ///
    /// - Parameters:
    ///   - stores: The stores whose states it keeps. All that belong together: the others stay as they are.
    ///   - dispatcher: The dispatcher of the stores, which keeps the history.
    ///   - limit: How much it keeps.
    public init<each State>(
        of stores: repeat Store<each State>,
        on dispatcher: Dispatcher,
        limit: HistoryLimit = HistoryLimit(count: 1_000)
    ) {
        self.dispatcher = dispatcher
        moment = present.removeDuplicates()
        timeline = Timeline(startingWith: [], limit: limit)
        // Two would move each other.
        if dispatcher.middlewares.contains(where: { $0 is StateHistory }) {
            stop(
                "StateHistory.init: the dispatcher has a history. To fix: make one, of all stores that belong together."
            )
        }
        for store in repeat each stores { keep(store) }
        timeline = Timeline(startingWith: self.stores.snapshot, limit: limit)
        dispatcher.install(self)
    }

    /// What the moments cost, beside the last: see ``HistoryLimit/bytes``.
    public var bytes: Int { timeline.bytes }

    private func keep<State>(_ store: Store<State>) {
        let place = stores.add(store)
        store.on(TimeTravel.self) { [weak self] state, action in
            let former = self?.timeline.snapshot(action.number)?[place] as? State
            guard let former else { return }
            letGoAfterTurn(state)
            state = former
        }
    }
}

// MARK: - Travelling

extension StateHistory {
    /// Shows the moment before. Without one, nothing happens.
    public func back() { jump(to: timeline.number - 1) }

    /// Shows the moment after. Without one, nothing happens.
    public func forward() { jump(to: timeline.number + 1) }

    /// Shows a moment, or the nearest that is kept: a slider may be a turn behind.
    ///
    /// As ``Dispatcher/dispatch(_:file:line:)`` it waits in mid-turn, and must not be called by a handler.
    public func jump(to number: Int) {
        let nearest = min(max(number, timeline.firstNumber), timeline.lastNumber)
        if nearest != timeline.number { dispatcher?.dispatch(TimeTravel(to: nearest)) }
    }

    /// Goes on from the moment that is shown: those after it are forgotten, and actions are dispatched again.
    public func resume() {
        let forgotten = timeline.forgetLater()
        tell()
        withExtendedLifetime(forgotten) {}
    }

    private func tell() {
        present.value = Moment(number: timeline.number, kept: timeline.firstNumber...timeline.lastNumber)
    }
}

extension StateHistory: Middleware {
    /// Lets in nothing but what moves, while the past is shown, and tells ``onIgnored`` of the rest.
    public func admits(_ action: any Action) -> Bool {
        guard present.value.canGoForward, !(action is TimeTravel) else { return true }
        onIgnored(action)
        return false
    }

    /// Takes down what an action has led to.
    public func didHandle(_ handled: HandledAction) {
        if let travel = handled.action as? TimeTravel {
            timeline.move(to: travel.number)
        } else if stores.areChanged(by: handled) {
            letGoAfterTurn(timeline.append(stores.snapshot))
        }
        tell()
    }
}

/// The action by which a ``StateHistory`` goes to another moment. Use its methods instead.
public struct TimeTravel: Action, Equatable, Codable {
    /// The number of the moment.
    public var number: Int

    /// Goes to a moment.
    public init(to number: Int) {
        self.number = number
    }
}
