#if canImport(SwiftUI)
import MillraceApp
import SwiftUI

/// Shows a route: its tabs, the stack of each, and the branches presented on them.
///
/// ```swift
/// RouteView(route) { place in
///     switch place.screen {
///     case .rooms: RoomList()
///     case .room(let id): RoomView(room: id)
///     }
/// } tab: { root in
///     Label(root.title, systemImage: root.symbol)
/// }
/// ```
///
/// Screens are pushed, presented and selected by actions, `Navigate`; a button dispatches one. Changes by the user's
/// hand become actions, too: see ``ObservedRoute``. A route with one tab has no tab bar.
///
/// The closures are called with the ``MillraceApp/Route/Place``, by which a family has the store of the screen:
/// `rooms[place]`. So a screen's store lives as long as its place in the route, also while its branch is covered.
///
/// `NavigationLink(value:)` pushes nothing here: the path of a stack holds places, and has to come from the route.
///
/// Has been type-checked only: see the guide to platforms.
public struct RouteView<Screen: Hashable & Sendable, Content: View, Label: View>: View {
    private let route: ObservedRoute<Screen>
    private let screen: (Route<Screen>.Place) -> Content
    private let tab: (Screen) -> Label

    // In the SDK of Xcode 27 `ViewBuilder` is `ContentBuilder`, which requires nothing of its contents: a type that follows
    // from such a requirement, as those of the tabs do, has to follow from something else. Type-checked with both.

    /// Creates a view of a route.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - screen: The view at a place.
    ///   - tab: The label of the tab with a root.
    public init(
        _ route: ObservedRoute<Screen>,
        @ViewBuilder screen: @escaping (Route<Screen>.Place) -> Content,
        @ViewBuilder tab: @escaping (Screen) -> Label
    ) {
        (self.route, self.screen, self.tab) = (route, screen, tab)
    }

    /// The tabs, with the branches presented above them.
    public var body: some View {
        PresentingBranch(route: route, level: 0, screen: screen) {
            let roots = route.tabRoots
            if roots.count == 1 {
                RouteStack(route: route, root: roots[0], screen: screen)
            } else {
                TabView(selection: route.tabBinding) {
                    ForEach(roots, id: \.screen) { root in
                        Tab(value: root.screen) {
                            RouteStack(route: route, root: root, screen: screen)
                        } label: {
                            tab(root.screen)
                        }
                    }
                }
            }
        }
    }
}

extension RouteView where Label == EmptyView {
    /// Creates a view of a route with one tab.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - screen: The view at a place.
    public init(
        _ route: ObservedRoute<Screen>,
        @ViewBuilder screen: @escaping (Route<Screen>.Place) -> Content
    ) {
        self.init(route, screen: screen) { _ in EmptyView() }
    }
}

/// The stack of a branch. It keeps its content while its branch goes.
private struct RouteStack<Screen: Hashable & Sendable, Content: View>: View {
    private let route: ObservedRoute<Screen>
    private let root: Route<Screen>.Place
    private let screen: (Route<Screen>.Place) -> Content

    @State private var shown = ShownPath<Screen>()

    // Written out, here and below: who may call the memberwise one depends on the access of `State`.
    init(
        route: ObservedRoute<Screen>,
        root: Route<Screen>.Place,
        screen: @escaping (Route<Screen>.Place) -> Content
    ) {
        (self.route, self.root, self.screen) = (route, root, screen)
    }

    var body: some View {
        NavigationStack(path: path) {
            screen(root).navigationDestination(for: Route<Screen>.Place.self) { screen($0) }
        }
    }

    /// Reads the route, too, so that a change draws this view: a binding may be read where nothing is tracked.
    private var path: Binding<[Route<Screen>.Place]> {
        _ = route.route
        return Binding<[Route<Screen>.Place]> { @MainActor in
            shown.path(above: root, in: route.route)
        } set: { @MainActor path in
            // A swipe that ends during a pop by an action reports a path that is none any more: nothing changes then.
            route.userLeft(path, of: root.branch)
        }
    }
}

/// The branch at a level, with a sheet for the one presented on it.
///
/// SwiftUI presents one sheet at a time on a view, and drops one that is asked for while another is on its way: two that
/// are presented in one turn are nested, and the upper one waits until the lower one has appeared. This has been
/// type-checked, and not seen on a device.
private struct PresentingBranch<Screen: Hashable & Sendable, Base: View, Content: View>: View {
    private let route: ObservedRoute<Screen>
    private let level: Int
    private let screen: (Route<Screen>.Place) -> Content
    private let base: () -> Base

    @State private var hasAppeared = false

    init(
        route: ObservedRoute<Screen>,
        level: Int,
        screen: @escaping (Route<Screen>.Place) -> Content,
        @ViewBuilder base: @escaping () -> Base
    ) {
        (self.route, self.level, self.screen, self.base) = (route, level, screen, base)
    }

    var body: some View {
        base()
            .onAppear { hasAppeared = true }
            .sheet(item: route.sheetBinding(at: level, isReady: hasAppeared)) { place in
                // Another root is another sheet, with a state of its own.
                PresentedBranch(route: route, root: place, level: level, screen: screen).id(place)
            }
    }
}

/// A presented branch, and the one presented on it.
private struct PresentedBranch<Screen: Hashable & Sendable, Content: View>: View {
    let route: ObservedRoute<Screen>
    let root: Route<Screen>.Place
    let level: Int
    let screen: (Route<Screen>.Place) -> Content

    var body: some View {
        PresentingBranch(route: route, level: level + 1, screen: screen) {
            RouteStack(route: route, root: root, screen: screen)
        }
    }
}
#endif
