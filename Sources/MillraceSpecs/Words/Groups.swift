/// Groups examples that speak of one subject: `describe("a counter") { … }`.
///
/// The closure runs at once, to define what is in the group. Its description is part of each example's sentence.
///
/// - Parameters:
///   - description: The subject; the sentences of the examples begin with it.
///   - define: Defines hooks, examples and further groups.
public func describe(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ define: () -> Void
) {
    group("describe", description, [], SourcePlace(file: file, line: line), define)
}

/// Groups examples that share a situation: `context("when it is full") { … }`. It works as `describe` does.
///
/// - Parameters:
///   - description: The situation, by custom with "when" or "with".
///   - define: Defines hooks, examples and further groups.
public func context(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ define: () -> Void
) {
    group("context", description, [], SourcePlace(file: file, line: line), define)
}

/// A focused `describe`: while one stands, the spec runs only what is focused. See ``Spec``.
///
/// - Parameters:
///   - description: The subject; the sentences of the examples begin with it.
///   - define: Defines hooks, examples and further groups.
public func fdescribe(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ define: () -> Void
) {
    group("fdescribe", description, .focused, SourcePlace(file: file, line: line), define)
}

/// A focused `context`: while one stands, the spec runs only what is focused. See ``Spec``.
///
/// - Parameters:
///   - description: The situation, by custom with "when" or "with".
///   - define: Defines hooks, examples and further groups.
public func fcontext(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ define: () -> Void
) {
    group("fcontext", description, .focused, SourcePlace(file: file, line: line), define)
}

/// A pending `describe`: its examples are reported as skipped, and neither they nor their hooks run.
///
/// Pending beats focus, and holds for everything in the group.
///
/// - Parameters:
///   - description: The subject; the sentences of the examples begin with it.
///   - define: Defines hooks, examples and further groups.
public func xdescribe(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ define: () -> Void
) {
    group("xdescribe", description, .pending, SourcePlace(file: file, line: line), define)
}

/// A pending `context`: its examples are reported as skipped, and neither they nor their hooks run.
///
/// Pending beats focus, and holds for everything in the group.
///
/// - Parameters:
///   - description: The situation, by custom with "when" or "with".
///   - define: Defines hooks, examples and further groups.
public func xcontext(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ define: () -> Void
) {
    group("xcontext", description, .pending, SourcePlace(file: file, line: line), define)
}

private func group(
    _ word: String,
    _ description: String,
    _ marks: Marks,
    _ location: SourcePlace,
    _ define: () -> Void
) {
    guard let definition = currentDefinition(for: word, at: location) else { return }
    definition.enter(Group(description: description, marks: marks, location: location))
    define()
    definition.leave()
}
