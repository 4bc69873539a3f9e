/// Runs `body` before each example of the group, to make its fixtures anew.
///
/// The hooks of outer groups come first; within a group they run in the order in which they are written. A hook that
/// throws fails the example (or skips it, with `XCTSkip`): then neither the hooks after it nor the example's body
/// run, only the `afterEach` of the groups that were entered.
///
/// - Parameter body: Runs on XCTest's thread.
public func beforeEach(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () throws -> Void
) {
    before(.synchronous(body), SourcePlace(file: file, line: line))
}

/// Runs an asynchronous `body` before each example of the group; otherwise as the synchronous `beforeEach`.
///
/// - Parameter body: Runs where it is isolated; what follows waits for it.
public func beforeEach(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () async throws -> Void
) {
    before(.asynchronous(body), SourcePlace(file: file, line: line))
}

/// Runs `body` after each example of the group, also after one that failed or threw.
///
/// The hooks of inner groups come first; within a group they run in the order in which they are written. A hook that
/// throws fails the example; the hooks after it still run.
///
/// - Parameter body: Runs on XCTest's thread.
public func afterEach(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () throws -> Void
) {
    after(.synchronous(body), SourcePlace(file: file, line: line))
}

/// Runs an asynchronous `body` after each example of the group; otherwise as the synchronous `afterEach`.
///
/// - Parameter body: Runs where it is isolated; what follows waits for it.
public func afterEach(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () async throws -> Void
) {
    after(.asynchronous(body), SourcePlace(file: file, line: line))
}

private func before(_ body: Body, _ location: SourcePlace) {
    guard let definition = currentDefinition(for: "beforeEach", at: location) else { return }
    definition.addBefore(Hook(name: "beforeEach", location: location, body: body))
}

private func after(_ body: Body, _ location: SourcePlace) {
    guard let definition = currentDefinition(for: "afterEach", at: location) else { return }
    definition.addAfter(Hook(name: "afterEach", location: location, body: body))
}
