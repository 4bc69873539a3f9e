/// Defines an example: `it("shows only what matches") { expect(store.visible).to(equal([])) }`.
///
/// For XCTest it is a test case of its own, named by the descriptions of its groups and its own. An error that `body`
/// throws is a failure at the line of the `it`; `throw XCTSkip("why")` skips the example.
///
/// - Parameters:
///   - description: What the subject does: the end of the sentence.
///   - body: Runs once, on XCTest's thread, after the `beforeEach` of the groups around it.
public func it(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () throws -> Void
) {
    example("it", description, [], SourcePlace(file: file, line: line), .synchronous(body))
}

/// Defines an example whose body is asynchronous; otherwise as the synchronous `it`.
///
/// - Parameters:
///   - description: What the subject does: the end of the sentence.
///   - body: Runs once, where it is isolated; XCTest waits for it.
public func it(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () async throws -> Void
) {
    example("it", description, [], SourcePlace(file: file, line: line), .asynchronous(body))
}

/// A focused `it`: while one stands, the spec runs only what is focused. See ``Spec``.
///
/// - Parameters:
///   - description: What the subject does: the end of the sentence.
///   - body: Runs once, on XCTest's thread, after the `beforeEach` of the groups around it.
public func fit(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () throws -> Void
) {
    example("fit", description, .focused, SourcePlace(file: file, line: line), .synchronous(body))
}

/// A focused `it` whose body is asynchronous: while one stands, the spec runs only what is focused.
///
/// - Parameters:
///   - description: What the subject does: the end of the sentence.
///   - body: Runs once, where it is isolated; XCTest waits for it.
public func fit(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () async throws -> Void
) {
    example("fit", description, .focused, SourcePlace(file: file, line: line), .asynchronous(body))
}

/// A pending `it`: reported as skipped; neither its body nor any hook runs for it.
///
/// - Parameters:
///   - description: What the subject does: the end of the sentence.
///   - body: Never runs.
public func xit(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () throws -> Void
) {
    example("xit", description, .pending, SourcePlace(file: file, line: line), .synchronous(body))
}

/// A pending `it` whose body is asynchronous: reported as skipped.
///
/// - Parameters:
///   - description: What the subject does: the end of the sentence.
///   - body: Never runs.
public func xit(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () async throws -> Void
) {
    example("xit", description, .pending, SourcePlace(file: file, line: line), .asynchronous(body))
}

/// An example that is still to be written or mended: reported as skipped; nothing of it runs.
///
/// - Parameters:
///   - description: What the subject shall do: the end of the sentence.
///   - body: Never runs; may be left out.
public func pending(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () throws -> Void = {}
) {
    example("pending", description, .pending, SourcePlace(file: file, line: line), .synchronous(body))
}

/// An example that is still to be written or mended, with an asynchronous body: reported as skipped.
///
/// - Parameters:
///   - description: What the subject shall do: the end of the sentence.
///   - body: Never runs.
public func pending(
    _ description: String,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () async throws -> Void
) {
    example("pending", description, .pending, SourcePlace(file: file, line: line), .asynchronous(body))
}

private func example(
    _ word: String,
    _ description: String,
    _ marks: Marks,
    _ location: SourcePlace,
    _ body: Body
) {
    guard let definition = currentDefinition(for: word, at: location) else { return }
    definition.add(ExampleDefinition(description: description, marks: marks, location: location, body: body))
}
