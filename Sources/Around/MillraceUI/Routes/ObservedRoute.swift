import MillraceApp
import MillraceFlux
import MillraceSignals
import Observation

/// A route as views show it, and the user's own changes of it, as actions.
///
/// ```swift
/// RouteView(ObservedRoute(routes)) { place in
///     switch place.screen {
///     case .rooms: RoomList()
///     case .room(let id): RoomView(room: id)
///     }
/// }
/// ```
///
/// Tabs, stacks and sheets read their part of the route here, and report here that the user has selected a tab, swiped
/// back or pulled a sheet down. Each becomes an action, so that it is seen, recorded and undone like any other. A
/// report that comes too late, since the route has changed meanwhile, changes nothing, and the view that shows the
/// route reads it again.
///
/// It keeps the store alive, and belongs to the main actor. A read costs O(n) for the n screens of the route, at most.
@MainActor
public final class ObservedRoute<Screen: Hashable & Sendable> {
    private let present: Observable<Route<Screen>>
    private let observed: Observed<Route<Screen>>
    private let dispatcher: Dispatcher

    /// The store, whose handlers would end with it.
    private let store: any StoreReference

    /// Counts refused reports: the route is then announced again.
    private let refusals = Variable(0)

    /// Observes the route of a store.
    ///
    /// - Parameter store: The store of the route, which handles `Navigate`: see `Store.handleNavigation()`.
    public convenience init(_ store: Store<Route<Screen>>) { self.init(store, \.self) }

    /// Observes a route that is a part of a larger state.
    ///
    /// - Parameters:
    ///   - store: The store, which handles `Navigate`: see `Store.handleNavigation(_:)`.
    ///   - route: The route in its state.
    public init<State>(_ store: Store<State>, _ route: KeyPath<State, Route<Screen>>) {
        present = store.state.select { $0[keyPath: route] }
        observed = combine(present, refusals).map { route, _ in route }.observed
        (self.store, dispatcher) = (store, store.dispatcher)
    }

    /// The route. Tracked.
    public var route: Route<Screen> { observed.value }

    /// Dispatches a change of the route.
    ///
    /// - Parameters:
    ///   - action: The change.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public func dispatch(_ action: Navigate<Screen>, file: StaticString = #fileID, line: UInt = #line) {
        dispatcher.dispatch(action, file: file, line: line)
    }

    /// The route changes, or does not: then whoever shows it reads it again.
    private func move(_ action: Navigate<Screen>?) {
        if let action { dispatch(action) } else { refusals.value += 1 }
    }
}

// `Observable` alone would be the class of MillraceSignals.
extension ObservedRoute: Observation.Observable {}

// MARK: - Tabs

extension ObservedRoute {
    /// The places at the roots of the tabs, in order. Tracked.
    public var tabRoots: [Route<Screen>.Place] {
        route.places.filter { if case .tab = $0.branch { $0.depth == 0 } else { false } }
    }

    /// The selected tab, by its root. Tracked. Setting it selects a tab, unless it is selected.
    public var selectedTab: Screen {
        get { route.selected }
        set { if newValue != present.value.selected { dispatch(.select(newValue)) } }
    }
}

// MARK: - Stacks

extension ObservedRoute {
    /// The places on top of the root of a branch, from the bottom; none if there is no such branch. Tracked.
    ///
    /// - Parameter branch: A tab, or a presented branch.
    public func path(of branch: Route<Screen>.BranchID) -> [Route<Screen>.Place] { route.path(of: branch) }

    /// Notes that the user has gone back in a branch: pops the screens that are not in the path any more.
    ///
    /// If the branch is covered by another, the action is `Navigate.set`, otherwise `Navigate.pop`. A path that is not
    /// the beginning of the present one is out of date: a swipe back that has ended after the screen was popped, or
    /// replaced, by an action. It changes nothing.
    ///
    /// - Parameters:
    ///   - path: The places that are left on top of the root.
    ///   - branch: The branch.
    public func userLeft(_ path: [Route<Screen>.Place], of branch: Route<Screen>.BranchID) {
        let route = present.value
        let former = route.path(of: branch)
        if path != former { move(route.popping(former.count, to: path, in: branch)) }
    }
}

// MARK: - Sheets

extension ObservedRoute {
    /// The place of the branch presented at a level: 0 is directly above the tabs. Nil if nothing is. Tracked.
    ///
    /// - Parameter level: The index of the presented branch.
    public func presented(at level: Int) -> Route<Screen>.Place? { route.root(of: .presented(level)) }

    /// Notes that the user has dismissed the branch presented at a place, with all that is presented on it.
    ///
    /// If the route does not have the place any more, it was dismissed by an action before, and nothing changes. So a
    /// branch that the action has presented instead stays.
    ///
    /// - Parameter place: The place, as ``presented(at:)`` gave it.
    public func userDismissed(_ place: Route<Screen>.Place) {
        let route = present.value
        guard case .presented(let level) = place.branch, route.contains(place) else { return move(nil) }
        dispatch(.dismiss(route.presented.count - level))
    }
}
