extension Route {
    /// One step from a route to another, which a ``RouteRenderer`` carries out.
    public enum Transition: Hashable, Sendable {
        /// Replaces the tabs by those with these roots. Tabs that stay keep their stacks; if the selected tab does not
        /// stay, the first one is selected.
        case setTabs([Screen])
        /// Selects the tab with this root.
        case select(Screen)
        /// Pushes a screen onto a branch, which need not be the one that the user sees.
        case push(Screen, on: BranchID)
        /// Pops a number of screens from a branch, which need not be the one that the user sees.
        case pop(Int, from: BranchID)
        /// Presents a screen on top of everything.
        case present(Screen)
        /// Dismisses a number of presented branches, from the top.
        case dismiss(Int)
    }

    /// Applies a transition to the route, as far as that is possible: to pop more screens than there are pops them all.
    public mutating func apply(_ transition: Transition) {
        switch transition {
        case .setTabs(let roots): setTabs(roots)
        case .select(let tab): select(tab)
        case .push(let screen, let branch): update(branch) { $0.pushed.append(screen) }
        case .pop(let count, let branch): update(branch) { $0.pop(count) }
        case .present(let screen): present(screen)
        case .dismiss(let count): dismiss(count)
        }
    }

    private mutating func setTabs(_ roots: [Screen]) {
        guard !roots.isEmpty else { return }
        let former = selected
        tabs = roots.map { self[.tab($0)] ?? Branch($0) }
        selection = 0
        select(former)
    }
}

extension Route {
    /// The fewest transitions that lead from this route to another and leave common screens alone.
    ///
    /// The parts that both routes have at the same place stay: a tab with the same root, the screens of a stack that
    /// are the same from its root on, and the presented branches with the same roots up to the first that differs. To
    /// take several tabs away with their stacks, and to set them again, may take fewer transitions, but would replace
    /// screens that the user sees in both.
    ///
    /// Hidden branches are changed while they are hidden, if possible: the stack of a tab is complete before the tab is
    /// selected.
    ///
    /// - Complexity: O(n) for n screens in both routes.
    package func transitions(to new: Route) -> [Transition] {
        var plan = RoutePlan(present: self)
        if tabs.map(\.root) != new.tabs.map(\.root) { plan.add(.setTabs(new.tabs.map(\.root))) }
        let staying = plan.present.staying(in: new)
        let kept = staying.count { if case .presented = $0.branch { true } else { false } }
        let shown = plan.present.shownBranchID
        for (branch, common) in staying where branch != shown { plan.change(branch, keeping: common, to: new) }
        if presented.count > kept { plan.add(.dismiss(presented.count - kept)) }
        if plan.present.selected != new.selected { plan.add(.select(new.selected)) }
        for (branch, common) in staying where branch == shown { plan.change(branch, keeping: common, to: new) }
        for index in new.presented.indices.dropFirst(kept) {
            plan.add(.present(new.presented[index].root))
            plan.change(.presented(index), keeping: 1, to: new)
        }
        return plan.transitions
    }
}

/// The steps from one route to another.
///
/// Tabs are set once, if they differ. Branches are independent of each other. A stack keeps the common part from the
/// root on: popping is one transition for any number of screens, pushing one for each, so nothing is gained by popping
/// deeper. A presented branch stays as long as its root does: to change it costs no more than to present it again,
/// which would first cost a dismissal.
private struct RoutePlan<Screen: Hashable & Sendable> {
    var present: Route<Screen>
    var transitions: [Route<Screen>.Transition] = []

    mutating func add(_ transition: Route<Screen>.Transition) {
        present.apply(transition)
        transitions.append(transition)
    }

    /// Makes the stack of a branch as it is in the new route.
    ///
    /// - Parameter common: How many screens both have in common, with the root.
    mutating func change(_ id: Route<Screen>.BranchID, keeping common: Int, to new: Route<Screen>) {
        guard let former = present[id]?.screens, let next = new[id]?.screens else { return }
        if former.count > common { add(.pop(former.count - common, from: id)) }
        for screen in next.dropFirst(common) { add(.push(screen, on: id)) }
    }
}

extension Route {
    /// The branches that stay in another route, each with the number of screens that stay, from the root on.
    ///
    /// The presented branches stay up to the first that has another root.
    func staying(in new: Route) -> [(branch: BranchID, count: Int)] {
        let stayingTabs = tabs.compactMap { tab in
            new[.tab(tab.root)].map { (BranchID.tab(tab.root), tab.common(with: $0)) }
        }
        let stayingPresented = zip(presented, new.presented).prefix { $0.root == $1.root }
        return stayingTabs + stayingPresented.enumerated().map { (.presented($0), $1.0.common(with: $1.1)) }
    }
}

extension Route.Branch {
    /// How many screens two branches have in common, from the root on.
    fileprivate func common(with other: Route.Branch) -> Int { zip(screens, other.screens).prefix { $0 == $1 }.count }
}
