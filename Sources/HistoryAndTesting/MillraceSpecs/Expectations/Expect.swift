import MillraceBase

/// Begins an expectation about a value: `expect(counter.count).to(equal(1))`.
///
/// The value is computed once, at once. If it throws, `throwError` checks the error, and every other matcher fails.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - value: The value, or an expression that may throw.
/// - Returns: An expectation, which checks nothing before `to` or `toNot` is called.
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ value: @autoclosure () throws -> Value?
) -> Expectation<Value> {
    Expectation(Result(catching: value), at: CallSite(file, line))
}

/// Begins an expectation about the result or the error of a closure: `expect { try parse("{") }.to(throwError())`.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: Runs once, at once.
/// - Returns: An expectation, which checks nothing before `to` or `toNot` is called.
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: () throws -> Value?
) -> Expectation<Value> {
    Expectation(Result(catching: body), at: CallSite(file, line))
}

/// Begins an expectation about the error of a closure, or the objects that it leaves alive: `expect { try store.check()
/// }.toNot(throwError())`, `expect { show() }.to(leakNothing())`.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: Runs once, at once.
/// - Returns: An expectation, which checks nothing before `to` or `toNot` is called.
public func expect(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: () throws -> Void
) -> Expectation<Scene> {
    expect(file: file, line: line) { (_: Scene) in try body() }
}

/// Begins an expectation about the result or the error of an asynchronous closure: `await expect { try await
/// service.load() }.to(equal(3))`.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - isolation: Where the closure runs: the isolation of the caller.
///   - body: Runs once, at once.
/// - Returns: An expectation, which checks nothing before `to` or `toNot` is called.
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value?
) async -> Expectation<Value> {
    let location = CallSite(file, line)
    do {
        return Expectation(.success(try await body()), at: location)
    } catch {
        return Expectation(.failure(error), at: location)
    }
}

/// Begins an expectation about the error of an asynchronous closure, or the objects that it leaves alive: `await expect
/// { try await service.save() }.toNot(throwError())`.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - isolation: Where the closure runs: the isolation of the caller.
///   - body: Runs once, at once.
/// - Returns: An expectation, which checks nothing before `to` or `toNot` is called.
public func expect(
    file: StaticString = #filePath,
    line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
) async -> Expectation<Scene> {
    await expect(file: file, line: line, isolation: isolation) { (_: Scene) in try await body() }
}

/// Fails the example: for code that must not be reached.
///
/// - Parameters:
///   - message: The fault.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
public func fail(_ message: String, file: StaticString = #filePath, line: UInt = #line) {
    record(message, at: CallSite(file, line))
}
