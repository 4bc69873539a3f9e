import MillraceSignals

/// Where the user is, as a value: tabs with a stack of screens each, and what is presented on top of them.
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
/// A screen is a value of the app's own: its parameters say what it shows. A tab is known by the screen at its root, so
/// no two tabs begin with the same one. An app without tabs has one: `Route(.rooms)`.
///
/// A route is `Codable` if its screens are. What is decoded is a whole route or an error.
///
/// The functions that change a route do nothing where nothing can be done: at a root, ``pop(_:)`` leaves it as it is.
public struct Route<Screen: Hashable & Sendable>: Hashable, Sendable {
    /// The tabs, in order, each with its stack. There is at least one.
    public internal(set) var tabs: [Branch]

    /// What is presented on top of the tabs, each a stack of its own: the last one is on top.
    public internal(set) var presented: [Branch]

    /// The index of the selected tab.
    var selection: Int

    /// Creates a route with one tab.
    ///
    /// - Parameters:
    ///   - root: The screen at the root.
    ///   - pushed: The screens upon it, the last one on top.
    public init(_ root: Screen, _ pushed: Screen...) {
        self.init(tabs: [Branch(root, pushed)], selection: 0)
    }

    /// Creates a route with some tabs, of which the first is selected.
    ///
    /// Precondition: no two are equal.
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

    /// The screen that the user sees: the last one of what is presented on top, or else of the selected tab.
    public var top: Screen { shownBranch.top }

    /// What the user sees, without the other tabs: the selected one with its stack, and what is presented.
    ///
    /// ``show(_:)`` leads to it from any route. It is what an address says: see ``Links``.
    public var shown: Route { Route(tabs: [tabs[selection]], selection: 0, presented: presented) }

    /// The branch on top.
    var shownBranch: Branch {
        get { presented.last ?? tabs[selection] }
        set {
            if presented.isEmpty { tabs[selection] = newValue } else { presented[presented.count - 1] = newValue }
        }
    }
}

// MARK: - Changing

extension Route {
    /// Selects a tab, by its root. Nothing that is presented is dismissed. A tab that is not there is not selected.
    public mutating func select(_ tab: Screen) {
        if let index = tabs.firstIndex(where: { $0.root == tab }) { selection = index }
    }

    /// Puts a screen on top of the branch that the user sees.
    public mutating func push(_ screen: Screen) { shownBranch.pushed.append(screen) }

    /// Takes screens off the branch that the user sees, as far as there are any upon its root.
    public mutating func pop(_ count: Int = 1) { shownBranch.pop(count) }

    /// Takes all screens but the root off the branch that the user sees.
    public mutating func popToRoot() { shownBranch.pushed = [] }

    /// Presents a screen on top of everything, as the root of a branch of its own.
    public mutating func present(_ screen: Screen) { presented.append(Branch(screen)) }

    /// Dismisses what is presented, from the top, as far as there is any.
    public mutating func dismiss(_ count: Int = 1) { presented.removeLast(min(max(0, count), presented.count)) }

    /// Goes back by one screen: pops, or at the root of what is presented dismisses it.
    ///
    /// - Returns: Whether there was anywhere to go back to.
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

    /// Goes where another route is, and leaves alone the tabs that it does not have.
    ///
    /// Its tabs get the stacks that they have there, what it presents replaces what is presented, and its selected tab
    /// is selected. A tab that is not there yet is added.
    public mutating func show(_ other: Route) {
        for tab in other.tabs {
            let index = tabs.firstIndex { $0.root == tab.root }
            if let index { tabs[index] = tab } else { tabs.append(tab) }
        }
        presented = other.presented
        select(other.selected)
    }
}
