import MillraceBase

extension Route {
    /// The place of a screen in a route: its branch, with all screens of that branch up to this one.
    ///
    /// Two routes have a place in common exactly if the transitions from one to the other leave its screen alone. So the
    /// screens below it in its branch belong to it, and for a presented branch the roots of those that it is presented
    /// on. An equal screen may have several places in a route; a screen that is pushed again after its place was left
    /// has the same place again.
    ///
    /// It is `Codable` if the screens are, so an action may carry it.
    public struct Place: Hashable, Sendable {
        /// The roots of the presented branches that it is presented on, from the bottom; nil in a tab.
        let below: [Screen]?

        /// The screens of its branch, from the root up to its own.
        public let screens: [Screen]

        private enum CodingKeys: CodingKey { case below, screens }

        /// Precondition: there is a screen.
        fileprivate init(on below: [Screen]?, _ screens: [Screen]) {
            self.below = below
            self.screens = screens
        }

        /// The screen.
        public var screen: Screen { screens[screens.count - 1] }

        /// The number of screens below it in its branch: 0 for the root.
        public var depth: Int { screens.count - 1 }

        /// The branch.
        public var branch: BranchID { below.map { .presented($0.count) } ?? .tab(screens[0]) }
    }

    /// All places, branch by branch from the root to the top. O(n) for n screens in branches of limited height.
    public var places: [Place] { branches.flatMap(places) }

    /// The places of a branch, from the root to the top.
    private func places(in branch: BranchID) -> [Place] {
        guard let screens = self[branch]?.screens else { return [] }
        let below = rootsBelow(branch)
        return screens.indices.map { Place(on: below, Array(screens[...$0])) }
    }

    /// The place of the screen that the user sees.
    public var topPlace: Place { Place(on: rootsBelow(shownBranchID), shownBranch.screens) }

    /// Whether the route has a place. O(n) for the n screens of the place.
    public func contains(_ place: Place) -> Bool {
        let screens = self[place.branch]?.screens ?? []
        return screens.starts(with: place.screens) && place.below == rootsBelow(place.branch)
    }

    /// Leaves a place: pops its screen with those on top of it, or dismisses its branch with those that are presented on
    /// it.
    ///
    /// Does nothing at the root of a tab, which is never left, or if the route does not have the place.
    public mutating func leave(_ place: Place) {
        guard contains(place) else { return }
        if place.depth > 0 {
            update(place.branch) { $0.pop($0.pushed.count - place.depth + 1) }
        } else if let below = place.below {
            dismiss(presented.count - below.count)
        }
    }

    private func rootsBelow(_ branch: BranchID) -> [Screen]? {
        guard case .presented(let index) = branch else { return nil }
        return presented.prefix(index).map(\.root)
    }
}

extension Route.Place: CustomStringConvertible {
    /// The screens on one line: `rooms › room("mill")`, and in a presented branch `+ login + compose › picker`.
    ///
    /// Different places have different descriptions if different screens have, since those characters have a backslash
    /// before them within a screen's. Recordings name the stores of screens by it.
    public var description: String {
        func text(_ screen: Screen) -> String { escaping("›+", in: "\(screen)") }
        let stack = screens.map(text).joined(separator: " › ")
        guard let below else { return stack }
        return below.map { "+ \(text($0)) " }.joined() + "+ \(stack)"
    }
}

extension Route.Place: Encodable where Screen: Encodable {}

extension Route.Place: Decodable where Screen: Decodable {
    /// Reads an encoded value.
    ///
    /// - Throws: `DecodingError`, also if there is no screen.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let screens = try container.decode([Screen].self, forKey: .screens)
        if screens.isEmpty {
            throw DecodingError.dataCorruptedError(forKey: .screens, in: container, debugDescription: "no screen")
        }
        self.init(on: try container.decodeIfPresent([Screen].self, forKey: .below), screens)
    }
}
