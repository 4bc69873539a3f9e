/// Runs its body before each example of the group, to prepare fixtures.
///
/// The hooks of outer groups run first; within a group they run in the order in which they are written, together with
/// `aroundEach`. A hook that throws fails the example (or skips it, with `XCTSkip`): then neither later hooks nor the
/// example's body run, only the `afterEach` of the groups that were entered.
///
/// A body may take an ``ExampleMetadata``: `beforeEach { example in print(example.name) }`.
public let beforeEach = HookWord("beforeEach") { .before($0) }

/// Runs its body just before each example of the group: after every `beforeEach`, including those of inner groups.
///
/// So an outer group can act on what inner groups prepare. The hooks of outer groups run first.
public let justBeforeEach = HookWord("justBeforeEach") { .justBefore($0) }

/// Runs its body after each example of the group, even if it failed or threw.
///
/// The hooks of inner groups run first; within a group they run in the order in which they are written, after the ends
/// of its `aroundEach`. A hook that throws fails the example; later hooks still run.
public let afterEach = HookWord("afterEach") { .after($0) }

/// The type of `beforeEach`, `justBeforeEach` and `afterEach`: a keyword that defines a hook.
public struct HookWord: Sendable {
    private let name: String
    private let make: @Sendable (Hook) -> GroupHook

    init(_ name: String, _ make: @escaping @Sendable (Hook) -> GroupHook) {
        self.name = name
        self.make = make
    }

    /// Defines a hook with a synchronous body.
    ///
    /// - Parameter body: Runs once per example, on XCTest's thread.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .synchronous { _ in try body() })
    }

    /// Defines a hook with a synchronous body that receives the example's metadata.
    ///
    /// - Parameter body: Runs once per example, on XCTest's thread.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (ExampleMetadata) throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .synchronous(body))
    }

    /// Defines a hook with an asynchronous body.
    ///
    /// - Parameter body: Runs once per example, in its own isolation; what follows waits for it.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () async throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .asynchronous { _ in try await body() })
    }

    /// Defines a hook with an asynchronous body that receives the example's metadata.
    ///
    /// - Parameter body: Runs once per example, in its own isolation; what follows waits for it.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (ExampleMetadata) async throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .asynchronous(body))
    }

    private func define(_ location: SourcePlace, _ body: Body<ExampleMetadata>) {
        let hook = Hook(name: name, location: location, body: body)
        currentDefinition(for: name, at: location)?.change { $0.add(make(hook)) }
    }
}
