import MillraceBase

/// Groups examples about one subject: `describe("a counter") { … }`.
///
/// The closure runs at once and defines the content of the group. The description is part of each example's sentence.
public let describe = GroupWord(name: "describe")

/// Groups examples of one situation: `context("when it is full") { … }`. Otherwise the same as `describe`.
public let context = GroupWord(name: "context")

/// Defines a focused `describe`: the spec runs only focused examples. See ``Spec``.
public let fdescribe = GroupWord(name: "fdescribe", marks: .focused)

/// Defines a focused `context`: the spec runs only focused examples. See ``Spec``.
public let fcontext = GroupWord(name: "fcontext", marks: .focused)

/// Defines a pending `describe`: its examples are reported as skipped, and neither they nor their hooks run.
///
/// Pending takes precedence over focus, and applies to everything in the group.
public let xdescribe = GroupWord(name: "xdescribe", marks: .pending)

/// Defines a pending `context`: its examples are reported as skipped, and neither they nor their hooks run.
///
/// Pending takes precedence over focus, and applies to everything in the group.
public let xcontext = GroupWord(name: "xcontext", marks: .pending)

/// The type of `describe`, `context` and their `f…` and `x…` forms: a keyword that defines a group.
public struct GroupWord: Sendable {
    let name: String
    var marks: Marks = []

    /// Defines a group.
    ///
    /// - Parameters:
    ///   - description: The subject or the situation; part of the sentences of the examples in the group.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - define: Defines hooks, examples and further groups. Runs at once.
    public func callAsFunction(
        _ description: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ define: () -> Void
    ) {
        let location = CallSite(file, line)
        guard let definition = currentDefinition(for: name, at: location) else { return }
        definition.enter(Group(description: description, marks: marks, location: location))
        define()
        definition.leave()
    }
}
