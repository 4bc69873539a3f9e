import MillraceBase
import MillraceSignals

/// The navigation state of an app, as a value: tabs with a stack of screens each, and presented screens on top of them.
///
/// ```swift
/// enum Screen: Hashable, Codable {
///     case rooms, settings, room(String), event(String), compose
/// }
///
/// var route = Route<Screen>(tabs: .rooms, .settings)
/// route.push(.room("mill"))
/// route.select(.settings)         // the first tab keeps its stack
/// route.present(.compose)
/// ```
///
/// `Screen` is a type of the app: its cases are the screens, and their parameters name their contents. A tab is
/// identified by the screen at its root, so no two tabs have the same root. An app without tabs has a single one:
/// `Route(.rooms)`.
///
/// A route is `Codable` if its screens are. Decoding gives a valid route or throws.
///
/// A method that cannot change the route leaves it as it is: ``pop(_:)`` does nothing at a root. Changes cost O(n) for
/// the n screens of the branch that they change, at most.
public struct Route<Screen: Hashable & Sendable>: Hashable, Sendable {
    /// The tabs, in order, each with its stack. There is at least one.
    public internal(set) var tabs: [Branch]

    /// The presented branches, each with a stack of its own: the last one is on top.
    public internal(set) var presented: [Branch]

    /// The index of the selected tab.
    var selection: Int

    /// Creates a route with one tab.
    ///
    /// - Parameters:
    ///   - root: The screen at the root.
    ///   - pushed: The screens on top of the root, the topmost one last.
    public init(_ root: Screen, _ pushed: Screen...) {
        self.init(tabs: [Branch(root, pushed)], selection: 0)
    }

    /// Creates a route with tabs, of which the first is selected. Takes the screens at the roots of the tabs.
    ///
    /// Precondition: no two of the screens are equal.
    public init(tabs first: Screen, _ others: Screen...) {
        let tabs = [first] + others
        if Set(tabs).count < tabs.count {
            stop("Route.init(tabs:): two tabs begin with the same screen. To fix: give each tab a root of its own.")
        }
        self.init(tabs: tabs.map { Branch($0) }, selection: 0)
    }

    init(tabs: [Branch], selection: Int, presented: [Branch] = []) {
        self.tabs = tabs
        self.selection = selection
        self.presented = presented
    }

    /// The selected tab, by its root.
    public var selected: Screen { tabs[selection].root }

    /// The screen that the user sees: the top of the topmost presented branch, or of the selected tab if there is none.
    public var top: Screen { shownBranch.top }

    /// The route without the tabs that are not selected: the selected tab with its stack, and the presented branches.
    ///
    /// ``show(_:)`` leads to it from any route. This is the part of a route that an address contains: see ``DeepLinks``.
    public var shown: Route { Route(tabs: [tabs[selection]], selection: 0, presented: presented) }

    /// The branch on top.
    var shownBranch: Branch {
        get { presented.last ?? tabs[selection] }
        set {
            if presented.isEmpty { tabs[selection] = newValue } else { presented[presented.count - 1] = newValue }
        }
    }
}

extension Route: CustomStringConvertible {
    /// The screens on one line, for a log: `[rooms › room("mill")] settings + compose`.
    ///
    /// The tabs are in order, the selected one in brackets if there are several. A presented branch follows a plus.
    public var description: String {
        let shown = tabs.enumerated().map { index, tab in
            index == selection && tabs.count > 1 ? "[\(tab)]" : "\(tab)"
        }
        return shown.joined(separator: " ") + presented.map { " + \($0)" }.joined()
    }
}

// MARK: - Changing

extension Route {
    /// Selects a tab, by its root. Dismisses nothing. Does nothing if there is no such tab.
    public mutating func select(_ tab: Screen) {
        if let index = tabs.firstIndex(where: { $0.root == tab }) { selection = index }
    }

    /// Pushes a screen onto the branch that the user sees.
    public mutating func push(_ screen: Screen) { shownBranch.pushed.append(screen) }

    /// Pops screens from the branch that the user sees: at most as many as there are on top of its root.
    public mutating func pop(_ count: Int = 1) { shownBranch.pop(count) }

    /// Pops all screens but the root from the branch that the user sees.
    public mutating func popToRoot() { shownBranch.pushed = [] }

    /// Presents a screen on top of everything, as the root of a branch of its own.
    public mutating func present(_ screen: Screen) { presented.append(Branch(screen)) }

    /// Dismisses presented branches, from the top: at most as many as there are.
    public mutating func dismiss(_ count: Int = 1) { presented.removeLast(min(max(0, count), presented.count)) }

    /// Goes back by one screen: pops a screen, or dismisses the presented branch if its root is shown.
    ///
    /// - Returns: Whether the route has changed: false at the root of a tab.
    @discardableResult
    public mutating func back() -> Bool {
        if !shownBranch.pushed.isEmpty {
            pop()
        } else if !presented.isEmpty {
            dismiss()
        } else {
            return false
        }
        return true
    }

    /// Goes to another route, without changing tabs that the other route does not have.
    ///
    /// The tabs of the other route get the stacks that they have there, its presented branches replace the present
    /// ones, and its selected tab is selected. A tab that this route does not have is added.
    public mutating func show(_ other: Route) {
        for tab in other.tabs {
            let index = tabs.firstIndex { $0.root == tab.root }
            if let index { tabs[index] = tab } else { tabs.append(tab) }
        }
        presented = other.presented
        select(other.selected)
    }
}
