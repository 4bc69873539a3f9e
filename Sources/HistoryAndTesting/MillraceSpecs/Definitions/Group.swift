import MillraceBase

/// A `describe` or `context` as it was written. The root of the tree is the spec itself and has no description.
struct Group {
    var description: String?
    var marks: Marks = []
    var location: CallSite?
    var hooks = Hooks()
    var sharedExamples: [String: SharedExamples] = [:]
    var children: [Node] = []

    enum Node {
        case group(Group)
        case example(Example)
    }

    /// Every example below, in the order of writing.
    var examples: [Example] {
        let inner = children.flatMap { child in
            switch child {
            case .group(let group): group.examples
            case .example(let example): [example]
            }
        }
        return inner.map { $0.within(self) }
    }

    /// Returns the group with its content in a random order; the content of each group stays together.
    func shuffled(using random: inout SeededGenerator) -> Group {
        var group = self
        group.children = children.shuffled(using: &random).map { child in
            if case .group(let inner) = child { return .group(inner.shuffled(using: &random)) }
            return child
        }
        return group
    }

    /// The locations of focus: the outermost mark of each branch.
    var focusLocations: [CallSite] {
        if marks.contains(.focused), let location { return [location] }
        return children.flatMap { child in
            switch child {
            case .group(let group): group.focusLocations
            case .example(let example): example.isFocused ? [example.location] : []
            }
        }
    }
}

/// A `sharedExamples` as it was written.
struct SharedExamples {
    let location: CallSite
    let define: (@escaping () -> [String: Any]) -> Void
}

/// The `f…` and `x…` of the DSL. A group's marks apply to everything in it.
struct Marks: OptionSet {
    let rawValue: Int

    static let focused = Marks(rawValue: 1)
    static let pending = Marks(rawValue: 2)
}
