/// Runs each example of the group within its body, which must call what it is handed, exactly once:
/// `aroundEach { runExample in start(); runExample(); stop() }`.
///
/// What is handed runs all that comes after the `aroundEach`: the hooks below it, those of inner groups, the example,
/// and their ends. What the body does before that call takes its turn among the `beforeEach` of the group; what it does
/// after comes before the `afterEach` of the group. A body that does not make the call, or makes it twice, fails the
/// example.
///
/// A task-local value that a synchronous body binds around the call holds for the example.
public let aroundEach = AroundWord()

/// What `aroundEach` is: a word that defines a hook around examples.
public struct AroundWord: Sendable {
    /// Defines a hook whose body runs as a plain call.
    ///
    /// - Parameter body: Gets the function that runs the example. Runs on XCTest's thread, once an example.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (_ runExample: () -> Void) throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .synchronous { try body($1) })
    }

    /// Defines a hook that asks which example it is around.
    ///
    /// - Parameter body: Gets the example and the function that runs it. Runs on XCTest's thread, once an example.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (_ example: ExampleMetadata, _ runExample: () -> Void) throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .synchronous(body))
    }

    /// Defines a hook whose body is asynchronous: `aroundEach { runExample in await runExample() }`.
    ///
    /// - Parameter body: Gets the function that runs the example, as a rule on XCTest's thread. Runs where it is
    ///   isolated, once an example.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (_ runExample: @Sendable () async -> Void) async throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .asynchronous { try await body($1) })
    }

    /// Defines a hook whose body is asynchronous and asks which example it is around.
    ///
    /// - Parameter body: Gets the example and the function that runs it. Runs where it is isolated, once an example.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (_ example: ExampleMetadata, _ runExample: @Sendable () async -> Void) async throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .asynchronous(body))
    }

    private func define(_ location: SourcePlace, _ body: AroundBody) {
        let hook = AroundHook(location: location, body: body)
        currentDefinition(for: "aroundEach", at: location)?.change { $0.add(.around(hook)) }
    }
}
