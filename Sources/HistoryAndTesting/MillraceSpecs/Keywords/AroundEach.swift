import MillraceBase

/// Runs each example of the group within a closure, which must call its argument exactly once:
/// `aroundEach { runExample in start(); runExample(); stop() }`.
///
/// The argument runs everything that comes after the `aroundEach`: the hooks below it, those of inner groups, the
/// example, and their ends. The part of the closure before that call runs in order with the `beforeEach` of the group;
/// the part after it runs before the `afterEach` of the group. A closure that does not make the call, or makes it
/// twice, fails the example.
///
/// A task-local value that a synchronous closure binds around the call is visible in the example.
public let aroundEach = AroundWord()

/// The type of `aroundEach`: a keyword that defines a hook around examples.
public struct AroundWord: Sendable {
    /// Defines a hook with a synchronous body.
    ///
    /// - Parameters:
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - body: Receives the function that runs the example. Runs once per example, on XCTest's thread.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (_ runExample: () -> Void) throws -> Void
    ) {
        define(CallSite(file, line)) { try body($1) }
    }

    /// Defines a hook with a synchronous body that receives the example's metadata.
    ///
    /// - Parameters:
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - body: Receives the metadata and the function that runs the example. Runs once per example, on
    ///     XCTest's thread.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (_ example: ExampleMetadata, _ runExample: () -> Void) throws -> Void
    ) {
        define(CallSite(file, line), body)
    }

    /// Defines a hook with an asynchronous body: `aroundEach { runExample in await runExample() }`.
    ///
    /// - Parameters:
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - body: Receives the function that runs the example, usually on XCTest's thread. Runs once per
    ///     example, in its own isolation.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (_ runExample: @Sendable () async -> Void) async throws -> Void
    ) {
        callAsFunction(file: file, line: line) { _, runExample in try await body(runExample) }
    }

    /// Defines a hook with an asynchronous body that receives the example's metadata.
    ///
    /// - Parameters:
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - body: Receives the metadata and the function that runs the example. Runs once per example, in its
    ///     own isolation.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (_ example: ExampleMetadata, _ runExample: @Sendable () async -> Void) async throws -> Void
    ) {
        define(CallSite(file, line)) { example, runExample in
            try waitFor(serving: runExample) { runExample in try await body(example, runExample) }
        }
    }

    private func define(_ location: CallSite, _ body: @escaping (ExampleMetadata, () -> Void) throws -> Void) {
        let hook = AroundHook(location: location, body: body)
        currentDefinition(for: "aroundEach", at: location)?.change { $0.hooks.entries.append(.around(hook)) }
    }
}
