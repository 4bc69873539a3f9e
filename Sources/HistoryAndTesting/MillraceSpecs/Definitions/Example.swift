import MillraceBase

/// An `it`: as it was written, or with everything it inherits from its groups, ready to run.
struct Example {
    /// The descriptions of its groups, outermost first, and its own.
    var descriptions: [String]
    var marks: Marks
    let location: CallSite
    /// The hooks of its groups, outermost first.
    var levels: [Hooks] = []
    let body: (ExampleMetadata) throws -> Void

    /// "toggling a filter, when it was off, shows only what matches".
    var sentence: String { descriptions.joined(separator: ", ") }
    var isPending: Bool { marks.contains(.pending) }
    var isFocused: Bool { marks.contains(.focused) }

    /// Returns the example with the hooks and marks of a group around it.
    func within(_ group: Group) -> Example {
        var example = self
        if let description = group.description { example.descriptions.insert(description, at: 0) }
        example.marks.formUnion(group.marks)
        example.levels.insert(group.hooks, at: 0)
        return example
    }
}
