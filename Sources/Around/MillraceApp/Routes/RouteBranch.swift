extension Route {
    /// A stack of screens: that of a tab, or a presented one.
    public struct Branch: Hashable, Sendable, CustomStringConvertible {
        /// The screen at the bottom, which is never popped.
        public let root: Screen

        /// The screens on top of the root, the topmost one last.
        public internal(set) var pushed: [Screen]

        init(_ root: Screen, _ pushed: [Screen] = []) {
            self.root = root
            self.pushed = pushed
        }

        /// The screens from the root to the top.
        public var screens: [Screen] { [root] + pushed }

        /// The screens on one line, from the root to the top: `rooms › room("mill")`.
        public var description: String { screens.map { "\($0)" }.joined(separator: " › ") }

        /// The screen on top.
        public var top: Screen { pushed.last ?? root }

        mutating func pop(_ count: Int) { pushed.removeLast(min(max(0, count), pushed.count)) }
    }

    /// The identity of a branch of a route: the root of a tab, or the index of a presented branch.
    public enum BranchID: Hashable, Sendable {
        /// The tab with this root.
        case tab(Screen)
        /// A presented branch: 0 is the one directly above the tabs.
        case presented(Int)
    }

    /// The branch with an identity; nil if there is none.
    public subscript(branch: BranchID) -> Branch? {
        switch branch {
        case .tab(let root): tabs.first { $0.root == root }
        case .presented(let index): presented.indices.contains(index) ? presented[index] : nil
        }
    }

    /// The identities of all branches: the tabs in order, then the presented ones, from the bottom.
    public var branches: [BranchID] { tabs.map { .tab($0.root) } + presented.indices.map { .presented($0) } }

    /// The identity of the branch that the user sees.
    public var shownBranchID: BranchID { presented.isEmpty ? .tab(selected) : .presented(presented.count - 1) }

    mutating func update(_ branch: BranchID, _ change: (inout Branch) -> Void) {
        switch branch {
        case .tab(let root):
            if let index = tabs.firstIndex(where: { $0.root == root }) { change(&tabs[index]) }
        case .presented(let index):
            if presented.indices.contains(index) { change(&presented[index]) }
        }
    }
}

extension Route.Branch: Encodable where Screen: Encodable {}
extension Route.Branch: Decodable where Screen: Decodable {}
