import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law A2: the route is state. The renderer ends at the last route, by the fewest transitions from where it stands, one
/// at a time.
final class A2RouteSpec: Spec {
    func testSpec() {
        describe("A2: the transitions from a route to another") {
            it("lead there, and are the fewest that do") {
                runPrograms(4) { random in
                    // All routes of two tabs and two screens up to some height, presented screens in stacks or on
                    // stacks.
                    let isHigh = Bool.random(using: &random)
                    let routes = SmallRoutes(layers: isHigh ? 2 : 1, layerDepth: isHigh ? 0 : 1)
                    let start = routes.random(&random)
                    let distances = routes.distances(from: start)
                    if distances.count != 686 { return "\(distances.count) routes were compared" }
                    for (route, distance) in distances {
                        let transitions = start.transitions(to: route)
                        if start.applying(transitions) != route { return "\(transitions) miss \(route) from \(start)" }
                        if transitions.count != distance { return "not \(distance): \(transitions) from \(start)" }
                    }
                    return nil
                }
            }

            it("are the fewest of all that leave alone what stays, also where the tabs are others") {
                let tabs = ["x", "y", "z"]
                let allTabs = arrangements(of: tabs)
                runPrograms(60) { random in
                    let isDeep = Bool.random(using: &random)
                    let small = SmallRoutes(screens: ["a"], depth: isDeep ? 2 : 1, layers: isDeep ? 0 : 1)
                    func some() -> SmallRoutes {
                        var routes = small
                        routes.tabs = allTabs.randomElement(using: &random) ?? tabs
                        return routes
                    }
                    let (start, end) = (some().random(&random), some().random(&random))
                    let staying = start.spotsThatStay(in: end)
                    let transitions = start.transitions(to: end)
                    for count in 0...transitions.count {
                        let route = start.applying(Array(transitions.prefix(count)))
                        if !staying.isSubset(of: route.spots) { return "\(transitions) disturb \(start)" }
                    }
                    if start.applying(transitions) != end { return "\(transitions) miss \(end) from \(start)" }
                    let distance = small.distances(from: start, trying: allTabs.map { .setTabs($0) }) { route in
                        staying.isSubset(of: route.spots)
                    }[end]
                    return transitions.count == distance ? nil : "not \(distance ?? -1): \(transitions) from \(start)"
                }
            }

            it("lead there for larger routes too") {
                let large = SmallRoutes(
                    screens: ["a", "b", "c"],
                    tabs: ["x", "y", "z"],
                    depth: 9,
                    layers: 4,
                    layerDepth: 5
                )
                runPrograms(2_000) { random in
                    let (start, end) = (large.random(&random), large.random(&random))
                    let transitions = start.transitions(to: end)
                    return start.applying(transitions) == end ? nil : "\(transitions) miss \(end) from \(start)"
                }
            }

            it("change what is hidden while it is hidden") {
                let route = AppRoute(tabs: .rooms, .settings)
                var next = route
                next.push(.room("a"))
                next.select(.settings)
                next.push(.login)
                expect(route.transitions(to: next)) == [
                    .push(.login, on: .tab(.settings)), .select(.settings), .push(.room("a"), on: .tab(.rooms)),
                ]
            }
        }

        describe("A2: a renderer") {
            it("ends at the last route, one transition at a time, whatever happens meanwhile") {
                let routes = SmallRoutes(screens: ["a", "b", "c"], tabs: ["x", "y", "z"], depth: 4)
                runPrograms(150) { random in
                    let scheduler = TestScheduler()
                    let route = Variable(routes.random(&random))
                    let renderer = CountingRenderer(on: scheduler, showing: route.value)
                    let router = Router(route, by: renderer, from: route.value, on: scheduler)
                    for _ in 0..<5 {
                        route.value = routes.random(&random)
                        scheduler.advance(by: .milliseconds(.random(in: 0...400, using: &random)))
                    }
                    scheduler.run()
                    if renderer.mostAtOnce > 1 { return "\(renderer.mostAtOnce) transitions at once" }
                    if renderer.screen != route.value { return "it stands at \(renderer.screen), not \(route.value)" }
                    return router.rendered.value == route.value ? nil : "the router stands at \(router.rendered.value)"
                }
            }

            it("takes the fewest transitions from where it stands") {
                let routes = SmallRoutes(depth: 3)
                runPrograms(50) { random in
                    let scheduler = TestScheduler()
                    let (first, second, third) = (
                        routes.random(&random), routes.random(&random), routes.random(&random)
                    )
                    let route = Variable(first)
                    let renderer = CountingRenderer(on: scheduler, showing: first)
                    let router = keep(Router(route, by: renderer, from: first, on: scheduler))
                    route.value = second
                    scheduler.advance(by: .milliseconds(150))  // in the midst of the second transition
                    let done = router.step.value.map(\.to) ?? router.rendered.value
                    let before = renderer.count
                    route.value = third
                    scheduler.run()
                    let fewest = done.transitions(to: third).count
                    return renderer.count == before + fewest ? nil : "\(renderer.count - before), not \(fewest)"
                }
            }
        }
    }
}

/// All orders of some of these, but none.
private func arrangements(of tabs: [String]) -> [[String]] {
    tabs.flatMap { tab in
        let others = arrangements(of: tabs.filter { $0 != tab })
        return [[tab]] + others.map { [tab] + $0 }
    }
}

extension Route<String> {
    /// The spots that two routes have in common: a screen stays if all below it in its branch do, and for a presented one
    /// the roots of all branches below.
    fileprivate func spotsThatStay(in other: Route) -> Set<Spot> {
        let others = Set(other.spots)
        var staying: Set<Spot> = []
        var isSame: [BranchID: Bool] = [:]
        var isStacked = true
        for spot in spots {
            if case .presented = spot.branch, spot.depth == 0, !others.contains(spot) { isStacked = false }
            var isThere = others.contains(spot) && isSame[spot.branch, default: true]
            if case .presented = spot.branch, !isStacked { isThere = false }
            isSame[spot.branch] = isThere
            if isThere { staying.insert(spot) }
        }
        return staying
    }
}

/// A renderer whose transitions take 100 ms.
private final class CountingRenderer: RouteRenderer {
    private let scheduler: TestScheduler
    private(set) var screen: Route<String>
    private(set) var count = 0
    private var running = 0
    private(set) var mostAtOnce = 0

    init(on scheduler: TestScheduler, showing screen: Route<String>) {
        self.scheduler = scheduler
        self.screen = screen
    }

    nonisolated(nonsending) func perform(_ step: RouteStep<String>) async throws {
        count += 1
        running += 1
        mostAtOnce = max(mostAtOnce, running)
        try await scheduler.sleep(for: .milliseconds(100))
        screen.apply(step.transition)
        running -= 1
    }
}
