import MillraceSignals

/// Keeps one object for each screen of a route, such as its store, for as long as the screen has its position in the
/// route.
///
/// ```swift
/// let scope = RouteScope(of: route.state) { position -> any ScreenModel in
///     switch position.screen {
///     case .room(let id): RoomModel(id, on: dispatcher)
///     default: PlainModel()
///     }
/// }
/// scope.top.observe(for: self) { app, model in app.show(model) }
/// ```
///
/// The object of a screen is called a member. It is created when its position is entered, and released when the position is
/// left, whether the screen is popped, dismissed or replaced, or the route is undone (law A3). A store that is released
/// cancels its effects. Selecting another tab does not leave a position. A screen at two positions has two members; a screen
/// that is left and entered again gets a new one. A position is also left if a screen below it in its branch is replaced,
/// because the screen is then shown again from the start.
///
/// ``members`` and ``top`` change in the turn after the route's change. What a member dispatches while it is created is
/// dispatched after that.
///
/// Keep the scope for as long as you use it. It keeps its members and what the route is derived from. When it is
/// released, it releases all members. A change of the route costs O(n) for the n screens of both routes.
public final class RouteScope<Screen: Hashable & Sendable, Member> {
    /// A position in the route, for which there is a member.
    public typealias Position = Route<Screen>.Position

    /// The members by their positions. Changes when positions have been entered or left.
    public let members: Observable<[Position: Member]>

    /// The member of the screen that the user sees.
    public let top: Observable<Member>

    private let all: Variable<[Position: Member]>
    private let shown: Variable<Member>
    private let make: (Position) -> Member
    private var observation: Subscription?

    /// The route that the members belong to.
    private var route: Route<Screen>

    /// Creates a scope, and the members of all positions of the present route.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - make: Creates the member of a position. The closure is kept as long as the scope.
    public init(of route: Observable<Route<Screen>>, _ make: @escaping (Position) -> Member) {
        let first = route.value
        let members = Members(of: first, keeping: [:], make)
        all = Variable(members.byPosition)
        shown = Variable(members.top)
        self.members = all.observable
        top = shown.observable
        self.make = make
        self.route = first
        observation = route.observe { [weak self] in self?.follow($0) }
    }

    /// The member of a position; nil if the route does not have that position. O(1).
    public subscript(position: Position) -> Member? { all.value[position] }

    /// Makes what is missing, and releases what is left.
    private func follow(_ next: Route<Screen>) {
        if next == route { return }
        let staying = route.positionsStaying(in: next)
        let former = all.value
        let kept = former.filter { staying.contains($0.key) }
        let isTopKept = route.topPosition == next.topPosition && kept[next.topPosition] != nil
        route = next
        let members = Members(of: next, keeping: kept, make)
        batch {
            if kept.count < former.count || kept.count < members.byPosition.count { all.value = members.byPosition }
            if !isTopKept { shown.value = members.top }
        }
    }

    /// The members of a route.
    private struct Members {
        var byPosition: [Position: Member]
        let top: Member

        /// Creates those that are not kept, from the bottom of each branch.
        init(of route: Route<Screen>, keeping kept: [Position: Member], _ make: (Position) -> Member) {
            byPosition = kept
            let topPosition = route.topPosition
            for position in route.positions where position != topPosition && kept[position] == nil {
                byPosition[position] = make(position)
            }
            // What is on top stands on all others of its branch.
            top = kept[topPosition] ?? make(topPosition)
            byPosition[topPosition] = top
        }
    }
}
