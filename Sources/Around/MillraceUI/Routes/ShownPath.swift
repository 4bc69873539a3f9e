import MillraceApp

/// The path that the stack of a branch shows, also while the branch goes.
///
/// A sheet that is dismissed slides away with its content: its branch is not in the route any more, and the stack must
/// not be popped to its root meanwhile.
@MainActor
final class ShownPath<Screen: Hashable & Sendable> {
    private var path: [Route<Screen>.Place] = []

    nonisolated init() {}

    /// The places to show on top of a root: those of the route, or, once that does not have the root, the last ones.
    func path(above root: Route<Screen>.Place, in route: Route<Screen>) -> [Route<Screen>.Place] {
        if route.contains(root) { path = route.path(of: root.branch) }
        return path
    }
}
