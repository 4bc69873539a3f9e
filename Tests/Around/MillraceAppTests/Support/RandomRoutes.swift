import MillraceApp
import MillraceSpecs

/// Routes of few screens, for comparisons with all that is possible.
struct SmallRoutes {
    var screens = ["a", "b"]
    var tabs = ["x", "y"]
    var depth = 2
    var layers = 2
    var layerDepth = 1

    func random(_ random: inout some RandomNumberGenerator) -> Route<String> {
        var route = randomTabs(&random)
        for tab in route.tabs.map(\.root) {
            push(depth, &route, on: .tab(tab), &random)
        }
        for layer in 0..<Int.random(in: 0...layers, using: &random) {
            route.present(screens.randomElement(using: &random) ?? "")
            push(layerDepth, &route, on: .presented(layer), &random)
        }
        return route
    }

    private func randomTabs(_ random: inout some RandomNumberGenerator) -> Route<String> {
        var route = Route(tabs[0])
        route.apply(.setTabs(tabs))
        route.select(tabs.randomElement(using: &random) ?? "")
        return route
    }

    private func push(
        _ limit: Int,
        _ route: inout Route<String>,
        on branch: Route<String>.BranchID,
        _ random: inout some RandomNumberGenerator
    ) {
        for _ in 0..<Int.random(in: 0...limit, using: &random) {
            route.apply(.push(screens.randomElement(using: &random) ?? "", on: branch))
        }
    }

    /// All transitions that change a route and stay within the limits.
    func transitions(from route: Route<String>) -> [Route<String>.Transition] {
        var all: [Route<String>.Transition] = route.tabs.map { .select($0.root) }
        for branch in route.branches {
            let pushed = route[branch]?.pushed.count ?? 0
            let limit = if case .tab = branch { depth } else { layerDepth }
            if pushed > 0 { all += (1...pushed).map { .pop($0, from: branch) } }
            if pushed < limit { all += screens.map { .push($0, on: branch) } }
        }
        if !route.presented.isEmpty { all += (1...route.presented.count).map { .dismiss($0) } }
        if route.presented.count < layers { all += screens.map { .present($0) } }
        return all
    }

    /// How many transitions each route is away from a first one, by trying all. `more` are tried everywhere too. Only
    /// routes that are admitted are gone through.
    func distances(
        from start: Route<String>,
        trying more: [Route<String>.Transition] = [],
        by isAdmitted: (Route<String>) -> Bool = { _ in true }
    ) -> [Route<String>: Int] {
        var distances = [start: 0]
        var frontier = [start]
        while !frontier.isEmpty {
            var next: [Route<String>] = []
            for route in frontier {
                for transition in transitions(from: route) + more {
                    var reached = route
                    reached.apply(transition)
                    guard distances[reached] == nil, isAdmitted(reached) else { continue }
                    distances[reached] = (distances[route] ?? 0) + 1
                    next.append(reached)
                }
            }
            frontier = next
        }
        return distances
    }
}

extension Route {
    /// The route after some transitions.
    func applying(_ transitions: [Transition]) -> Route { transitions.reduce(into: self) { $0.apply($1) } }
}

/// Where a screen stands, by plain code.
struct Spot: Hashable {
    let branch: Route<String>.BranchID
    let depth: Int
    let screen: String
}

extension Route<String> {
    /// The spots of all screens, branch by branch from the root to the top.
    var spots: [Spot] {
        branches.flatMap { branch in
            (self[branch]?.screens ?? []).enumerated().map { Spot(branch: branch, depth: $0, screen: $1) }
        }
    }
}
