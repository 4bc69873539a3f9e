import MillraceBase

/// Defines examples that several subjects share: `sharedExamples("a collection") { context in it("…") { … } }`.
///
/// The closure runs once for each `itBehavesLike` with the same name, in a group with that name. The name is visible
/// after this definition, in the same group and its subgroups. To share between specs, write a function that calls
/// `sharedExamples`, or one that defines the examples itself and takes typed parameters.
///
/// - Parameters:
///   - name: The name, unique in a group and those around it.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - define: Defines hooks, examples and groups. Receives the context of the user; call it in hooks and examples.
public func sharedExamples(
    _ name: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ define: @escaping (_ context: @escaping () -> [String: Any]) -> Void
) {
    let location = CallSite(file, line)
    guard let definition = currentDefinition(for: "sharedExamples", at: location) else { return }
    if let first = definition.sharedExamples[name] {
        return record(
            "sharedExamples: '\(name)' is already the name of those at \(first.location.file):\(first.location.line). "
                + "To fix: choose another name.",
            at: location
        )
    }
    let shared = SharedExamples(location: location, define: define)
    definition.change { $0.sharedExamples[name] = shared }
}

/// Defines examples that several subjects share and that need no context.
///
/// - Parameters:
///   - name: The name, unique in a group and those around it.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - define: Defines hooks, examples and groups.
public func sharedExamples(
    _ name: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ define: @escaping () -> Void
) {
    sharedExamples(name, file: file, line: line) { (_: () -> [String: Any]) in define() }
}

/// Uses shared examples, in a group with their name: `itBehavesLike("a collection") { ["empty": Stack<Int>()] }`.
public let itBehavesLike = BehaviorWord(name: "itBehavesLike")

/// Uses shared examples, focused: the spec runs only focused examples. See ``Spec``.
public let fitBehavesLike = BehaviorWord(name: "fitBehavesLike", marks: .focused)

/// Uses shared examples as pending: they are reported as skipped, and neither they nor their hooks run.
public let xitBehavesLike = BehaviorWord(name: "xitBehavesLike", marks: .pending)

/// The type of `itBehavesLike` and its `f…` and `x…` forms: a keyword that uses shared examples.
public struct BehaviorWord: Sendable {
    let name: String
    var marks: Marks = []

    /// Uses the shared examples with a name.
    ///
    /// - Parameters:
    ///   - shared: The name that `sharedExamples` gave them.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - context: Returns the values that the examples need. Runs whenever they call it, usually once per example.
    public func callAsFunction(
        _ shared: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ context: @escaping () -> [String: Any] = { [:] }
    ) {
        let location = CallSite(file, line)
        guard let definition = currentDefinition(for: name, at: location) else { return }
        let known = definition.sharedExamples
        guard let examples = known[shared] else {
            let names = known.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
            return record(
                "\(name): no shared examples are called '\(shared)'. To fix: define them above, or use one of those that "
                    + "are known here: \(names.isEmpty ? "none" : names).",
                at: location
            )
        }
        GroupWord(name: name, marks: marks)(shared, file: file, line: line) { examples.define(context) }
    }
}
