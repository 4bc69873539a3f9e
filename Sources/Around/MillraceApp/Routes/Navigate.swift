import MillraceFlux

/// The action that changes a route: see ``Route`` for the effect of each case.
///
/// ```swift
/// typealias Go = Navigate<Screen>
///
/// dispatcher.dispatch(Go.push(.room("mill")))
/// dispatcher.dispatch(Go.back)
/// ```
///
/// It is `Codable` if the screens are, so it can be recorded and replayed.
public enum Navigate<Screen: Hashable & Sendable>: Action, Hashable {
    /// Selects a tab, by its root.
    case select(Screen)
    /// Pushes a screen onto the branch that the user sees.
    ///
    /// With `from`, only if that screen is on top. So a second tap on a button has no effect once the first one has
    /// pushed a screen.
    case push(Screen, from: Screen? = nil)
    /// Pops screens from the branch that the user sees.
    case pop(_ count: Int = 1)
    /// Pops all screens but the root from the branch that the user sees.
    case popToRoot
    /// Presents a screen on top of everything.
    case present(Screen)
    /// Dismisses presented branches, from the top.
    case dismiss(_ count: Int = 1)
    /// Goes back by one screen: pops, or dismisses.
    case back
    /// Goes to another route, without changing tabs that the other route does not have.
    case show(Route<Screen>)
    /// Replaces the whole route.
    case set(Route<Screen>)
}

extension Navigate: Encodable where Screen: Encodable {}
extension Navigate: Decodable where Screen: Decodable {}

extension Route {
    /// Applies an action to the route.
    package mutating func navigate(_ action: Navigate<Screen>) {
        switch action {
        case .select(let tab): select(tab)
        case .push(let screen, let origin): if origin == nil || origin == top { push(screen) }
        case .pop(let count): pop(count)
        case .popToRoot: popToRoot()
        case .present(let screen): present(screen)
        case .dismiss(let count): dismiss(count)
        case .back: back()
        case .show(let route): show(route)
        case .set(let route): self = route
        }
    }
}

extension Store {
    /// Handles `Navigate` in a store whose state is a route.
    ///
    /// ```swift
    /// let route = Store(Route<Screen>(tabs: .rooms, .settings), on: dispatcher, name: "route") { $0.handleNavigation() }
    /// ```
    public func handleNavigation<Screen>() where State == Route<Screen> { handleNavigation(\.self) }

    /// Handles `Navigate` in a store whose state contains a route.
    ///
    /// ```swift
    /// store.handleNavigation(\.route)
    /// ```
    public func handleNavigation<Screen>(_ route: WritableKeyPath<State, Route<Screen>>) {
        on(Navigate<Screen>.self) { state, action in state[keyPath: route].navigate(action) }
    }
}
