/// Groups examples that speak of one subject: `describe("a counter") { … }`.
///
/// The closure runs at once, to define what is in the group. Its description is part of each example's sentence.
public let describe = GroupWord("describe")

/// Groups examples that share a situation: `context("when it is full") { … }`. It works as `describe` does.
public let context = GroupWord("context")

/// A focused `describe`: while one stands, the spec runs only what is focused. See ``Spec``.
public let fdescribe = GroupWord("fdescribe", .focused)

/// A focused `context`: while one stands, the spec runs only what is focused. See ``Spec``.
public let fcontext = GroupWord("fcontext", .focused)

/// A pending `describe`: its examples are reported as skipped, and neither they nor their hooks run.
///
/// Pending beats focus, and holds for everything in the group.
public let xdescribe = GroupWord("xdescribe", .pending)

/// A pending `context`: its examples are reported as skipped, and neither they nor their hooks run.
///
/// Pending beats focus, and holds for everything in the group.
public let xcontext = GroupWord("xcontext", .pending)

/// What `describe`, `context` and their `f…` and `x…` forms are: words that open a group.
public struct GroupWord: Sendable {
    private let name: String
    private let marks: Marks

    init(_ name: String, _ marks: Marks = []) {
        self.name = name
        self.marks = marks
    }

    /// Defines a group.
    ///
    /// - Parameters:
    ///   - description: The subject or the situation; part of the sentences of the examples in the group.
    ///   - define: Defines hooks, examples and further groups. Runs at once.
    public func callAsFunction(
        _ description: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ define: () -> Void
    ) {
        let location = SourcePlace(file: file, line: line)
        guard let definition = currentDefinition(for: name, at: location) else { return }
        definition.enter(Group(description: description, marks: marks, location: location))
        define()
        definition.leave()
    }
}
