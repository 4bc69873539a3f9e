import MillraceSignals

/// Makes a renderer follow a route, with the fewest transitions that leave common screens alone, one at a time.
///
/// ```swift
/// let router = Router(route.state, by: screens, on: .main)
/// router.failures.observe(for: self) { app, failure in app.log("\(failure)") }
/// ```
///
/// If the route changes during a transition, the router finishes the transition and then continues from the screen's
/// present route (law A2). A transition that exceeds the time limit is reported and treated as done. If a transition
/// fails, that is reported, and the router waits for the next change of the route.
///
/// If the user moves the screen directly, for example by a swipe, call ``noteScreenMove(_:)``.
///
/// Keep the router for as long as you use it. It keeps the renderer and the sources of the route. Releasing it cancels
/// the transition in progress. It belongs to one isolation domain, that of its scheduler, and is not `Sendable`. To
/// plan the next transition costs O(n) for the n screens of both routes.
public final class Router<Screen: Hashable & Sendable> {
    /// The route that the screen shows: the route after the last transition.
    public let rendered: Observable<Route<Screen>>

    /// The transition in progress; nil if there is none.
    public let step: Observable<RouteStep<Screen>?>

    /// Emits each transition that failed or exceeded the time limit. Never finishes by itself.
    public let failures: Signal<RouteFailure<Screen>>

    private let route: Observable<Route<Screen>>
    private let renderer: any RouteRenderer<Screen>
    private let scheduler: any Scheduler
    private let timeLimit: Duration
    private let standing: Variable<Route<Screen>>
    private let current = Variable<RouteStep<Screen>?>(nil)
    private let reports = Emitter<RouteFailure<Screen>>()
    private var works: [ScheduledWork] = []
    private var observation: Subscription?

    /// Counts the transitions, to ignore the late end of a former one.
    private var number = 0

    /// A transition has failed, and the route has not changed since.
    private var isBlocked = false

    /// Creates a router, which starts the first transition at once.
    ///
    /// - Parameters:
    ///   - route: The route to show.
    ///   - renderer: Shows the route. The router keeps it.
    ///   - start: The route that the renderer shows now. By default the tabs of the route with their roots, the first
    ///     one selected.
    ///   - scheduler: A scheduler of the isolation domain of the route and the renderer. Transitions run in its
    ///     isolation.
    ///   - timeLimit: The longest time that one transition may take.
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
        failures = reports
        observation = route.observe { [weak self] _ in self?.followRoute() }
    }

    deinit { for work in works { work.cancel() } }

    /// Notes that the user has moved the screen: by a swipe back, by pulling down a sheet, by tapping a tab.
    ///
    /// ```swift
    /// router.noteScreenMove { $0.pop() }
    /// dispatcher.dispatch(Go.pop())
    /// ```
    ///
    /// Dispatch the same change directly after this call. Otherwise the router moves the screen back to the route.
    ///
    /// - Parameter move: Changes the route that the screen showed before.
    public func noteScreenMove(_ move: (inout Route<Screen>) -> Void) {
        var moved = standing.value
        move(&moved)
        standing.value = moved
        isBlocked = false
        weak let me = self
        // Later, so that actions dispatched now count.
        scheduler.schedule(after: .zero) { me?.advance() }
    }

    private func followRoute() {
        isBlocked = false
        advance()
    }

    /// Begins the next transition, if there is one to make and none under way.
    private func advance() {
        guard current.value == nil, !isBlocked else { return }
        let plan = standing.value.transitions(to: route.value)
        guard let next = plan.first else { return }
        let step = RouteStep(transition: next, from: standing.value, remaining: plan.count - 1)
        current.value = step
        number += 1
        let (number, renderer) = (number, renderer)
        weak let me = self
        works = [
            scheduler.start {
                do {
                    try await renderer.perform(step)
                    me?.finish(number)
                } catch {
                    me?.finish(number, by: .failed(step, error))
                }
            },
            scheduler.schedule(after: timeLimit) { me?.finish(number, by: .timedOut(step)) },
        ]
    }

    /// Notes that a transition is over, and goes on. A former one that only now returns is ignored.
    private func finish(_ number: Int, by failure: RouteFailure<Screen>? = nil) {
        guard number == self.number, let step = current.value else { return }
        for work in works { work.cancel() }
        works = []
        batch {
            current.value = nil
            if case .failed = failure { isBlocked = true } else { standing.update { $0.apply(step.transition) } }
        }
        if let failure { reports.send(failure) }
        advance()
    }
}

extension Route {
    /// The tabs with their roots only, the first one selected.
    fileprivate var bare: Route { Route(tabs: tabs.map { Branch($0.root) }, selection: 0) }
}
