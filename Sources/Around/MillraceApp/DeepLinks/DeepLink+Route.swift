// Deep links of routes are composed of links of screens.

/// A link of a route onto which a screen is pushed.
public func / <Screen>(route: Route<Screen>, screen: DeepLink<Screen>) -> DeepLink<Route<Screen>> {
    DeepLink<Route<Screen>>(route) / screen
}

/// A link of a route whose address is a constant path.
public func / <Screen>(route: Route<Screen>, text: String) -> DeepLink<Route<Screen>> { DeepLink(route, text) }

/// A link that pushes a screen onto the route of another link: the screen's path follows the route's.
public func / <Screen>(route: DeepLink<Route<Screen>>, screen: DeepLink<Screen>) -> DeepLink<Route<Screen>> {
    route.adding(screen) {
        $0.push($1)
    } remove: { route in
        guard let top = route.shownBranch.pushed.last else { return nil }
        route.pop()
        return top
    }
}

extension DeepLink {
    /// A link that presents a screen on top of the route of this link: the screen's path follows the route's.
    ///
    /// ```swift
    /// (Route(Screen.rooms) / room).presenting(compose)
    /// ```
    public func presenting<Screen>(_ screen: DeepLink<Screen>) -> DeepLink where Target == Route<Screen> {
        adding(screen) {
            $0.present($1)
        } remove: { route in
            guard let top = route.presented.last, top.pushed.isEmpty else { return nil }
            route.dismiss()
            return top.root
        }
    }

    fileprivate func adding<Screen>(
        _ screen: DeepLink<Screen>,
        add: @escaping @Sendable (inout Target, Screen) -> Void,
        remove: @escaping @Sendable (inout Target) -> Screen?
    ) -> DeepLink {
        DeepLink { [read] address throws(DeepLinkMismatch) in
            var route = try read(&address)
            add(&route, try screen.read(&address))
            return route
        } write: { [write] target, address in
            var route = target
            guard let top = remove(&route) else { return false }
            return write(route, &address) && screen.write(top, &address)
        }
    }
}
