/// An example with everything it inherits from its groups, ready to run.
struct Example {
    /// The descriptions of its groups, outermost first, and its own.
    let descriptions: [String]
    let location: SourcePlace
    let marks: Marks
    /// The hooks of its groups, outermost first.
    let levels: [Hooks]
    let body: Body<ExampleMetadata>

    /// "toggling a filter, when it was off, shows only what matches".
    var sentence: String { descriptions.joined(separator: ", ") }
    var isPending: Bool { marks.contains(.pending) }
    var isFocused: Bool { marks.contains(.focused) }
}
