import MillraceBase
import MillraceFlux
import MillraceSignals

/// Goes back and forward in time, for debugging.
///
/// ```swift
/// let history = StateHistory(of: cart, customer, on: dispatcher)
/// history.back()
/// history.jump(to: 3)
/// history.forward()
/// ```
///
/// Each action that changes one of its stores makes a moment. Going to a moment sets all its stores in one turn, so a
/// view is rendered once. The states are the original ones and are not computed again.
///
/// While the past is shown nothing is dispatched: an action from any source is ignored and passed to ``onIgnored``,
/// because it must not change the later moments. No handler runs, so no effect starts; an effect that was in flight
/// continues, but its actions are ignored as well. This ends when the last moment is shown again, or with ``resume()``.
///
/// Stored properties of types that are `Irreversible`, such as an outbox, stay as they are in the last moment: sent
/// requests do not come back. In a member of a family that comes back they are as when it was there last. A member that
/// is made when it is asked for is, at the moments before, as it was made; that it is made makes no moment.
///
/// Moving is an action, ``TimeTravel``, so it appears in a log and can be recorded. The dispatcher keeps the history
/// alive.
public final class StateHistory {
    /// A position in a history.
    public struct Moment: Equatable, Sendable {
        /// The number of the moment that is shown, counted from 0, when the history was made.
        public var number: Int

        /// The moments that are kept.
        public var kept: ClosedRange<Int>

        package init(number: Int, kept: ClosedRange<Int>) {
            self.number = number
            self.kept = kept
        }

        /// Whether there are moments before the one that is shown.
        public var canGoBack: Bool { number > kept.lowerBound }

        /// Whether there are moments after the one that is shown: if so, the past is shown.
        public var canGoForward: Bool { number < kept.upperBound }
    }

    /// The position in time. It changes in the same turn as the stores.
    public let moment: Observable<Moment>

    /// Called with each action that arrives while the past is shown.
    public var onIgnored: (any Action) -> Void {
        get { ignoredHandler }
        set {
            // The captures of the previous closure are released when the new one is in place.
            letGo(exchange(&ignoredHandler, with: newValue))
        }
    }
    private var ignoredHandler: (any Action) -> Void = { _ in }

    private weak var dispatcher: Dispatcher?
    private let present = Variable(Moment(number: 0, kept: 0...0))
    private var stores = TrackedStores()
    private var timeline: Timeline

    /// Creates a history whose first moment is now. A dispatcher can have only one; a second is a precondition failure.
    ///
    /// - Parameters:
    ///   - stores: The stores, and families of stores, whose states it keeps. Pass all that belong together: other
    ///     stores do not change. The members of a family come and go with the elements of its parent, so pass that too.
    ///   - dispatcher: The dispatcher of the stores, which keeps the history alive.
    ///   - limit: The maximum number of moments in addition to the last. Of more, the oldest are dropped.
    public init<each Part: StateHolding>(
        of stores: repeat each Part,
        on dispatcher: Dispatcher,
        limit: Int = 1_000
    ) {
        self.dispatcher = dispatcher
        moment = present.removeDuplicates()
        timeline = Timeline(startingWith: [], limit: limit)
        for store in repeat each stores { visit(any: store) }
        timeline = Timeline(startingWith: self.stores.snapshot, limit: limit)
        var middleware = Middleware(admits: admits, handled: note)
        middleware.soleName = "a StateHistory"
        dispatcher.install(middleware)
    }

}

// MARK: - Keeping states

extension StateHistory: StateVisitor {
    package var method: StaticString { "StateHistory.init" }

    package func visit<Key, State>(_ family: StoreFamily<Key, State>) {
        let tracked = TrackedFamily(family)
        let place = stores.add(tracked)
        family.onFirst(TimeTravel.self) { [weak self] action in
            let former = self?.timeline.snapshot(action.number)?[place] as? FamilyStates<Key, State>
            if let former { tracked.restore(former) { $0 = $1 } }
        }
    }

    package func visit<State>(_ store: Store<State>) {
        let (place, parts) = (stores.add(store), IrreversibleParts<State>())
        store.onFirst(TimeTravel.self) { [weak self] state, action in
            let former = self?.timeline.snapshot(action.number)?[place] as? State
            guard let former else { return }
            letGoAfterTurn(state)
            state = parts.former(former, keepingThoseOf: state)
        }
    }
}

// MARK: - Travelling

extension StateHistory {
    /// Shows the previous moment. If there is none, nothing happens.
    public func back() { jump(to: timeline.number - 1) }

    /// Shows the next moment. If there is none, nothing happens.
    public func forward() { jump(to: timeline.number + 1) }

    /// Shows a moment, or the nearest one that is kept, because a slider may be a turn behind.
    ///
    /// Like `Dispatcher.dispatch(_:file:line:)`, this is queued during a turn and must not be called by a handler.
    public func jump(to number: Int) {
        let nearest = min(max(number, timeline.firstNumber), timeline.lastNumber)
        if nearest != timeline.number { dispatcher?.dispatch(TimeTravel(to: nearest)) }
    }

    /// Continues from the moment that is shown: later moments are dropped, and actions are dispatched again.
    public func resume() {
        let forgotten = timeline.forgetLater()
        publish()
        withExtendedLifetime(forgotten) {}
    }

    private func publish() {
        present.value = Moment(number: timeline.number, kept: timeline.firstNumber...timeline.lastNumber)
        dispatcher?.journal?.setShowsPast(present.value.canGoForward)
    }
}

// MARK: - Noting

extension StateHistory {
    /// Admits nothing but moves while the past is shown, and passes the rest to ``onIgnored``.
    private func admits(_ action: any Action) -> Bool {
        guard present.value.canGoForward, !(action is TimeTravel) else { return true }
        onIgnored(action)
        return false
    }

    /// Notes the states after an action.
    private func note(_ handled: HandledAction) {
        if let travel = handled.action as? TimeTravel {
            timeline.move(to: travel.number)
            // The move has changed families, which no action after it has.
            _ = stores.snapshot
        } else if stores.areChanged(by: handled) {
            letGoAfterTurn(timeline.append(stores.snapshot))
        }
        publish()
    }
}

/// The action with which a ``StateHistory`` goes to another moment. Use the history's methods instead.
public struct TimeTravel: MomentAction, Equatable, Codable {
    let number: Int

    init(to number: Int) {
        self.number = number
    }
}
