import MillraceApp

extension Route {
    /// The place at the root of a branch; nil if there is no such branch.
    func root(of branch: BranchID) -> Place? { places.first { $0.branch == branch && $0.depth == 0 } }

    /// The places on top of the root of a branch, from the bottom.
    func path(of branch: BranchID) -> [Place] { places.filter { $0.branch == branch && $0.depth > 0 } }

    /// The action that leaves a path in a branch, by popping the screens on top of it.
    ///
    /// - Parameters:
    ///   - count: How many screens are on top of the root now.
    ///   - path: The path to be left.
    ///   - branch: The branch.
    /// - Returns: The action; nil if popping does not lead there.
    func popping(_ count: Int, to path: [Place], in branch: BranchID) -> Navigate<Screen>? {
        var route = self
        route.apply(.pop(count - path.count, from: branch))
        guard path.count < count, route.path(of: branch) == path else { return nil }
        return branch == shownBranchID ? .pop(count - path.count) : .set(route)
    }
}
