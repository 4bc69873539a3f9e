import MillraceFlux

/// The action that changes a route: see ``Route`` for what each case does.
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
    /// Puts a screen on top of what the user sees.
    ///
    /// With `from`, only if that screen is on top: a second tap on a button, while the first is still being answered,
    /// then changes nothing.
    case push(Screen, from: Screen? = nil)
    /// Takes screens off what the user sees.
    case pop(_ count: Int = 1)
    /// Takes all screens but the root off what the user sees.
    case popToRoot
    /// Presents a screen on top of everything.
    case present(Screen)
    /// Dismisses what is presented, from the top.
    case dismiss(_ count: Int = 1)
    /// Goes back by one screen: pops, or dismisses.
    case back
    /// Goes where another route is, and leaves alone the tabs that it does not have.
    case show(Route<Screen>)
    /// Replaces the whole route.
    case set(Route<Screen>)
}

extension Navigate: Encodable where Screen: Encodable {}
extension Navigate: Decodable where Screen: Decodable {}

extension Route {
    /// Changes the route as an action says.
    public mutating func navigate(_ action: Navigate<Screen>) {
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
    /// Handles ``Navigate`` for a store whose state is a route.
    ///
    /// ```swift
    /// let route = Store(Route<Screen>(tabs: .rooms, .settings), on: dispatcher, name: "route") { $0.navigates() }
    /// ```
    public func navigates<Screen>() where State == Route<Screen> { navigates(\.self) }

    /// Handles ``Navigate`` for a route within a store's state.
    ///
    /// ```swift
    /// store.navigates(\.route)
    /// ```
    public func navigates<Screen>(_ route: WritableKeyPath<State, Route<Screen>>) {
        on(Navigate<Screen>.self) { state, action in state[keyPath: route].navigate(action) }
    }
}
