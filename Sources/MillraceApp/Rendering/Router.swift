import MillraceSignals

/// Leads a renderer to where the route is, by the fewest transitions, one at a time.
///
/// ```swift
/// let router = Router(route.state, by: screens, on: .main)
/// router.problems.observe(for: self) { app, problem in app.log("\(problem)") }
/// ```
///
/// A route that changes while a transition is under way is taken up when that is over, from where the screen then
/// stands (law A2). A transition that does not end in time is reported and counts as done; one that fails is reported,
/// and the router waits for the next change.
///
/// Where the user moves the screen without the route, such as by a swipe, tell ``screenMoved(_:)``.
///
/// Whoever uses a router keeps it. It keeps the renderer and what the route is derived from. Releasing it cancels the
/// transition under way. It belongs to one isolation domain, that of its scheduler, and is not `Sendable`.
public final class Router<Screen: Hashable & Sendable> {
    /// Where the screen stands: the route after the last transition.
    public let rendered: Observable<Route<Screen>>

    /// The transition under way; nil where there is none.
    public let step: Observable<RouteStep<Screen>?>

    /// What went wrong.
    public let problems: Signal<RouteProblem<Screen>>

    private let route: Observable<Route<Screen>>
    private let renderer: any RouteRenderer<Screen>
    private let scheduler: any Scheduler
    private let timeLimit: Duration
    private let standing: Variable<Route<Screen>>
    private let current = Variable<RouteStep<Screen>?>(nil)
    private let reports = Emitter<RouteProblem<Screen>>()
    private var works: [ScheduledWork] = []
    private var observation: Subscription?

    /// Counts the transitions, so that what a former one says is told from what the present one says.
    private var number = 0

    /// A transition has failed, and the route has not changed since.
    private var isBlocked = false

    /// Creates a router, which begins at once.
    ///
    /// - Parameters:
    ///   - route: Where the user is.
    ///   - renderer: Shows it. The router keeps it.
    ///   - start: What the renderer shows now. By default the tabs, with nothing upon them, and the first one selected.
    ///   - scheduler: Where the route and the renderer belong. Transitions run in its isolation.
    ///   - timeLimit: How long one transition may take.
    public init(
        _ route: Observable<Route<Screen>>,
        by renderer: some RouteRenderer<Screen>,
        from start: Route<Screen>? = nil,
        on scheduler: some Scheduler,
        timeLimit: Duration = .seconds(5)
    ) {
        self.route = route
        self.renderer = renderer
        self.scheduler = scheduler
        self.timeLimit = timeLimit
        standing = Variable(start ?? route.value.bare)
        rendered = standing.removeDuplicates()
        step = current.removeDuplicates()
        problems = reports
        observation = route.observe { [weak self] _ in self?.routeChanged() }
    }

    deinit { for work in works { work.cancel() } }

    /// Notes that the screen has moved by itself: a swipe back, a sheet pulled down, a tab that was tapped.
    ///
    /// ```swift
    /// router.screenMoved { $0.pop() }
    /// dispatcher.dispatch(Go.pop())
    /// ```
    ///
    /// The app then dispatches the same, at once. If it does not, the router brings the screen back to the route.
    ///
    /// - Parameter move: Changes the route at which the screen stood.
    public func screenMoved(_ move: (inout Route<Screen>) -> Void) {
        var moved = standing.value
        move(&moved)
        standing.value = moved
        isBlocked = false
        weak let me = self
        // Later, so that what is dispatched now counts.
        scheduler.schedule(after: .zero) { me?.advance() }
    }

    private func routeChanged() {
        isBlocked = false
        advance()
    }

    /// Begins the next transition, if there is one to make and none under way.
    private func advance() {
        guard current.value == nil, !isBlocked else { return }
        let plan = standing.value.transitions(to: route.value)
        guard let next = plan.first else { return }
        let step = RouteStep(next, from: standing.value, remaining: plan.count - 1)
        current.value = step
        number += 1
        let (number, renderer) = (number, renderer)
        weak let me = self
        works = [
            scheduler.start {
                do {
                    try await renderer.perform(step)
                    me?.ended(number)
                } catch {
                    me?.ended(number, by: .failed(step, error))
                }
            },
            scheduler.schedule(after: timeLimit) { me?.ended(number, by: .timedOut(step)) },
        ]
    }

    /// Notes that a transition is over, and goes on. A former one that only now returns is ignored.
    private func ended(_ number: Int, by problem: RouteProblem<Screen>? = nil) {
        guard number == self.number, let step = current.value else { return }
        for work in works { work.cancel() }
        works = []
        batch {
            current.value = nil
            if case .failed = problem { isBlocked = true } else { standing.update { $0.apply(step.transition) } }
        }
        if let problem { reports.send(problem) }
        advance()
    }
}

extension Route {
    /// The tabs with nothing upon them, and the first one selected.
    fileprivate var bare: Route { Route(tabs: tabs.map { Branch($0.root) }, selection: 0) }
}
