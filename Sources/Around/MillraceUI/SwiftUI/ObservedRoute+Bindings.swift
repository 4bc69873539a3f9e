#if canImport(SwiftUI)
import MillraceApp
import SwiftUI

/// So that a sheet can be presented for a place.
extension Route.Place: Identifiable {
    /// The place itself.
    public var id: Self { self }
}

// Each reads its value, too, so that a change draws the view that has made it: whoever reads the binding may do so
// where nothing is tracked.

extension ObservedRoute {
    /// The selected tab, as a binding for a `TabView`.
    public var tabBinding: Binding<Screen> {
        _ = selectedTab
        return Binding<Screen> { @MainActor in
            self.selectedTab
        } set: { @MainActor tab in
            self.selectedTab = tab
        }
    }

    /// The places on top of the root of a branch, as a binding for a `NavigationStack`: see ``userLeft(_:of:)``.
    ///
    /// - Parameter branch: A tab, or a presented branch.
    public func pathBinding(of branch: Route<Screen>.BranchID) -> Binding<[Route<Screen>.Place]> {
        _ = path(of: branch)
        return Binding<[Route<Screen>.Place]> { @MainActor in
            self.path(of: branch)
        } set: { @MainActor path in
            // A swipe that ends during a pop by an action reports a path that is none any more: nothing changes then.
            self.userLeft(path, of: branch)
        }
    }

    /// The branch presented at a level, as a binding for a sheet: see ``userDismissed(_:)``.
    ///
    /// - Parameters:
    ///   - level: The index of the presented branch.
    ///   - isReady: Whether the view that it is presented on has appeared; nothing is presented before.
    public func sheetBinding(at level: Int, isReady: Bool = true) -> Binding<Route<Screen>.Place?> {
        // SwiftUI also sets nil after a dismissal that was not the user's: then the place is not in the route any more,
        // and the branch at its level now stays.
        let shown = presented(at: level)
        return Binding<Route<Screen>.Place?> { @MainActor in
            isReady ? self.presented(at: level) : nil
        } set: { @MainActor place in
            if place == nil, let shown { self.userDismissed(shown) }
        }
    }
}
#endif
